import { Select } from 'antd'
import { useState } from 'react'
import { errorText } from '#runtime/kernel/errors.ts'
import { dictTextKey } from '#runtime/record/paste/dict-text.ts'
import type { ControlProps } from '../../contract/contract.ts'
import { inputProps } from '../kit/aria.ts'
import { buildFill } from '../kit/choice/choice.ts'
import { useServerText } from '../kit/choice/useServerText.ts'
import { ReadOnlyText } from '../kit/text/ReadOnlyText.tsx'
import { useSelectText } from '../kit/text/useSelectText.ts'
import type { ChoiceFamily } from './settings.ts'
import { type DictOption, useDictSearch, useDictText } from './useDictSearch.ts'

interface Props extends ControlProps<string, ChoiceFamily['sel_search']> {
  /** Milliseconds between the last key and the search. */
  delay?: number
}

export function SelSearchControl({ delay = 800, ...props }: Props) {
  const { value, onChange, patch, field, disabled, readOnly, placeholder, autoFocus, size, cell } = props
  const [isOpened, setOpened] = useState(false)
  const [selected, setSelected] = useState<DictOption | null>(null)
  const { found, isLoading, type, find } = useDictSearch(field.dictCode, isOpened, delay)
  const serverText = useServerText(props)
  const text = useDictText(field.dictCode, value, selected?.value === value ? selected?.label : serverText)
  const buildValues = (option: DictOption | null) => ({
    [dictTextKey(field.key)]: option?.label ?? null,
    ...buildFill(option?.item ? [option.item] : [], field),
  })
  const searched = useSelectText(
    props as ControlProps,
    async (word) => (await find(word)).map((option) => ({ ...option, text: option.label })),
    ({ text: _, ...option }, step) => {
      setSelected(option)
      if (step) return step.patch({ [field.key]: option.value, ...buildValues(option) })
      onChange(option.value)
      patch(buildValues(option))
    },
  )
  if (readOnly) return <ReadOnlyText {...props} text={text} />
  const { left, events } = searched
  const valueOrText = left ?? value
  return (
    <Select<DictOption | null, DictOption>
      {...inputProps({ ...props, invalid: props.invalid || searched.isUnread })}
      {...events}
      labelInValue
      value={valueOrText === null ? null : { value: valueOrText, label: left ?? text }}
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
      onOpenChange={(open) => {
        events.onOpenChange(open)
        if (open) setOpened(true)
      }}
      onSearch={(word) => {
        events.onSearch(word)
        type(word)
      }}
      onKeyDown={(event) => {
        events.onKeyDown(event)
        // The text finds its record in the background.
        if (event.key === 'Enter' && cell && isLoading && searched.hasText()) cell.next()
      }}
      onChange={(item?: DictOption | null) => {
        searched.end()
        const chosen = found.find((option) => option.value === item?.value)?.item
        const option = item ? { value: item.value, label: String(item.label), item: chosen } : null
        setSelected(option)
        onChange(option?.value ?? null)
        patch(buildValues(option))
      }}
      style={{ width: '100%' }}
    />
  )
}
