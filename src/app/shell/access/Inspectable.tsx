import { useAtomValue } from 'jotai'
import { type PointerEvent, type ReactNode, Suspense, useEffect, useState } from 'react'
import { usePage } from '#runtime/host/page-visibility.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { permissionsAtom } from '../../session/state.ts'
import { currentView } from '../../session/view-as.ts'

const AccessNote = lazyPart(async () => (await import('./AccessNote.tsx')).AccessNote)

const inspectCode = 'access:inspect'

interface Pointed {
  /** The text of the button or heading at the pointer. */
  text: string
  /** The button at the pointer is shown but disabled. */
  isDisabled: boolean
}

/** A disabled button receives no click, but the pointer is over it. */
function pointedAt({ clientX, clientY }: PointerEvent): Pointed {
  const place = document
    .elementFromPoint(clientX, clientY)
    ?.closest('button, a, th, label, [role="menuitem"]')
  const isDisabled = place?.matches(':disabled, [aria-disabled="true"]') === true
  return { text: (place?.textContent ?? '').trim().slice(0, 40), isDisabled }
}

/** A screen whose missing places are explained: by Alt and a click into it, or by Alt and / for all of them. */
export function Inspectable({ id, children }: { id: string; children: ReactNode }) {
  const page = usePage()
  const auth = useAtomValue(permissionsAtom)?.auth
  const [pointed, setPointed] = useState<Pointed | null>(null)
  const canInspect = currentView !== null || auth?.some(({ action }) => action === inspectCode) === true
  useEffect(() => {
    if (!canInspect) return
    const onKey = (event: KeyboardEvent) => {
      if (!event.altKey || event.code !== 'Slash' || !page.isShown()) return
      event.preventDefault()
      setPointed({ text: '', isDisabled: false })
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [canInspect, page])
  return (
    <div
      className="app-inspectable"
      onPointerDownCapture={(event) => {
        if (!canInspect || !event.altKey) return
        event.preventDefault()
        event.stopPropagation()
        setPointed(pointedAt(event))
      }}
      onClickCapture={(event) => {
        // The click that follows must not run the button.
        if (canInspect && event.altKey) event.stopPropagation()
      }}
    >
      {children}
      {pointed && (
        <Suspense>
          <AccessNote id={id} {...pointed} onClose={() => setPointed(null)} />
        </Suspense>
      )}
    </div>
  )
}
