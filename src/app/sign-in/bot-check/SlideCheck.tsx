import { useRef, useState } from 'react'
import { SlideVerify } from '#runtime/ui/overlay/SlideVerify.tsx'
import { judgeSlide, startSlide } from '../calls.ts'
import { FieldError } from '../fields/FieldError.tsx'
import { buildFieldError, type FieldErrorState } from '../fields/field-error.ts'

interface Drag {
  challenge: string | null
  /** When the challenge was received (ms since 1970). */
  since: number
  start: number
  trace: [number, number][]
}

const CHALLENGE_LIFETIME_MS = 90_000
/** One animation frame; the last point fits into the server's limit. */
const POINT_INTERVAL_MS = 16
const MAX_POINTS = 480

interface Props {
  /** The reason for the check, when it needs an explanation. */
  reason?: FieldErrorState | undefined
  onTicket(ticket: string): void
}

/** The slider, verified by the server: a passed drag returns a ticket for one request. */
export function SlideCheck({ reason, onTicket }: Props) {
  const [isPassed, setPassed] = useState(false)
  const [mark, setMark] = useState(reason)
  const drag = useRef<Drag>({ challenge: null, since: 0, start: 0, trace: [] })
  const asking = useRef<Promise<void>>(undefined)

  const ask = async () => {
    drag.current.challenge = await startSlide()
    drag.current.since = Date.now()
  }
  const track = (percent: number) => {
    const { current } = drag
    if (percent === 0) {
      setMark(undefined)
      current.start = Date.now()
      current.trace = [[0, 0]]
      const isFresh = current.challenge !== null && Date.now() - current.since < CHALLENGE_LIFETIME_MS
      if (!isFresh) asking.current = ask()
      // The text is announced when it is required.
      asking.current?.catch(() => undefined)
      return
    }
    const at = Date.now() - current.start
    const last = current.trace.at(-1)?.[1] ?? 0
    if (percent < 100 && (at - last < POINT_INTERVAL_MS || current.trace.length >= MAX_POINTS)) return
    current.trace.push([percent / 100, at])
  }
  const checkDrag = async () => {
    const { current } = drag
    setPassed(true)
    try {
      await asking.current
      const [, took] = current.trace.at(-1) ?? [1, 0]
      // The server rejects a drag that took longer than the time since its challenge.
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, took - (Date.now() - current.since))))
      onTicket(await judgeSlide(current.challenge ?? '', current.trace))
    } catch (error) {
      current.challenge = null
      setPassed(false)
      setMark(buildFieldError(error))
    }
  }

  return (
    <div className="app-slide">
      <SlideVerify
        label="滑块验证"
        autoFocus
        isPassed={isPassed}
        onTrack={track}
        onPass={() => void checkDrag()}
      />
      {mark && <FieldError mark={mark} />}
    </div>
  )
}
