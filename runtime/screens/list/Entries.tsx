import { Checkbox } from 'antd'
import type { Column } from '../../compile/plan.ts'
import type { Row } from '../../data/list-source.ts'
import { CellView, StateTag } from './CellView.tsx'
import { RowActions } from './ListTable.tsx'
import type { List } from './useList.ts'
import type { ListActions } from './useListActions.tsx'

interface Props {
  list: List
  actions: ListActions
  columns: readonly Column[]
  selecting: boolean
}

/** A phone's list: title and state, then two columns of facts, actions at the foot. */
export function Entries({ list, actions, columns, selecting }: Props) {
  const title = columns.find((column) => column.isLink) ?? columns[0]
  const state = columns.findLast((column) => column.tag && Object.keys(column.tag).length > 0)
  const facts = columns.filter((column) => column !== title && column !== state).slice(0, 6)
  const toggle = (row: Row, on: boolean) => {
    const others = [...list.selected.keys()].filter((id) => id !== row.id)
    list.select(on ? [...others, row.id] : others)
  }
  return (
    <ul className="pro-entries">
      {list.rows.map((row) => (
        <li key={row.id} data-row-id={row.id}>
          <div className="pro-entry-head">
            {selecting && (
              <Checkbox
                aria-label="选择"
                checked={list.selected.has(row.id)}
                onChange={(event) => toggle(row, event.target.checked)}
              />
            )}
            {title && (
              <span data-field={title.key} className="pro-entry-title">
                <CellView column={title} row={row} plan={list.plan} />
              </span>
            )}
            {state && (
              <span data-field={state.key}>
                <StateTag column={state} row={row} />
              </span>
            )}
          </div>
          <div className="pro-entry-facts">
            {facts.map((column) => (
              <span key={column.key} data-field={column.key}>
                {column.align === 'right' && <i>{column.title}</i>}
                <CellView column={column} row={row} plan={list.plan} />
              </span>
            ))}
          </div>
          {list.plan.row.length > 0 && <RowActions row={row} plan={list.plan} actions={actions} />}
        </li>
      ))}
    </ul>
  )
}
