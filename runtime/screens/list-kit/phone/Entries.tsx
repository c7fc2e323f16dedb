import { DownOutlined, EllipsisOutlined, UpOutlined } from '@ant-design/icons'
import { Button, Checkbox, Dropdown } from 'antd'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { isActionAvailable } from '#runtime/compile/action-availability.ts'
import type { Column } from '#runtime/compile/plan.ts'
import type { ListRow } from '#runtime/data/list-source.ts'
import { isBlank } from '#runtime/kernel/json.ts'
import type { RowColors } from '#runtime/record/row-colors.ts'
import { useServices } from '#runtime/services/services.tsx'
import { CellView, renderCell, StateCell } from '../table/CellView.tsx'
import { useListColors } from '../table/list-colors.ts'
import type { GroupedRows, Inner, RowExtras } from '../table/row-extras.ts'
import { actionMenu } from '../tools.tsx'
import type { List } from '../useList.ts'
import type { ListActions } from '../useListActions.tsx'
import { type EntryColumns, entryColumns, SIDES } from './entry-columns.ts'
import { useLongPress } from './useLongPress.ts'
import './phone.css'

export interface Props {
  list: List
  actions: ListActions
  columns: readonly Column[]
  /** Entries have check boxes. */
  hasBoxes?: boolean
  /** A tap selects an entry instead of opening its record. */
  isSelecting?: boolean
  /** Starts the selection by a long press; absent where rows cannot be selected. */
  onSelecting?: (on: true) => void
  /** Content that opens below a row. */
  inner?: Inner
  rowExtras?: RowExtras
  /** The rows with lines of groups between them; they are drawn instead of those of the list. */
  grouped?: GroupedRows
}

/** The list on a phone: title and state, then two columns of values. A tap opens the record. */
export function Entries({ list, columns, grouped, onSelecting, ...more }: Props) {
  const root = useRef<HTMLUListElement>(null)
  const { pageNo } = list.state
  const drawnPage = useRef(pageNo)
  useEffect(() => {
    if (drawnPage.current !== pageNo) root.current?.closest('.pro-body')?.scrollTo?.({ top: 0 })
    drawnPage.current = pageNo
  }, [pageNo])
  const parts = entryColumns(columns)
  const findColors = useListColors(list.plan.columns)
  const toggle = (row: ListRow, on: boolean) => {
    const others = [...list.selected.keys()].filter((id) => id !== row.id)
    list.select(on ? [...others, row.id] : others)
  }
  return (
    <ul className="pro-entries" ref={root}>
      {(grouped?.rows ?? list.rows).map((row) => {
        const line = grouped?.line?.(row)
        if (line)
          return (
            <li key={row.id} className="pro-group-line">
              {line}
            </li>
          )
        return (
          <Entry
            key={row.id}
            row={row}
            list={list}
            parts={parts}
            colors={findColors(row)}
            isSelected={list.selected.has(row.id)}
            toggle={(on) => toggle(row, on)}
            onLongPress={
              onSelecting &&
              (() => {
                onSelecting(true)
                toggle(row, true)
              })
            }
            {...more}
          />
        )
      })}
    </ul>
  )
}

interface EntryProps
  extends Pick<Props, 'list' | 'actions' | 'hasBoxes' | 'isSelecting' | 'inner' | 'rowExtras'> {
  row: ListRow
  parts: EntryColumns
  colors: RowColors | undefined
  isSelected: boolean
  toggle(on: boolean): void
  onLongPress?: () => void
}

function Entry({ row, list, actions, parts, hasBoxes, isSelecting, isSelected, ...more }: EntryProps) {
  const { colors, toggle, onLongPress, inner, rowExtras } = more
  const { title, state, lines } = parts
  const press = useLongPress(isSelecting ? undefined : onLongPress)
  const lead = rowExtras?.lead ?? ((_row, cell) => cell)
  const tap = (event: MouseEvent) => {
    if ((event.target as Element).closest('label, button') === null) toggle(!isSelected)
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the check box and the link inside take the keys
    <li
      data-row-id={row.id}
      data-color={colors?.row}
      data-selected={isSelected || undefined}
      onClick={isSelecting ? tap : undefined}
      {...press}
    >
      <div className="pro-entry">
        {(hasBoxes || isSelecting) && (
          <Checkbox
            aria-label={`选择 ${String((title && row[title.key]) ?? row.id)}`}
            checked={isSelected}
            onChange={(event) => toggle(event.target.checked)}
          />
        )}
        <div className="pro-entry-text">
          {lead(
            row,
            <>
              <div className="pro-entry-head">
                {title && (
                  <span
                    data-field={title.key}
                    data-color={colors?.cell(title.key)}
                    className="pro-entry-title"
                  >
                    {isSelecting ? renderCell(title, row) : <CellView column={title} row={row} list={list} />}
                  </span>
                )}
                {state && (
                  <span data-field={state.key}>
                    <StateCell column={state} row={row} />
                  </span>
                )}
              </div>
              <div className="pro-entry-facts">
                {lines.map((line, at) => (
                  <span key={SIDES[at]}>
                    {line
                      .filter((column) => !isBlank(row[column.key]))
                      .map((column) => (
                        <span key={column.key} data-field={column.key} data-color={colors?.cell(column.key)}>
                          {column.align === 'right' && <i>{column.title}</i>}
                          <CellView column={column} row={row} list={list} />
                        </span>
                      ))}
                  </span>
                ))}
              </div>
            </>,
          )}
        </div>
        {!isSelecting && <EntryActions row={row} list={list} actions={actions} />}
      </div>
      {inner && <InnerEntry row={row} inner={inner} />}
      {rowExtras?.below(row)}
    </li>
  )
}

/** The actions of a row behind one button; a tap on the entry is the way to its record. */
function EntryActions({ row, list: { plan }, actions }: Pick<EntryProps, 'row' | 'list' | 'actions'>) {
  const { user } = useServices()
  const offered = plan.row.filter((action) => isActionAvailable(action, row, { flow: plan.flow, user }))
  if (offered.length === 0) return null
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{ className: 'pro-phone-menu', ...actionMenu(offered, (action) => actions.runRow(action, row)) }}
    >
      <Button
        type="text"
        className="pro-entry-more"
        aria-label="更多"
        aria-haspopup="menu"
        icon={<EllipsisOutlined aria-hidden />}
      />
    </Dropdown>
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
