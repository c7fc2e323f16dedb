import { type PointerEvent, type ReactNode, useEffect, useState } from 'react'
import { usePage } from '#runtime/host/page-visibility.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { ShellPart } from '../errors/ShellPart.tsx'
import { onAltClick, useCanInspect } from './useInspect.ts'
import './access.css'

const AccessNote = lazyPart(async () => (await import('./AccessNote.tsx')).AccessNote)

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
  const canInspect = useCanInspect()
  const [pointed, setPointed] = useState<Pointed | null>(null)
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
    <div className="app-inspectable" {...onAltClick(canInspect, (event) => setPointed(pointedAt(event)))}>
      {children}
      {pointed && (
        <ShellPart title="权限说明">
          <AccessNote id={id} {...pointed} onClose={() => setPointed(null)} />
        </ShellPart>
      )}
    </div>
  )
}
