import { durationText, type FieldErrorState } from './field-error.ts'
import { useSecondsTo } from './useSecondsTo.ts'

/** The red line under what is wrong; the seconds that are left are counted in silence. */
export function FieldError({ mark: { text, until = 0 }, id }: { mark: FieldErrorState; id?: string }) {
  const left = useSecondsTo(until)
  return (
    <p className="mark" id={id} role="alert">
      {text}
      {left > 0 && (
        <span className="wait" aria-live="off">
          （{durationText(left)}后可重试）
        </span>
      )}
    </p>
  )
}
