import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type CSSProperties, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { isActionAvailable } from '#runtime/compile/action-availability.ts'
import type { ListRow } from '#runtime/data/list-source.ts'
import { readRemembered, remember } from '#runtime/host/remembered-values.ts'
import { useServices } from '#runtime/services/services.tsx'
import { focusFirst } from '#runtime/ui/focus/focus-first.ts'
import { clampShare, PaneDivider } from '#runtime/ui/layout/PaneDivider.tsx'
import type { ListActions } from '../list-kit/useListActions.tsx'
import { formatName } from './Branch.tsx'
import type { TreeList } from './useTreeList.ts'

interface Props {
  list: TreeList
  actions: ListActions
  /** Absent while the record is not listed. */
  row: ListRow | undefined
  /** The record, viewed or edited. */
  children: ReactNode
  /** Actions of the viewed record that are not among those of its row; those of the form while it is edited. */
  recordActions: ReactNode
  isEditing: boolean
  /** Changes when the fields can be edited: the first one is focused then. */
  ready: object | null
}

/** A record of a tree beside it: viewed with the actions of its row, or edited in place. */
export function RecordCard({ list, actions, row, children, recordActions, isEditing, ready }: Props) {
  const { user } = useServices()
  const title = useId()
  const key = `pro__pane:${user.username}:${list.plan.id}`
  const [share, setShare] = useState(() => clampShare(readRemembered(key)))
  const changeShare = (next: number) => {
    setShare(next)
    remember(key, next)
  }
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (ready) return focusFirst(body.current)
  }, [ready])
  // The card is the detail, and the history is among the actions of the record.
  const offered = list.plan.row.filter(
    (action) =>
      row &&
      !['detail', 'history'].includes(action.kind) &&
      isActionAvailable(action, row, { flow: list.plan.flow, user }),
  )
  return (
    <section className="pro-pane" aria-labelledby={title} style={{ '--share': `${share}%` } as CSSProperties}>
      <PaneDivider title="列表和详情的分界" share={share} onChange={changeShare} />
      <header>
        <h2 id={title}>{row ? formatName(row, list) : list.plan.title}</h2>
        {!isEditing && (
          <Button
            type="text"
            aria-label="关闭"
            icon={<CloseOutlined aria-hidden />}
            onClick={() => list.change({ form: undefined })}
          />
        )}
      </header>
      <div ref={body} className="pro-pane-body">
        {children}
      </div>
      <footer>
        {row &&
          !isEditing &&
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

/** Shows a record again when it is no longer edited. */
export function useReturnToCard({ state: { form }, change }: TreeList, cardId: string | undefined): void {
  const last = useRef({ form, cardId })
  useEffect(() => {
    const { form: before, cardId: id } = last.current
    last.current = { form, cardId: cardId ?? id }
    if (id !== undefined && before?.mode === 'edit' && before.id === id && !form)
      change({ form: { mode: 'detail', id } })
  }, [form, cardId, change])
}
