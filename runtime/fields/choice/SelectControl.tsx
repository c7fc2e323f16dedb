import { Select } from 'antd'
import { useState } from 'react'
import type { ControlProps } from '../contract.ts'
import { inputProps } from '../kit/aria.ts'
import { type ChoiceSettings, type ChoiceV, choiceFromWire } from '../kit/choice/choice.ts'
import { dictTextKey, sentText } from '../kit/choice/dict-text.ts'
import { filterOption } from '../kit/choice/filter-options.ts'
import { useChoiceItems, withSent } from '../kit/choice/useChoiceItems.ts'
import { ReadOnlyValue } from '../kit/text/ReadOnlyText.tsx'

/** A value that the dictionary does not hold is shown as it is and kept until another is chosen. */
export function SelectControl(props: ControlProps<ChoiceV, ChoiceSettings>) {
  const { value, onChange, field, disabled, readOnly, placeholder, autoFocus, size, onBlur } = props
  const { values, patch } = props
  const items = withSent(useChoiceItems(field, values), field, value, values)
  const [typed, setTyped] = useState('')
  if (readOnly)
    return (
      <ReadOnlyValue
        {...(props as ControlProps)}
        text={field.dictWhere ? sentText(values, field.key) : undefined}
      />
    )
  const options = items.map((item) => ({ value: item.value, label: item.text, disabled: item.disabled }))
  const word = field.allowInput ? typed.trim() : ''
  if (word !== '' && !options.some(({ value: known, label }) => known === word || label === word))
    options.unshift({ value: word, label: word, disabled: false })
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
      onChange={(chosen?: string) => {
        setTyped('')
        onChange(choiceFromWire(chosen, field))
        if (!field.dictWhere) return
        patch({ [dictTextKey(field.key)]: items.find((item) => item.value === chosen)?.text ?? null })
      }}
      style={{ width: '100%' }}
    />
  )
}
