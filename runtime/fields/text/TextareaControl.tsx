import TextArea from 'antd/es/input/TextArea'
import type { CSSProperties } from 'react'
import type { ControlProps } from '../../contract/contract.ts'
import { useIsViewMode } from '../../contract/view-mode.ts'
import { inputProps } from '../kit/aria.ts'
import { ReadOnlyValue } from '../kit/text/ReadOnlyText.tsx'
import { DEFAULT_LONG_TEXT_LENGTH } from '../kit/text/text-value.ts'
import type { TextFamily } from './settings.ts'

const MAX_ROWS = 8
/** Padding and border above and below the text, in pixels. */
const FRAME = 10

/**
 * Grows from the one number of rows to the other. The style sheet does it: measuring the text in a script would lay out
 * the whole page several times for each textarea. A browser without `field-sizing` keeps the first height, with a handle.
 */
const growing = (rows: number, maxRows: number): CSSProperties => ({
  fieldSizing: 'content',
  minHeight: `calc(${rows}lh + ${FRAME}px)`,
  maxHeight: `calc(${maxRows}lh + ${FRAME}px)`,
  ...(globalThis.CSS?.supports('field-sizing', 'content') && { resize: 'none' }),
})

/** Grows with its text; shows the remaining length only if the document declares one. */
export function TextareaControl(props: ControlProps<string, TextFamily['textarea']>) {
  const { value, onChange, disabled, readOnly, placeholder, field, autoFocus, size, onBlur } = props
  const rows = field.rows ?? 2
  if (useIsViewMode()) return <ReadOnlyValue {...(props as ControlProps)} />
  return (
    <TextArea
      {...inputProps(props)}
      value={value ?? ''}
      disabled={disabled}
      readOnly={readOnly}
      variant={readOnly ? 'filled' : undefined}
      placeholder={readOnly ? undefined : (placeholder ?? field.placeholder)}
      autoFocus={autoFocus}
      size={size}
      rows={rows}
      style={growing(rows, Math.max(rows, MAX_ROWS))}
      maxLength={field.length ?? DEFAULT_LONG_TEXT_LENGTH}
      onBlur={onBlur}
      onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
    />
  )
}
