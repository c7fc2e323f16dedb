import { Switch } from 'antd'
import { useEffect, useRef } from 'react'
import { getTitle } from '#runtime/schema/derive.ts'
import type { ControlProps } from '../../contract/contract.ts'
import { useIsViewMode } from '../../contract/view-mode.ts'
import type { ChoiceV } from '../kit/choice/choice.ts'
import { ReadOnlyValue } from '../kit/text/ReadOnlyText.tsx'
import type { ChoiceFamily } from './settings.ts'
import { switchStates } from './values.ts'

/** An empty value counts as off, and is set to off as soon as the switch is drawn. */
export function SwitchControl(props: ControlProps<ChoiceV, ChoiceFamily['switch']>) {
  const { value, onChange, field, id, disabled, readOnly, invalid, autoFocus } = props
  const [on, off] = switchStates(field)
  const emit = useRef(onChange)
  emit.current = onChange
  const isUnset = value === null && !disabled && !readOnly
  useEffect(() => {
    if (isUnset) emit.current(off.value)
  }, [isUnset, off.value])
  if (useIsViewMode()) return <ReadOnlyValue {...(props as ControlProps)} />
  return (
    <Switch
      id={id}
      aria-label={getTitle(field)}
      aria-invalid={invalid || undefined}
      checked={String(value) === String(on.value)}
      checkedChildren={on.text}
      unCheckedChildren={off.text}
      disabled={disabled || readOnly}
      autoFocus={autoFocus}
      onChange={(isOn) => onChange(isOn ? on.value : off.value)}
    />
  )
}
