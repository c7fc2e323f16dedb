import { Button, Dropdown } from 'antd'
import { Suspense } from 'react'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { actionMenu, iconOfAction } from '../tools.tsx'
import type { List } from '../useList.ts'
import type { ListActions } from '../useListActions.tsx'
import './phone.css'

const RecordPrintButton = lazyPart(
  async () => (await import('../../form/print/RecordPrintButton.tsx')).RecordPrintButton,
)

/** Batch actions beside the count; with more, the others are in 更多. */
const MAX_BATCH_BUTTONS = 2

interface Props {
  list: List
  actions: ListActions
  isSelecting: boolean
  onSelecting(on: boolean): void
}

/** The actions of a phone's list at the bottom: those of the list, or while rows are selected, those of the rows. */
export function PhoneBar({ list, actions, isSelecting, onSelecting }: Props) {
  const { toolbar, batch } = list.plan
  if (isSelecting) return <SelectionBar list={list} actions={actions} onEnd={() => onSelecting(false)} />
  const add = toolbar.find(({ code }) => code === 'add')
  const more = toolbar.filter((action) => action !== add && !action.batch)
  if (!add && more.length === 0 && batch.length === 0) return null
  return (
    <div className="pro-phone-bar" role="toolbar" aria-label="操作">
      {more.length > 0 && (
        <Dropdown trigger={['click']} menu={actionMenu(more, actions.runBatch)}>
          <Button>更多</Button>
        </Dropdown>
      )}
      {batch.length > 0 && <Button onClick={() => onSelecting(true)}>批量操作</Button>}
      {add && (
        <Button type="primary" icon={iconOfAction(add)} onClick={() => actions.runBatch(add)}>
          {add.title}
        </Button>
      )}
    </div>
  )
}

interface SelectionBarProps extends Pick<Props, 'list' | 'actions'> {
  onEnd(): void
}

function SelectionBar({ list, actions, onEnd }: SelectionBarProps) {
  const { batch } = list.plan
  const count = list.selected.size
  const buttons = batch.length > MAX_BATCH_BUTTONS ? batch.slice(0, MAX_BATCH_BUTTONS - 1) : batch
  const more = batch.slice(buttons.length)
  return (
    <div className="pro-phone-bar" role="toolbar" aria-label="批量操作">
      <span className="pro-phone-count" aria-live="polite">
        已选 <b className="pro-num">{count}</b> 项
      </span>
      <Button
        onClick={() => {
          list.clearSelection()
          onEnd()
        }}
      >
        取消
      </Button>
      {buttons.map((action) => (
        <Button
          key={action.code}
          danger={action.danger}
          disabled={count === 0}
          loading={actions.busy}
          onClick={() => actions.runBatch(action)}
        >
          {action.title}
        </Button>
      ))}
      {actions.screen && (
        <Suspense>
          <RecordPrintButton screen={actions.screen} ids={[...list.selected.keys()]} />
        </Suspense>
      )}
      {more.length > 0 && (
        <Dropdown trigger={['click']} disabled={count === 0} menu={actionMenu(more, actions.runBatch)}>
          <Button>更多</Button>
        </Dropdown>
      )}
    </div>
  )
}
