import { useState } from 'react'
import { asksForTicket } from '../session/sign-in.ts'
import { type FieldErrorState, fieldErrorOf } from './field-error.ts'
import { SlideCheck } from './SlideCheck.tsx'

/** The slider where the server wants it with the next try. Its ticket goes along once. */
export function useSlideCheck() {
  const [slider, setSlider] = useState<{ number: number; reason: FieldErrorState | undefined } | null>(null)
  const [ticket, setTicket] = useState<string | null>(null)

  /** Shows what a refusal asks for; true: it asks for nothing else, and the slider says so. */
  const look = (error: unknown): boolean => {
    const isAsked = asksForTicket(error)
    const mark = fieldErrorOf(error)
    const isAll = isAsked && mark.text.includes('安全验证')
    setTicket(null)
    // Another number is another slider.
    setSlider((before) =>
      isAsked ? { number: (before?.number ?? 0) + 1, reason: isAll ? mark : undefined } : null,
    )
    return isAll
  }

  return {
    look,
    proof: ticket === null ? {} : { ticket },
    field: slider && <SlideCheck key={slider.number} reason={slider.reason} onTicket={setTicket} />,
  }
}
