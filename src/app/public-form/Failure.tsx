import { FieldError } from '../sign-in/fields/FieldError.tsx'
import type { FieldErrorState } from '../sign-in/fields/field-error.ts'

interface Props {
  failure: FieldErrorState
  onRetry(): void
}

/** What could not be loaded, with another try. */
export const Failure = ({ failure, onRetry }: Props) => (
  <>
    <FieldError mark={failure} />
    <button type="button" className="app-submit" onClick={onRetry}>
      重试
    </button>
  </>
)
