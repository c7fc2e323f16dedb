import { Select } from 'antd'
import type { ControlProps } from '../contract.ts'
import { inputProps } from '../kit/aria.ts'
import { type ChoiceSettings, fillOf } from '../kit/choice/choice.ts'
import { filterOption } from '../kit/choice/filter-options.ts'
import { joinValues, splitValues } from '../kit/choice/multi.ts'
import { useChoiceItems } from '../kit/choice/useChoiceItems.ts'
import { ReadOnlyValue } from '../kit/text/ReadOnlyText.tsx'

/** A value missing from the dictionary is shown as it is and kept until it is removed. */
export function ListMultiControl(props: ControlProps<string, ChoiceSettings>) {
  const { value, onChange, patch, field, disabled, readOnly, placeholder, autoFocus, size, onBlur } = props
  const items = useChoiceItems(field, props.values)
  if (readOnly) return <ReadOnlyValue {...(props as ControlProps)} />
  return (
    <Select<string[]>
      {...inputProps(props)}
      mode="multiple"
      value={splitValues(value)}
      options={items.map((item) => ({
        value: item.value,
        label: item.text,
        disabled: item.disabled,
      }))}
      disabled={disabled}
      allowClear
      filterOption={filterOption}
      maxTagCount={size === 'small' ? 'responsive' : undefined}
      placeholder={placeholder ?? field.placeholder ?? '请选择'}
      autoFocus={autoFocus}
      size={size}
      onBlur={onBlur}
      onChange={(values) => {
        onChange(joinValues(values))
        patch(
          fillOf(
            items.filter((item) => values.includes(item.value)),
            field,
          ),
        )
      }}
      style={{ width: '100%' }}
    />
  )
}
