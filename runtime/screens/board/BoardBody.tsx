import { DndContext, DragOverlay, pointerWithin } from '@dnd-kit/core'
import { Tabs } from 'antd'
import { useState } from 'react'
import type { ListRow } from '#runtime/data/list-source.ts'
import { printValue } from '#runtime/record/print-value.ts'
import { useServices } from '#runtime/services/services.tsx'
import { useNarrow } from '#runtime/ui/layout/useNarrow.ts'
import { dragTexts, useDragSensors } from '../list-kit/records/drag.ts'
import type { ListActions } from '../list-kit/useListActions.tsx'
import { BoardColumn } from './BoardColumn.tsx'
import { buildBoardColumns, type BoardColumn as Column, groupRows, targetValue } from './board-columns.ts'
import { CardText } from './CardText.tsx'
import type { Board } from './useBoard.ts'

interface Props {
  state: Board
  actions: ListActions
}

/** The columns side by side, on a phone one at a time; cards are dragged between columns. */
export function BoardBody({ state, actions }: Props) {
  const { lookup } = useServices()
  const { list, board } = state
  const narrow = useNarrow()
  const sensors = useDragSensors()
  const [dragged, setDragged] = useState<ListRow | null>(null)
  const named = buildBoardColumns({ board, flow: list.plan.flow }, lookup)
  const groups = groupRows(list.rows, named, board)
  const columns: Column[] = groups.has(null) ? [...named, { value: null, title: '未填写' }] : named

  const put = (row: ListRow, value: string) => {
    const move = state.moveTo(row, value)
    if (move) actions.runRow(move, row)
    else state.put(row, value)
  }
  const draw = (column: Column) => (
    <BoardColumn
      key={column.value}
      state={state}
      actions={actions}
      column={column}
      columns={named}
      first={groups.get(column.value) ?? []}
      dragged={dragged}
      onPut={put}
    />
  )
  if (narrow)
    return (
      <>
        <Tabs
          className="pro-board-tabs"
          destroyOnHidden
          items={columns.map((column) => {
            const count = state.findGroup(column.value)?.total ?? groups.get(column.value)?.length ?? 0
            return { key: column.value ?? '', label: `${column.title} ${count}`, children: draw(column) }
          })}
        />
        {state.edit.question}
      </>
    )
  const formatName = (id: string) => {
    const column = named.find(({ value }) => value === targetValue(id))
    if (column) return `「${column.title}」`
    return dragged ? `「${printValue(board.title, dragged, lookup)}」` : ''
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={pointerWithin}
      accessibility={dragTexts(formatName)}
      onDragStart={({ active }) => setDragged((active.data.current?.row as ListRow | undefined) ?? null)}
      onDragCancel={() => setDragged(null)}
      onDragEnd={({ over }) => {
        setDragged(null)
        const value = over && targetValue(String(over.id))
        if (dragged && value !== null && state.canPut(dragged, value)) put(dragged, value)
      }}
    >
      <div className="pro-board">{columns.map(draw)}</div>
      <DragOverlay dropAnimation={null}>
        {dragged && (
          <div className="pro-board-card" data-dragged>
            <CardText state={state} row={dragged} />
          </div>
        )}
      </DragOverlay>
      {state.edit.question}
    </DndContext>
  )
}
