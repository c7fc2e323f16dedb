import { Select } from 'antd'
import type { ChoiceSettings } from '#runtime/schema/language/settings.ts'
import type { ControlProps } from '../../contract/contract.ts'
import { inputProps } from '../kit/aria.ts'
import { buildFill } from '../kit/choice/choice.ts'
import { filterOption } from '../kit/choice/filter-options.ts'
import { useChoiceItems } from '../kit/choice/useChoiceItems.ts'
import { joinValues, splitValues } from '../kit/joined-values.ts'
import { ReadOnlyValue } from '../kit/text/ReadOnlyText.tsx'
import { useSelectText } from '../kit/text/useSelectText.ts'

/** A value missing from the dictionary is shown as it is and kept until it is removed. */
export function ListMultiControl(props: ControlProps<string, ChoiceSettings>) {
  const { value, onChange, patch, field, disabled, readOnly, placeholder, autoFocus, size } = props
  const items = useChoiceItems(field, props.values)
  const selected = splitValues(value)
  const fill = (values: readonly string[]) =>
    buildFill(
      items.filter((item) => values.includes(item.value)),
      field,
    )
  const search = useSelectText(
    props as ControlProps,
    async (typed) => items.filter((item) => !item.disabled && filterOption(typed, { label: item.text })),
    (item, step) => {
      const values = [...selected, item.value]
      if (step) return step.patch({ [field.key]: joinValues(values), ...fill(values) })
      onChange(joinValues(values))
      patch(fill(values))
    },
  )
  if (readOnly) return <ReadOnlyValue {...(props as ControlProps)} />
  const { left, events } = search
  return (
    <Select<string[]>
      {...inputProps({ ...props, invalid: props.invalid || search.isUnread })}
      {...events}
      mode="multiple"
      value={left === null ? selected : [...selected, left]}
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
      onChange={(chosen) => {
        search.end()
        const values = chosen.filter((member) => member !== left)
        onChange(joinValues(values))
        patch(fill(values))
      }}
      style={{ width: '100%' }}
    />
  )
}
