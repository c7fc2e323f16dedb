import { Select } from 'antd'
import { useState } from 'react'
import type { ControlProps } from '../contract.ts'
import { inputProps } from '../parts/aria.ts'
import { dictTextKey, useSentText } from '../parts/dict-text.ts'
import { ReadOnlyText } from '../parts/ReadOnlyText.tsx'
import { type Found, useDictSearch, useDictText } from './useDictSearch.ts'
import type { SelSearchSettings } from './value.ts'

export function SelSearchControl(props: ControlProps<string, SelSearchSettings>) {
  const { value, onChange, patch, field, disabled, readOnly, placeholder, autoFocus, size, onBlur } = props
  const [isOpened, setOpened] = useState(false)
  const [chosen, setChosen] = useState<Found | null>(null)
  const { found, isLoading, type } = useDictSearch(field.dictCode, isOpened)
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
      notFoundContent={isLoading ? '查询中…' : '没有查询到任何数据'}
      allowClear
      disabled={disabled}
      placeholder={placeholder ?? field.placeholder ?? '请输入搜索内容'}
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
