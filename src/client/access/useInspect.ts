import { useAtomValue } from 'jotai'
import type { MouseEvent, PointerEvent } from 'react'
import { permissionsAtom } from '../session/state.ts'
import { currentView } from '../session/view-as.ts'

const inspectCode = 'access:inspect'

/** Whether the user may see why a place is missing; in a view of another user the server decides by the viewer's rights. */
export function useCanInspect(): boolean {
  const auth = useAtomValue(permissionsAtom)?.auth
  return currentView !== null || auth?.some(({ action }) => action === inspectCode) === true
}

/** The properties of an element whose Alt-click explains; the click that follows does not reach its buttons. */
export const onAltClick = (isOn: boolean, explain: (event: PointerEvent) => void) => ({
  onPointerDownCapture(event: PointerEvent) {
    if (!isOn || !event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    explain(event)
  },
  onClickCapture(event: MouseEvent) {
    if (!isOn || !event.altKey) return
    event.preventDefault()
    event.stopPropagation()
  },
})
