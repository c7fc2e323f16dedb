import { createElement, Suspense } from 'react'
import { Boundary } from '../../../runtime/fields/parts/Boundary.tsx'
import { iconOf } from './menu-icons.ts'

/** `className` comes from the menu, which clones its icons. The empty box keeps the text from moving. */
export function MenuIcon({ name, className = '' }: { name: string; className?: string }) {
  const empty = <span className={`anticon menu-icon-box ${className}`} />
  // A menu without one of its icons is a menu still.
  return (
    <Boundary failed={() => empty}>
      <Suspense fallback={empty}>{createElement(iconOf(name), { className, 'aria-hidden': true })}</Suspense>
    </Boundary>
  )
}
