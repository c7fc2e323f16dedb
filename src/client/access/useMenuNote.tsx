import { type ReactNode, useState } from 'react'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { ShellPart } from '../errors/ShellPart.tsx'
import { onAltClick, useCanInspect } from './useInspect.ts'
import './access.css'

const MenuNote = lazyPart(async () => (await import('./MenuNote.tsx')).MenuNote)

/** The dialog that explains missing menu entries: the function that opens it, absent without the right, and its place. */
export function useMenuNote() {
  const canInspect = useCanInspect()
  const [path, setPath] = useState<string | null>(null)
  return {
    explainMenu: canInspect ? (from = '') => setPath(from) : undefined,
    menuNote: path !== null && (
      <ShellPart title="菜单说明">
        <MenuNote path={path} onClose={() => setPath(null)} />
      </ShellPart>
    ),
  }
}

/** A menu whose missing entries are explained by Alt and a click into it. */
export function InspectableMenu({ children }: { children: ReactNode }) {
  const { explainMenu, menuNote } = useMenuNote()
  return (
    <>
      <div className="app-inspectable" {...onAltClick(explainMenu !== undefined, () => explainMenu?.())}>
        {children}
      </div>
      {menuNote}
    </>
  )
}
