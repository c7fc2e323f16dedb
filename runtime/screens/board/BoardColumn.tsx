import { PlusOutlined } from '@ant-design/icons'
import { useDroppable } from '@dnd-kit/core'
import { Button } from 'antd'
import type { ListRow } from '#runtime/data/list-source.ts'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'
import { LoadFailureLine } from '#runtime/ui/errors/LoadFailure.tsx'
import { StateTag } from '#runtime/ui/state/StateTag.tsx'
import type { ListActions } from '../list-kit/useListActions.tsx'
import { BoardCard } from './BoardCard.tsx'
import { type BoardColumn as Column, sumText, targetId } from './board-columns.ts'
import type { Board } from './useBoard.ts'
import { useBoardColumn } from './useBoardColumn.ts'

interface Props {
  state: Board
  actions: ListActions
  column: Column
  /** All columns, for the menu of a card. */
  columns: readonly Column[]
  /** The cards of the column in the first request. */
  first: readonly ListRow[]
  /** The card that is being dragged. */
  dragged: ListRow | null
  onPut(row: ListRow, value: string): void
}

/** A column: title, count and total, its cards, and the button for more. */
export function BoardColumn({ state, actions, column, columns, first, dragged, onPut }: Props) {
  const { board } = state
  const { value, title } = column
  const cards = useBoardColumn(state, column, first)
  const isTarget = dragged !== null && state.canPut(dragged, value)
  const { setNodeRef, isOver } = useDroppable({ id: targetId(value), disabled: !isTarget })
  return (
    <section
      ref={setNodeRef}
      className="pro-board-column"
      aria-label={title}
      data-target={isTarget || undefined}
      data-closed={(dragged && !isTarget) || undefined}
      data-over={(isTarget && isOver) || undefined}
    >
      <header>
        <StateTag value={value} text={title} tags={board.field.tag} />
        <span className="pro-num">{cards.count?.toLocaleString('en-US')}</span>
        <span className="pro-gap" />
        {board.sum && cards.sum !== null && cards.sum !== undefined && (
          <span className="pro-num" title={`${board.sum.title}合计`}>
            {sumText(cards.sum, board.sum)}
          </span>
        )}
        {state.canAddIn && value !== null && (
          <Button
            type="text"
            size="small"
            aria-label={`在「${title}」新增`}
            icon={<PlusOutlined aria-hidden />}
            onClick={() => state.addIn(value)}
          />
        )}
      </header>
      <ul className="pro-board-cards" aria-label={`「${title}」的记录`} aria-busy={cards.isLoading}>
        {cards.rows.map((row) => (
          <BoardCard key={row.id} state={state} actions={actions} row={row} columns={columns} onPut={onPut} />
        ))}
        {cards.error !== null && (
          <li>
            <LoadFailureLine text={errorMessage(cards.error)} onRetry={cards.retry} />
          </li>
        )}
        {cards.hasMore && (
          <li>
            <Button type="text" block loading={cards.isLoadingMore} onClick={cards.showMore}>
              加载更多
            </Button>
          </li>
        )}
      </ul>
    </section>
  )
}
