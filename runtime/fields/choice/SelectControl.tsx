import { Select } from 'antd'
import { useState } from 'react'
import { dictTextKey, serverText } from '#runtime/record/dict-text.ts'
import type { ControlProps } from '../contract.ts'
import { inputProps } from '../kit/aria.ts'
import { type ChoiceSettings, type ChoiceV, choiceFromWire, fillOf } from '../kit/choice/choice.ts'
import { filterOption } from '../kit/choice/filter-options.ts'
import { useChoiceItems, withServerText } from '../kit/choice/useChoiceItems.ts'
import { ReadOnlyValue } from '../kit/text/ReadOnlyText.tsx'

/** A value missing from the dictionary is shown as it is and kept until another is selected. */
export function SelectControl(props: ControlProps<ChoiceV, ChoiceSettings>) {
  const { value, onChange, field, disabled, readOnly, placeholder, autoFocus, size, onBlur } = props
  const { values, patch } = props
  const items = withServerText(useChoiceItems(field, values), field, value, values)
  const [typed, setTyped] = useState('')
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
      {...inputProps(props)}
      value={value === null ? null : String(value)}
      options={options}
      disabled={disabled}
      allowClear
      showSearch={field.allowSearch !== false || field.allowInput === true}
      onSearch={field.allowInput ? setTyped : undefined}
      filterOption={filterOption}
      placeholder={placeholder ?? field.placeholder ?? '请选择'}
      autoFocus={autoFocus}
      size={size}
      onBlur={onBlur}
      onChange={(selected?: string) => {
        setTyped('')
        onChange(choiceFromWire(selected, field))
        const item = items.find((entry) => entry.value === selected)
        patch({
          ...(field.dictWhere && { [dictTextKey(field.key)]: item?.text ?? null }),
          ...fillOf(item ? [item] : [], field),
        })
      }}
      style={{ width: '100%' }}
    />
  )
}
