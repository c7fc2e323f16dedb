import { Segmented } from 'antd'
import type { ControlProps } from '#runtime/contract/contract.ts'
import { choiceFromWire } from '#runtime/fields/kit/choice/choice.ts'
import { useChoiceItems } from '#runtime/fields/kit/choice/useChoiceItems.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import type { ChoiceSettings } from '#runtime/schema/language/settings.ts'
import type { FieldOf } from '#runtime/schema/types.ts'

/** A short choice with all options visible. */
export function Segments({ id, value, onChange, disabled, readOnly, size, values, ...props }: ControlProps) {
  const field = props.field as FieldOf<ChoiceSettings>
  const items = useChoiceItems(field, values)
  const selected = value === null ? '' : String(value)
  return (
    <Segmented
      id={id}
      aria-label={getTitle(field)}
      value={selected}
      disabled={disabled || readOnly}
      size={size}
      options={items.map((item) => ({ value: item.value, label: item.text, disabled: item.disabled }))}
      onChange={(next) => onChange(choiceFromWire(next, field))}
    />
  )
}
