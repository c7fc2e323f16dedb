import { Select } from 'antd'
import { useState } from 'react'
import { dictTextKey, serverText } from '#runtime/record/paste/dict-text.ts'
import type { DictItem } from '#runtime/schema/field-value.ts'
import type { ControlProps } from '../../contract/contract.ts'
import { inputProps } from '../kit/aria.ts'
import { buildFill, type ChoiceV, choiceFromWire } from '../kit/choice/choice.ts'
import { filterOption } from '../kit/choice/filter-options.ts'
import { useChoiceItems, withServerText } from '../kit/choice/useChoiceItems.ts'
import { ReadOnlyValue } from '../kit/text/ReadOnlyText.tsx'
import { useSelectText } from '../kit/text/useSelectText.ts'
import type { ChoiceFamily } from './settings.ts'

/** A value missing from the dictionary is shown as it is and kept until another is selected. */
export function SelectControl(props: ControlProps<ChoiceV, ChoiceFamily['select']>) {
  const { value, onChange, field, disabled, readOnly, placeholder, autoFocus, size } = props
  const { values, patch } = props
  const items = withServerText(useChoiceItems(field, values), field, value, values)
  const [typed, setTyped] = useState('')
  const buildValues = (item: DictItem | undefined) => ({
    ...(field.dictWhere && { [dictTextKey(field.key)]: item?.text ?? null }),
    ...buildFill(item ? [item] : [], field),
  })
  const search = useSelectText(
    props as ControlProps,
    async (text) => {
      const found = items.filter((item) => !item.disabled && filterOption(text, { label: item.text }))
      return field.allowInput && !found.some((item) => item.text === text) ? [{ value: text, text }] : found
    },
    (item, step) => {
      const next = choiceFromWire(item.value, field)
      if (step) return step.patch({ [field.key]: next, ...buildValues(item) })
      onChange(next)
      patch(buildValues(item))
    },
  )
  if (readOnly)
    return (
      <ReadOnlyValue
        {...(props as ControlProps)}
        text={field.dictWhere ? serverText(values, field.key) : undefined}
      />
    )
  const options = items.map((item) => ({ value: item.value, label: item.text, disabled: item.disabled }))
  const typedValue = field.allowInput ? typed.trim() : ''
  if (
    typedValue !== '' &&
    !options.some(({ value: optionValue, label }) => optionValue === typedValue || label === typedValue)
  )
    options.unshift({ value: typedValue, label: typedValue, disabled: false })
  return (
    <Select<string>
      {...inputProps({ ...props, invalid: props.invalid || search.isUnread })}
      {...search.events}
      value={search.left ?? (value === null ? null : String(value))}
      options={options}
      disabled={disabled}
      allowClear
      showSearch={field.allowSearch !== false || field.allowInput === true}
      onSearch={(text) => {
        search.events.onSearch(text)
        if (field.allowInput) setTyped(text)
      }}
      filterOption={filterOption}
      placeholder={placeholder ?? field.placeholder ?? '请选择'}
      autoFocus={autoFocus}
      size={size}
      onChange={(selected?: string) => {
        setTyped('')
        search.end()
        onChange(choiceFromWire(selected, field))
        patch(buildValues(items.find((entry) => entry.value === selected)))
      }}
      style={{ width: '100%' }}
    />
  )
}
