import { lazy, Suspense } from 'react'

const NamedIcon = lazy(() => import('./NamedIcon.tsx'))

/** `className` comes from the menu, which clones its icons. The empty box keeps the text from moving. */
export function MenuIcon({ name, className = '' }: { name: string; className?: string }) {
  return (
    <Suspense fallback={<span className={`anticon menu-icon-box ${className}`} />}>
      <NamedIcon name={name} className={className} />
    </Suspense>
  )
}
