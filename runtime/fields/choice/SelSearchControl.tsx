import { Select } from 'antd'
import { useState } from 'react'
import { errorText } from '#runtime/kernel/errors.ts'
import type { ControlProps } from '../contract.ts'
import { inputProps } from '../kit/aria.ts'
import { dictTextKey, useSentText } from '../kit/choice/dict-text.ts'
import { ReadOnlyText } from '../kit/text/ReadOnlyText.tsx'
import { type Found, useDictSearch, useDictText } from './useDictSearch.ts'
import type { SelSearchSettings } from './values.ts'

interface Props extends ControlProps<string, SelSearchSettings> {
  /** How long typing waits. */
  wait?: number
}

export function SelSearchControl({ wait = 800, ...props }: Props) {
  const { value, onChange, patch, field, disabled, readOnly, placeholder, autoFocus, size, onBlur } = props
  const [isOpened, setOpened] = useState(false)
  const [chosen, setChosen] = useState<Found | null>(null)
  const { found, isLoading, type } = useDictSearch(field.dictCode, isOpened, wait)
  const sent = useSentText(props)
  const text = useDictText(field.dictCode, value, chosen?.value === value ? chosen?.label : sent)
  if (readOnly) return <ReadOnlyText {...props} text={text} />
  return (
    <Select<Found | null, Found>
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
      onChange={(item?: Found | null) => {
        const label = item ? String(item.label) : null
        setChosen(item ? { value: item.value, label: label ?? '' } : null)
        onChange(item?.value ?? null)
        patch({ [dictTextKey(field.key)]: label })
      }}
      style={{ width: '100%' }}
    />
  )
}
