import { Suspense, useState } from 'react'
import { asksForTicket } from '#client/session/sign-in.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { buildFieldError, type FieldErrorState } from '../fields/field-error.ts'
import { findReason } from '../reasons.ts'

const SlideCheck = lazyPart(async () => (await import('./SlideCheck.tsx')).SlideCheck)

/** The slider, when the server requires it with the next try. Its ticket is used once. */
export function useSlideCheck() {
  const [slider, setSlider] = useState<{ number: number; reason: FieldErrorState | undefined } | null>(null)
  const [ticket, setTicket] = useState<string | null>(null)

  /** Shows the check that a refusal requires; true: only the slider is required, and it shows the reason. */
  const look = (error: unknown): boolean => {
    const isAsked = asksForTicket(error)
    const mark = buildFieldError(error)
    const isAll = isAsked && findReason(error) === 'TICKET_MISSING'
    setTicket(null)
    // Another number requires another slider.
    setSlider((before) =>
      isAsked ? { number: (before?.number ?? 0) + 1, reason: isAll ? mark : undefined } : null,
    )
    return isAll
  }

  return {
    look,
    proof: ticket === null ? {} : { ticket },
    field: slider && (
      <Suspense>
        <SlideCheck key={slider.number} reason={slider.reason} onTicket={setTicket} />
      </Suspense>
    ),
  }
}
