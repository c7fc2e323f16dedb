import { type InputHTMLAttributes, type ReactNode, useId } from 'react'
import { FieldError } from './FieldError.tsx'
import type { FieldErrorState } from './field-error.ts'

export interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  name: string
  mark?: FieldErrorState | undefined
  /** The text under the field while it has no error. */
  hint?: ReactNode
  /** Content at the start of the field, such as the country code. */
  start?: ReactNode
  /** Content at the end of the field, such as the eye or the captcha. */
  end?: ReactNode
}

/** A labelled input with its error below it. */
export function TextField({ label, mark, hint, start, end, ...input }: TextFieldProps) {
  const id = useId()
  const describedBy = [mark && `${id}-mark`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className="app-field" data-invalid={mark ? '' : undefined}>
      <label htmlFor={id}>{label}</label>
      <div className="app-box">
        {start}
        <input
          autoCapitalize="none"
          spellCheck={false}
          {...input}
          id={id}
          aria-invalid={mark ? true : undefined}
          aria-describedby={describedBy || undefined}
        />
        {end}
      </div>
      {hint && (
        <div className="app-hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
      {mark && <FieldError id={`${id}-mark`} mark={mark} />}
    </div>
  )
}
