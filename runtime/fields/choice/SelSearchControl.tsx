import { Select } from 'antd'
import { useState } from 'react'
import { errorText } from '#runtime/kernel/errors.ts'
import { dictTextKey } from '#runtime/record/dict-text.ts'
import type { ControlProps } from '../contract.ts'
import { inputProps } from '../kit/aria.ts'
import { fillOf } from '../kit/choice/choice.ts'
import { useServerText } from '../kit/choice/useServerText.ts'
import { ReadOnlyText } from '../kit/text/ReadOnlyText.tsx'
import { type DictOption, useDictSearch, useDictText } from './useDictSearch.ts'
import type { SelSearchSettings } from './values.ts'

interface Props extends ControlProps<string, SelSearchSettings> {
  /** Milliseconds between the last key and the search. */
  delay?: number
}

export function SelSearchControl({ delay = 800, ...props }: Props) {
  const { value, onChange, patch, field, disabled, readOnly, placeholder, autoFocus, size, onBlur } = props
  const [isOpened, setOpened] = useState(false)
  const [selected, setSelected] = useState<DictOption | null>(null)
  const { found, isLoading, type } = useDictSearch(field.dictCode, isOpened, delay)
  const serverText = useServerText(props)
  const text = useDictText(field.dictCode, value, selected?.value === value ? selected?.label : serverText)
  if (readOnly) return <ReadOnlyText {...props} text={text} />
  return (
    <Select<DictOption | null, DictOption>
      {...inputProps(props)}
      labelInValue
      value={value === null ? null : { value, label: text }}
      options={found}
      showSearch
      filterOption={false}
      loading={isLoading}
      notFoundContent={isLoading ? '查询中…' : errorText('NO_RESULTS')}
      allowClear
      disabled={disabled}
      placeholder={placeholder ?? field.placeholder ?? errorText('SEARCH_HINT')}
      autoFocus={autoFocus}
      size={size}
      onOpenChange={(open) => open && setOpened(true)}
      onSearch={type}
      onBlur={onBlur}
      onChange={(item?: DictOption | null) => {
        const label = item ? String(item.label) : null
        setSelected(item ? { value: item.value, label: label ?? '' } : null)
        onChange(item?.value ?? null)
        const chosen = found.find((option) => option.value === item?.value)?.item
        patch({ [dictTextKey(field.key)]: label, ...fillOf(chosen ? [chosen] : [], field) })
      }}
      style={{ width: '100%' }}
    />
  )
}
