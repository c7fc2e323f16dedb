import { Button, Select } from 'antd'
import { useId, useState } from 'react'
import { useLookup } from '#runtime/data/hooks.ts'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { useServices } from '#runtime/services/services.tsx'
import type { Companion } from '../api.ts'
import { namedTexts } from './dict-items.ts'
import { NewDictionary } from './NewDictionary.tsx'
import { useDictionaries, useDictionaryUses } from './useDictionaries.ts'

interface Props {
  field: JsonObject
  /** The new dictionaries that are released with the document. */
  drafts: readonly Companion[]
  onChange(field: JsonObject): void
}

/** The dictionary of a field: chosen among all, with its items and the fields that use it, or made here. */
export function DictionaryChoice({ field, drafts, onChange }: Props) {
  const { http } = useServices()
  const id = useId()
  const [isNew, setNew] = useState(false)
  const [typed, setTyped] = useState('')
  const dictionaries = useDictionaries(drafts)
  const code = typeof field.dictCode === 'string' ? field.dictCode : ''
  const uses = useDictionaryUses(code)
  const { lookup } = useLookup(http, code === '' ? [] : [code])
  const items = code === '' ? [] : lookup.items(code)
  const options = dictionaries.map((entry) => ({ value: entry.code, label: `${entry.title} ${entry.code}` }))
  // A registered table (table,text column,value column) is no dictionary of the list.
  const others = [code, typed.includes(',') ? typed.trim() : '']
    .filter((value) => value !== '' && !dictionaries.some((entry) => entry.code === value))
    .map((value) => ({ value, label: value }))
  const choose = (dictCode: string | undefined, tags: Readonly<Record<string, string>> = {}) => {
    // Fixed options and a dictionary exclude each other.
    const { dictCode: _, options: _options, ...rest } = field
    const tag = { ...(isJsonObject(field.tag) ? field.tag : {}), ...tags }
    onChange({ ...rest, ...(dictCode && { dictCode }), ...(Object.keys(tag).length > 0 && { tag }) })
  }
  return (
    <section className="view-design-choice" aria-label="字典">
      <label htmlFor={id}>字典</label>
      <div className="view-design-choices">
        <Select
          id={id}
          allowClear
          showSearch
          optionFilterProp="label"
          placeholder="选一个字典，或填 表,文字列,值列"
          value={code || undefined}
          options={[...options, ...others]}
          onSearch={setTyped}
          onChange={(chosen: string | undefined) => choose(chosen)}
        />
        <Button onClick={() => setNew(true)}>新建</Button>
      </div>
      {items.length > 0 && <p className="view-design-hint">{namedTexts(items.map(({ text }) => text))}</p>}
      {uses && uses.length > 0 && (
        <p className="view-design-hint">
          用在：{namedTexts(uses.map(({ screenTitle, fieldTitle }) => `${screenTitle}的${fieldTitle}`))}
        </p>
      )}
      {isNew && (
        <NewDictionary
          fieldTitle={String(field.title ?? '')}
          codes={new Set(dictionaries.map((entry) => entry.code))}
          onClose={() => setNew(false)}
          onCreated={(created, tags) => {
            setNew(false)
            choose(created, tags)
          }}
        />
      )}
    </section>
  )
}
