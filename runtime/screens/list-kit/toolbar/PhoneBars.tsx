import { FilterOutlined } from '@ant-design/icons'
import { Button, Drawer, Dropdown } from 'antd'
import { useState } from 'react'
import type { QueryItem } from '#runtime/compile/plan.ts'
import { useConditions } from '../ListStates.tsx'
import { type Conditions, QueryBar } from '../query/QueryBar.tsx'
import type { List } from '../useList.ts'
import { actionMenu, iconOfAction } from './tools.tsx'
import type { ListActions } from './useListActions.tsx'

interface Search {
  items: readonly QueryItem[]
  conditions: Conditions
  onSearch(conditions: Conditions): void
  onReset(): void
}

/** On a phone the query bar is in a drawer; active conditions are shown as chips. */
export function PhoneQuery({ list, search }: { list: List; search: Search }) {
  const [isOpen, setOpen] = useState(false)
  const conditions = useConditions(list)
  if (search.items.length === 0) return null
  const close = (run: () => void) => {
    run()
    setOpen(false)
  }
  return (
    <div className="pro-chips">
      {conditions.map(({ item, text }) => (
        <Button key={item.key} className="pro-chip" onClick={() => setOpen(true)}>
          {item.title} {text}
        </Button>
      ))}
      <Button icon={<FilterOutlined aria-hidden />} onClick={() => setOpen(true)}>
        筛选
      </Button>
      <Drawer
        title="筛选"
        placement="bottom"
        height="80%"
        open={isOpen}
        onClose={() => setOpen(false)}
        destroyOnHidden
      >
        <QueryBar
          {...search}
          stacked
          onSearch={(next) => close(() => search.onSearch(next))}
          onReset={() => close(search.onReset)}
        />
      </Drawer>
    </div>
  )
}

interface BarProps {
  list: List
  actions: ListActions
  selecting: boolean
  onSelecting(on: boolean): void
}

export function PhoneBar({ list, actions, selecting, onSelecting }: BarProps) {
  const { plan } = list
  const add = plan.toolbar.find((action) => action.kind === 'add')
  const more = plan.toolbar.filter((action) => action !== add && !action.batch)
  if (!add && more.length === 0 && plan.batch.length === 0) return null
  if (selecting)
    return (
      <div className="pro-phone-bar">
        <Button
          onClick={() => {
            list.clearSelection()
            onSelecting(false)
          }}
        >
          取消选择
        </Button>
        {plan.batch.map((action) => (
          <Button
            key={action.code}
            danger={action.danger}
            icon={iconOfAction(action)}
            onClick={() => actions.runBatch(action)}
          >
            {action.title}
          </Button>
        ))}
      </div>
    )
  return (
    <div className="pro-phone-bar">
      {more.length > 0 && (
        <Dropdown trigger={['click']} menu={actionMenu(more, actions.runBatch)}>
          <Button>更多</Button>
        </Dropdown>
      )}
      {plan.batch.length > 0 && <Button onClick={() => onSelecting(true)}>批量操作</Button>}
      {add && (
        <Button type="primary" icon={iconOfAction(add)} onClick={() => actions.runBatch(add)}>
          {add.title}
        </Button>
      )}
    </div>
  )
}
