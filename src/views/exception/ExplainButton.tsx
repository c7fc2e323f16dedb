import { Button } from 'antd'
import { useLocation } from 'react-router-dom'
import { useMenuNote } from '#client/access/useMenuNote.tsx'

/** Explains why the page of the address is not in the menu; nothing for users who may not inspect rights. */
export function ExplainButton() {
  const { explainMenu, menuNote } = useMenuNote()
  const state: unknown = useLocation().state
  const from = typeof state === 'object' && state && 'from' in state ? String(state.from) : ''
  if (!explainMenu) return null
  return (
    <>
      <Button onClick={() => explainMenu(from)}>为什么看不到</Button>
      {menuNote}
    </>
  )
}
