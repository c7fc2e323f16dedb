import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import './SlideVerify.css'

interface Props {
  label: string
  isPassed: boolean
  onPass(): void
  id?: string
  disabled?: boolean
  autoFocus?: boolean
  onBlur?(): void
  /** Receives the position of the handle (0 to 100) during a drag, for verification by the server. */
  onTrack?(percent: number): void
}

const handleWidth = 40
const keyStep = 10
const glideEvery = 30

/**
 * Dragging to the far end passes; releasing before starts over. By keyboard: Right moves on, End moves to the end.
 * Plain React and CSS, so that the sign-in page can use it without the component library.
 */
export function SlideVerify({ label, isPassed, onPass, id, disabled, autoFocus, onBlur, onTrack }: Props) {
  const track = useRef<HTMLDivElement>(null)
  const grip = useRef<number | null>(null)
  const gliding = useRef<ReturnType<typeof setInterval>>(undefined)
  const [percent, setPercent] = useState(0)
  const isFixed = isPassed || disabled === true
  const now = isPassed ? 100 : percent
  const left = `calc((100% - ${handleWidth}px) * ${now / 100})`

  useEffect(() => () => clearInterval(gliding.current), [])

  const reach = (next: number) => {
    const at = Math.min(100, Math.max(0, next))
    onTrack?.(at)
    if (at < 100) return setPercent(at)
    grip.current = null
    clearInterval(gliding.current)
    setPercent(0)
    onPass()
  }
  const start = (event: PointerEvent<HTMLElement>) => {
    if (isFixed || event.button > 0) return
    event.currentTarget.setPointerCapture?.(event.pointerId)
    grip.current = event.clientX
    onTrack?.(0)
  }
  const move = (event: PointerEvent<HTMLElement>) => {
    const room = (track.current?.getBoundingClientRect().width ?? 0) - handleWidth
    if (grip.current !== null && room > 0) reach(((event.clientX - grip.current) / room) * 100)
  }
  // A jump is no drag for the verification.
  const glide = () => {
    let at = percent
    clearInterval(gliding.current)
    gliding.current = setInterval(() => {
      at += keyStep
      reach(at)
    }, glideEvery)
  }
  const release = () => {
    clearInterval(gliding.current)
    grip.current = null
    setPercent(0)
  }
  const press = (event: KeyboardEvent) => {
    const next = { ArrowRight: percent + keyStep, ArrowLeft: percent - keyStep, Home: 0, End: 100 }[event.key]
    if (next === undefined || isFixed) return
    event.preventDefault()
    event.stopPropagation()
    if (percent === 0) onTrack?.(0)
    if (event.key === 'End' && onTrack) glide()
    else reach(next)
  }

  return (
    <div
      ref={track}
      className="pro-slide-verify"
      data-passed={isPassed || undefined}
      data-resting={grip.current === null || undefined}
    >
      <div className="pro-slide-verify-done" style={{ width: left }} />
      <span className="pro-slide-verify-text" aria-live="polite">
        {isPassed ? '验证通过' : '拖动滑块验证'}
      </span>
      <button
        type="button"
        id={id}
        role="slider"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(now)}
        aria-valuetext={isPassed ? '验证通过' : '拖动滑块验证'}
        aria-disabled={isFixed || undefined}
        // biome-ignore lint/a11y/noAutofocus: the caller decides which element has the first focus
        autoFocus={autoFocus}
        className="pro-slide-verify-handle"
        style={{ left }}
        onPointerDown={start}
        onPointerMove={move}
        onPointerUp={release}
        onPointerCancel={release}
        onKeyDown={press}
        onBlur={() => {
          release()
          onBlur?.()
        }}
      >
        <span aria-hidden>{isPassed ? '✓' : '»'}</span>
      </button>
    </div>
  )
}
