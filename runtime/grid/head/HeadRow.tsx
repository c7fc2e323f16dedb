// biome-ignore-all lint/a11y/useSemanticElements: rows are placed by hand, which a table element's own layout forbids.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and names its active cell.
import { CaretDownOutlined, CaretUpOutlined } from '@ant-design/icons'
import { type CSSProperties, memo, useSyncExternalStore } from 'react'
import { ColumnEdge } from '#runtime/ui/layout/ColumnEdge.tsx'
import { type Column, formatName } from '../columns/columns.ts'
import { fixedClassNames, listGroups } from '../columns/layout.ts'
import type { GridState } from '../state/GridState.ts'
import { useGridView } from '../state/hooks.ts'
import { ColumnFormula } from './ColumnFormula.tsx'

/** The column headers; adjacent columns of one group share its title. */
export const HeadRow = memo(function HeadRow({ table }: { table: GridState }) {
  const { columns, isFrozen, sorted, canSort } = useGridView(table)
  const first = isFrozen ? 2 : 3
  const groups = listGroups(columns)
  return (
    <div
      role="row"
      aria-rowindex={1}
      className={groups.length > 0 ? 'detail-head is-grouped' : 'detail-head'}
    >
      <div role="columnheader" className="detail-cell detail-number" aria-colindex={1} style={tall(1)}>
        序号
      </div>
      {isFrozen ? null : <SelectAll table={table} />}
      {groups.map(({ title, from, size }) => (
        <div
          key={`${title} ${from}`}
          role="columnheader"
          aria-colindex={from + first}
          aria-colspan={size}
          className="detail-cell is-center detail-group"
          style={{ gridColumn: `${from + first} / span ${size}`, gridRow: 1 }}
        >
          {title}
        </div>
      ))}
      {columns.map((column, at) => (
        <HeadCell
          key={column.key}
          table={table}
          column={column}
          order={sorted?.key === column.key ? (sorted.isDescending ? 'descending' : 'ascending') : undefined}
          canSort={canSort}
          place={
            groups.length === 0
              ? {}
              : { gridColumn: at + first, gridRow: column.group === undefined ? '1 / span 2' : 2 }
          }
          colIndex={at + first}
        />
      ))}
    </div>
  )
})

const tall = (column: number): CSSProperties => ({ gridColumn: column, gridRow: '1 / -1' })

interface HeadCellProps {
  table: GridState
  column: Column
  order: 'ascending' | 'descending' | undefined
  canSort: boolean
  place: CSSProperties
  colIndex: number
}

function HeadCell({ table, column, order, canSort, place, colIndex }: HeadCellProps) {
  const title = (
    <>
      {column.isRequired ? <span className="detail-star">*</span> : null}
      <span className="detail-text">{column.title}</span>
    </>
  )
  return (
    <div
      role="columnheader"
      aria-sort={order}
      aria-required={column.isRequired || undefined}
      aria-label={column.group === undefined ? undefined : formatName(column)}
      className={`detail-cell is-${column.align}${fixedClassNames(column)}`}
      style={{ ...place, ...column.style }}
      aria-colindex={colIndex}
    >
      {column.isSortable && canSort ? (
        <button
          type="button"
          tabIndex={-1}
          className="detail-sort"
          onClick={() => table.sortBy(column.key, order === 'ascending')}
        >
          {title}
          {order === 'ascending' ? (
            <CaretUpOutlined />
          ) : (
            <CaretDownOutlined data-idle={order === undefined} />
          )}
        </button>
      ) : (
        title
      )}
      {column.isComputed ? <ColumnFormula table={table} column={column} /> : null}
      <ColumnEdge onResize={(width, isEnd) => table.setWidth(column.key, width, isEnd)} />
    </div>
  )
}

function SelectAll({ table }: { table: GridState }) {
  const { store } = table
  const count = useSyncExternalStore(store.subscribeSelection, () => store.selection.ids.size)
  useSyncExternalStore(store.subscribeStructure, () => store.structure)
  const free = () =>
    store.detail.disabledRows === undefined ? store.rows : store.rows.filter((row) => store.isSelectable(row))
  const total = free().length
  return (
    <div role="columnheader" className="detail-cell detail-check" aria-colindex={2} style={tall(2)}>
      <input
        type="checkbox"
        aria-label="选择全部"
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && count < total
        }}
        checked={count > 0 && count === total}
        onChange={(event) =>
          store.selection.set(
            free().map((row) => row.id),
            event.target.checked,
          )
        }
      />
    </div>
  )
}
