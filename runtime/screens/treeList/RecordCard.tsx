import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { isActionAvailable } from '#runtime/compile/action-availability.ts'
import type { ListRow } from '#runtime/data/list-source.ts'
import { useRuntime } from '#runtime/fields/context.tsx'
import type { ListActions } from '../list-kit/toolbar/useListActions.tsx'
import { nameOf } from './Branch.tsx'
import type { TreeList } from './useTreeList.ts'

interface Props {
  list: TreeList
  actions: ListActions
  /** Absent while the record is not listed. */
  row: ListRow | undefined
  /** The record in view mode. */
  children: ReactNode
  /** Actions of the record that are not among those of its row. */
  recordActions: ReactNode
}

/** A record of a tree beside it, with the actions of its row. */
export function RecordCard({ list, actions, row, children, recordActions }: Props) {
  const { user } = useRuntime()
  const title = useId()
  // The card is the detail, and the history is among the actions of the record.
  const offered = list.plan.row.filter(
    (action) =>
      row &&
      !['detail', 'history'].includes(action.kind) &&
      isActionAvailable(action, row, { flow: list.plan.flow, user }),
  )
  return (
    <section className="pro-card" aria-labelledby={title}>
      <header>
        <h2 id={title}>{row ? nameOf(row, list) : list.plan.title}</h2>
        <Button
          type="text"
          aria-label="关闭"
          icon={<CloseOutlined aria-hidden />}
          onClick={() => list.change({ form: undefined })}
        />
      </header>
      <div className="pro-card-body">{children}</div>
      <footer>
        {row &&
          offered.map((action) => (
            <Button
              key={action.code}
              type={action.kind === 'edit' ? 'primary' : 'default'}
              danger={action.danger || action.kind === 'delete'}
              onClick={() => actions.runRow(action, row)}
            >
              {action.title}
            </Button>
          ))}
        {recordActions}
      </footer>
    </section>
  )
}

/** Shows the card of a record again when the form that its 编辑 opened closes. */
export function useReturnToCard({ state: { form }, change }: TreeList, cardId: string | undefined): void {
  const last = useRef({ form, cardId })
  useEffect(() => {
    const { form: before, cardId: id } = last.current
    last.current = { form, cardId: cardId ?? id }
    if (id !== undefined && before?.mode === 'edit' && before.id === id && !form)
      change({ form: { mode: 'detail', id } })
  }, [form, cardId, change])
}
