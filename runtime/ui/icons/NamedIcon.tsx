import { createElement, Suspense } from 'react'
import { Boundary } from '../errors/ErrorBoundary.tsx'
import { getIcon } from './icons.ts'

const box = { width: '1em', height: '1em' }

/** An icon by its name. `className` comes from antd, which clones icons. The empty box reserves its width. */
export function NamedIcon({ name, className = '' }: { name: string; className?: string }) {
  const empty = <span className={`anticon ${className}`} style={box} />
  // A menu or a button works without its icon.
  return (
    <Boundary failed={() => empty}>
      <Suspense fallback={empty}>{createElement(getIcon(name), { className, 'aria-hidden': true })}</Suspense>
    </Boundary>
  )
}
