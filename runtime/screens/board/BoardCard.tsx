import { useDraggable } from '@dnd-kit/core'
import type { ListRow } from '#runtime/data/list-source.ts'
import { printValue } from '#runtime/record/print-value.ts'
import { useServices } from '#runtime/services/services.tsx'
import { RecordMenu } from '../list-kit/records/RecordMenu.tsx'
import type { ListActions } from '../list-kit/useListActions.tsx'
import type { BoardColumn } from './board-columns.ts'
import { CardText } from './CardText.tsx'
import type { Board } from './useBoard.ts'

interface Props {
  state: Board
  actions: ListActions
  row: ListRow
  columns: readonly BoardColumn[]
  onPut(row: ListRow, value: string): void
}

/** A record as a card; by keyboard its menu moves it. */
export function BoardCard({ state, actions, row, columns, onPut }: Props) {
  const { lookup } = useServices()
  const { board, edit, list } = state
  const targets = columns.flatMap(({ value, title }) =>
    value !== null && state.canPut(row, value) ? [{ value, title }] : [],
  )
  const { setNodeRef, listeners, isDragging } = useDraggable({
    id: row.id,
    data: { row },
    disabled: targets.length === 0,
  })
  const children = targets.map(({ value, title }) => {
    const move = state.moveTo(row, value)
    return {
      key: `to ${value}`,
      label: move ? `${title}（${move.title}）` : title,
      onClick: () => onPut(row, value),
    }
  })
  return (
    <li
      ref={setNodeRef}
      className="pro-board-card"
      data-row-id={row.id}
      data-color={state.findColors(row)?.row}
      data-movable={targets.length > 0 || undefined}
      data-dragging={isDragging || undefined}
      aria-busy={edit.isSaving(row) || undefined}
      // A link would start a drag of its own.
      onDragStart={(event) => event.preventDefault()}
      {...listeners}
    >
      <CardText state={state} row={row} />
      <RecordMenu
        list={list}
        row={row}
        name={printValue(board.title, row, lookup)}
        actions={actions}
        hasMoves={board.moves !== undefined}
        first={children.length > 0 ? [{ key: 'move to', type: 'group', label: '移到…', children }] : []}
      />
    </li>
  )
}
