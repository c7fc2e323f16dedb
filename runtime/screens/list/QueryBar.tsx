import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type FormEvent, useId, useState } from 'react'
import type { QueryItem } from '../../compile/plan.ts'
import { readParam, writeParam } from '../../compile/query.ts'

export type Conditions = Readonly<Record<string, string>>

interface Props {
  items: readonly QueryItem[]
  /** The conditions in force; typing changes a draft until 查询. */
  conditions: Conditions
  onSearch(conditions: Conditions): void
  onReset(): void
  /** In a drawer every item shows, one below the other. */
  stacked?: boolean
}

const inSight = 3

export function QueryBar({ items, conditions, onSearch, onReset, stacked }: Props) {
  const [draft, setDraft] = useState(conditions)
  const [seen, setSeen] = useState(conditions)
  // Conditions may change from outside (a dropped tag, the browser's back); the draft follows.
  if (JSON.stringify(seen) !== JSON.stringify(conditions)) {
    setSeen(conditions)
    setDraft(conditions)
  }
  const first = items.filter((item) => !item.folded).slice(0, inSight)
  const rest = items.filter((item) => !first.includes(item))
  const [isOpen, setOpen] = useState(() => rest.some((item) => item.names.some((name) => conditions[name])))
  const missing = items.filter((item) => item.required && !item.names.some((name) => draft[name]))
  const shown = stacked || isOpen ? items : first

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (missing.length === 0) onSearch(draft)
  }
  const set = (item: QueryItem, params: Conditions) =>
    setDraft((now) => ({
      ...Object.fromEntries(Object.entries(now).filter(([name]) => !item.names.includes(name))),
      ...params,
    }))

  if (items.length === 0) return null
  return (
    <form className="pro-query" data-stacked={stacked || undefined} onSubmit={submit} aria-label="查询条件">
      <div className="pro-query-items">
        {shown.map((item) => (
          <Item key={item.key} item={item} draft={draft} onChange={(params) => set(item, params)} />
        ))}
      </div>
      <div className="pro-query-buttons">
        <Button htmlType="submit" type={stacked ? 'primary' : 'default'} disabled={missing.length > 0}>
          查询
        </Button>
        <Button type="text" className="pro-quiet" onClick={onReset}>
          重置
        </Button>
        {!stacked && rest.length > 0 && (
          <Button type="link" className="pro-fold" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? '收起' : '展开'}
            {isOpen ? <UpOutlined aria-hidden /> : <DownOutlined aria-hidden />}
          </Button>
        )}
      </div>
    </form>
  )
}

const hints: Partial<Record<string, string>> = {
  right_like: '以…开头',
  left_like: '以…结尾',
  like: '可用 * 匹配',
}

interface ItemProps {
  item: QueryItem
  draft: Conditions
  onChange(params: Conditions): void
}

function Item({ item, draft, onChange }: ItemProps) {
  const id = useId()
  const { field, type, rule } = item
  const text = readParam(item.key, rule, draft)
  return (
    <div className="pro-query-item" data-rule={rule}>
      <label htmlFor={id} data-required={item.required || undefined}>
        {item.title}
      </label>
      <div className="pro-query-control">
        {type.QueryControl ? (
          <type.QueryControl
            id={id}
            field={field}
            params={draft}
            onChange={(params) => onChange(own(item, params))}
          />
        ) : (
          <type.Control
            id={id}
            field={field}
            value={type.fromWire(text === '' ? null : text, field)}
            onChange={(value: unknown) =>
              onChange(writeParam(item.key, rule, String(type.toWire(value, field) ?? '')))
            }
            placeholder={hints[rule]}
            values={{}}
            patch={() => {}}
          />
        )}
      </div>
    </div>
  )
}

/** A control may answer with the whole set it was given; only its own names count. */
const own = (item: QueryItem, params: Conditions): Conditions =>
  Object.fromEntries(
    Object.entries(params).filter(([name, value]) => item.names.includes(name) && value !== ''),
  )
