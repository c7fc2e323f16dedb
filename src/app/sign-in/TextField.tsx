import { type InputHTMLAttributes, type ReactNode, useId } from 'react'

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  name: string
  error?: string
  /** Stands at the field's end: the eye, the captcha's picture. */
  end?: ReactNode
}

/** A labelled input with its error under it, as an editor's red pen would mark it. */
export function TextField({ label, error, end, ...input }: Props) {
  const id = useId()
  return (
    <div className="field" data-invalid={error ? '' : undefined}>
      <label htmlFor={id}>{label}</label>
      <div className="box">
        <input
          {...input}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        {end}
      </div>
      {error && (
        <p className="mark" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
