import { type InputHTMLAttributes, type ReactNode, useId } from 'react'
import { FieldError } from './FieldError.tsx'
import type { FieldErrorState } from './field-error.ts'

export interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  name: string
  mark?: FieldErrorState | undefined
  /** Said under the field while nothing is wrong with it. */
  hint?: ReactNode
  /** Stands at the field's head: the country's number. */
  start?: ReactNode
  /** Stands at the field's end: the eye, the captcha's picture. */
  end?: ReactNode
}

/** A labelled input with its error under it, as an editor's red pen would mark it. */
export function TextField({ label, mark, hint, start, end, ...input }: TextFieldProps) {
  const id = useId()
  const said = [mark && `${id}-mark`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className="field" data-invalid={mark ? '' : undefined}>
      <label htmlFor={id}>{label}</label>
      <div className="box">
        {start}
        <input
          autoCapitalize="none"
          spellCheck={false}
          {...input}
          id={id}
          aria-invalid={mark ? true : undefined}
          aria-describedby={said || undefined}
        />
        {end}
      </div>
      {mark && <FieldError id={`${id}-mark`} mark={mark} />}
      {hint && (
        <div className="hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
    </div>
  )
}
