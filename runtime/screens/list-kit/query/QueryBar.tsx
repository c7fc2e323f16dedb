import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { QueryItem } from '#runtime/compile/plan.ts'
import { QueryItem as Item } from '#runtime/fields/kit/query/QueryItem.tsx'
import { useServices } from '#runtime/services/services.tsx'
import { changeListMemory, readListMemory } from '../list-memory.ts'

export type Conditions = Readonly<Record<string, string>>

interface Props {
  /** The id of the document in whose memory 展开 is kept. */
  memoryId: string
  items: readonly QueryItem[]
  /** The active conditions; typing changes a draft until 查询. */
  conditions: Conditions
  onSearch(conditions: Conditions): void
  onReset(): void
  /** In a drawer all items are shown, one below the other. */
  stacked?: boolean
  /** Searching is the one primary action of the page. */
  primary?: boolean
  /** More buttons after its own; with them the bar is drawn even without query items. */
  children?: ReactNode
}

const visible = 3

export function QueryBar({ memoryId, items, conditions, stacked, primary, children, ...runs }: Props) {
  const { onSearch, onReset } = runs
  const { username } = useServices().user
  const first = items.filter((item) => !item.folded).slice(0, visible)
  const rest = items.filter((item) => !first.includes(item))
  const asksMore = rest.some((item) => item.names.some((name) => conditions[name]))
  const [draft, setDraft] = useState(conditions)
  const [seen, setSeen] = useState(conditions)
  const [isOpen, setOpen] = useState(
    () => asksMore || readListMemory(username, memoryId).isQueryOpen === true,
  )
  // Controls keep typed text that is no value; a reset mounts them anew.
  const [resets, setResets] = useState(0)
  // Conditions may change from outside (a link, a removed tag, the back button of the browser); the draft follows and
  // shows them.
  if (JSON.stringify(seen) !== JSON.stringify(conditions)) {
    setSeen(conditions)
    setDraft(conditions)
    if (asksMore) setOpen(true)
  }
  const missing = items.filter((item) => item.required && !item.names.some((name) => draft[name]))
  const visibleItems = stacked || isOpen ? items : first

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (missing.length === 0) onSearch(draft)
  }
  const toggle = () => {
    setOpen(!isOpen)
    changeListMemory(username, memoryId, { isQueryOpen: !isOpen })
  }
  const reset = () => {
    setDraft(conditions)
    setResets(resets + 1)
    onReset()
  }
  const set = (item: QueryItem, params: Conditions) =>
    setDraft((now) => ({
      ...Object.fromEntries(Object.entries(now).filter(([name]) => !item.names.includes(name))),
      ...params,
    }))

  if (items.length === 0 && !children) return null
  return (
    <form className="pro-query" data-stacked={stacked || undefined} onSubmit={submit} aria-label="查询条件">
      <div className="pro-query-items">
        {visibleItems.map((item) => (
          <Item
            key={`${item.key} ${resets}`}
            field={item.field}
            type={item.type}
            required={item.required}
            params={draft}
            onChange={(params) => set(item, ownParams(item, params))}
          />
        ))}
      </div>
      <div className="pro-query-buttons">
        <Button
          htmlType="submit"
          type={stacked || primary ? 'primary' : 'default'}
          disabled={missing.length > 0}
        >
          查询
        </Button>
        <Button type="text" className="pro-quiet" onClick={reset}>
          重置
        </Button>
        {!stacked && rest.length > 0 && (
          <Button type="link" className="pro-fold" aria-expanded={isOpen} onClick={toggle}>
            {isOpen ? '收起' : '展开'}
            {isOpen ? <UpOutlined aria-hidden /> : <DownOutlined aria-hidden />}
          </Button>
        )}
        {children}
      </div>
    </form>
  )
}

/** A control may return the whole set of parameters; only its own names count. */
const ownParams = (item: QueryItem, params: Conditions): Conditions =>
  Object.fromEntries(
    Object.entries(params).filter(([name, value]) => item.names.includes(name) && value !== ''),
  )
