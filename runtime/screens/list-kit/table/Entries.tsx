import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import type { Column } from '#runtime/compile/plan.ts'
import type { ListRow } from '#runtime/data/list-source.ts'
import type { ListActions } from '../toolbar/useListActions.tsx'
import type { List } from '../useList.ts'
import { CellView, isNothing, StateCell } from './CellView.tsx'
import { RowActions } from './ListTable.tsx'
import type { Inner, RowExtras } from './row-extras.ts'

interface Props {
  list: List
  actions: ListActions
  columns: readonly Column[]
  selecting: boolean
  /** Content that opens below a row. */
  inner?: Inner
  rowExtras?: RowExtras
}

const SIDES = ['class', 'figure', 'code', 'place']

/** On a phone a classification is plain text. */
const plain = (column: Column): Column => ({
  ...column,
  tag: undefined,
  field: { ...column.field, tag: undefined },
})

/** Text and number columns share one line; other values are shown in the record only. */
function lines(facts: readonly Column[]): Column[][] {
  const numbers = facts.filter((column) => column.align === 'right')
  const codes = facts.filter((column) => column.align !== 'right' && column.field.type === 'input')
  const classes = facts.filter((column) => !numbers.includes(column) && !codes.includes(column))
  return [
    classes.slice(0, 3),
    numbers.slice(0, 1),
    codes.slice(0, 1),
    [...classes.slice(3), ...codes.slice(1)].slice(0, 1),
  ]
}

/** The list on a phone: title and state, then two columns of values, actions at the bottom. */
export function Entries({ list, actions, columns, selecting, inner, rowExtras }: Props) {
  const title = columns.find((column) => column.isLink) ?? columns[0]
  const state = columns.findLast((column) => column.tag && Object.keys(column.tag).length > 0)
  const facts = columns.filter((column) => column !== title && column !== state)
  const toggle = (row: ListRow, on: boolean) => {
    const others = [...list.selected.keys()].filter((id) => id !== row.id)
    list.select(on ? [...others, row.id] : others)
  }
  const lead = rowExtras?.lead ?? ((_row, cell) => cell)
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
                {lead(row, <CellView column={title} row={row} list={list} />)}
              </span>
            )}
            {state && (
              <span data-field={state.key}>
                <StateCell column={state} row={row} />
              </span>
            )}
          </div>
          <div className="pro-entry-facts">
            {lines(facts).map((part, index) => (
              <span key={SIDES[index]}>
                {part
                  .filter((column) => !isNothing(row[column.key]))
                  .map((column) => (
                    <span key={column.key} data-field={column.key}>
                      {column.align === 'right' && <i>{column.title}</i>}
                      <CellView column={plain(column)} row={row} list={list} />
                    </span>
                  ))}
              </span>
            ))}
          </div>
          {list.plan.row.length > 0 && <RowActions row={row} plan={list.plan} actions={actions} />}
          {inner && <InnerEntry row={row} inner={inner} />}
          {rowExtras?.below(row)}
        </li>
      ))}
    </ul>
  )
}

function InnerEntry({ row, inner }: { row: ListRow; inner: Inner }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button type="link" className="pro-fold" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {inner.title}
        {isOpen ? <UpOutlined aria-hidden /> : <DownOutlined aria-hidden />}
      </Button>
      {isOpen && inner.draw(row)}
    </>
  )
}
