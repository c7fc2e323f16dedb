import { Checkbox } from 'antd'
import { getTitle } from '#runtime/schema/derive.ts'
import type { ControlProps } from '../../contract/contract.ts'
import { useIsViewMode } from '../../contract/view-mode.ts'
import { ReadOnlyValue } from '../kit/text/ReadOnlyText.tsx'
import type { ChoiceFamily } from './settings.ts'
import { type CheckboxV, checkboxPair } from './values.ts'

export function CheckboxControl(props: ControlProps<CheckboxV, ChoiceFamily['checkbox']>) {
  const { value, onChange, field, id, disabled, readOnly, invalid, autoFocus, onBlur } = props
  const [checked, unchecked] = checkboxPair(field)
  if (useIsViewMode()) return <ReadOnlyValue {...(props as ControlProps)} />
  return (
    <Checkbox
      id={id}
      aria-label={getTitle(field)}
      aria-invalid={invalid || undefined}
      checked={value === checked}
      disabled={disabled || readOnly}
      autoFocus={autoFocus}
      onBlur={onBlur}
      onChange={(event) => onChange(event.target.checked ? checked : unchecked)}
    />
  )
}
