import { createElement, Suspense } from 'react'
import { iconOf } from './menu-icons.ts'

/** `className` comes from the menu, which clones its icons. The empty box keeps the text from moving. */
export function MenuIcon({ name, className = '' }: { name: string; className?: string }) {
  return (
    <Suspense fallback={<span className={`anticon menu-icon-box ${className}`} />}>
      {createElement(iconOf(name), { className, 'aria-hidden': true })}
    </Suspense>
  )
}
