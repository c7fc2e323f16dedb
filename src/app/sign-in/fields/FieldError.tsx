import { useSecondsTo } from '../useSecondsTo.ts'
import { durationText, type FieldErrorState } from './field-error.ts'

/** The red line under an invalid field; the remaining seconds are hidden from screen readers. */
export function FieldError({ mark: { text, until = 0 }, id }: { mark: FieldErrorState; id?: string }) {
  const secondsLeft = useSecondsTo(until)
  return (
    <p className="app-mark" id={id} role="alert">
      {text}
      {secondsLeft > 0 && (
        <span className="app-wait" aria-live="off">
          （{durationText(secondsLeft)}后可重试）
        </span>
      )}
    </p>
  )
}
