import TextArea from 'antd/es/input/TextArea'
import type { ControlProps } from '../../contract/contract.ts'
import { useIsViewMode } from '../../contract/view-mode.ts'
import { inputProps } from '../kit/aria.ts'
import { ReadOnlyValue } from '../kit/text/ReadOnlyText.tsx'
import { DEFAULT_LONG_TEXT_LENGTH } from '../kit/text/text-value.ts'
import type { TextFamily } from './settings.ts'

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
      autoSize={{ minRows: rows, maxRows: Math.max(rows, 8) }}
      maxLength={field.length ?? DEFAULT_LONG_TEXT_LENGTH}
      onBlur={onBlur}
      onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
    />
  )
}
