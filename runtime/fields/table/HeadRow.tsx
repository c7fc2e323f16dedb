// biome-ignore-all lint/a11y/useSemanticElements: rows are placed by hand, which a table element's own layout forbids.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and names its active cell.
import { memo, useSyncExternalStore } from 'react'
import { ColumnFormula } from './ColumnFormula.tsx'
import { isSelectable } from './columns.ts'
import type { TableView } from './table-view.ts'

export const HeadRow = memo(function HeadRow({ table }: { table: TableView }) {
  const { columns, isFrozen } = table
  return (
    <div role="row" aria-rowindex={1} className="detail-head">
      <div role="columnheader" className="detail-cell detail-number" aria-colindex={1}>
        序号
      </div>
      {isFrozen ? null : <SelectAll table={table} />}
      {columns.map((column, at) => (
        <div
          key={column.key}
          role="columnheader"
          className={`detail-cell is-${column.align}`}
          aria-colindex={at + (isFrozen ? 2 : 3)}
        >
          {column.isRequired ? <span className="detail-star">*</span> : null}
          <span className="detail-text">{column.title}</span>
          {column.isComputed ? <ColumnFormula table={table} column={column} /> : null}
        </div>
      ))}
    </div>
  )
})

function SelectAll({ table }: { table: TableView }) {
  const { store } = table
  const count = useSyncExternalStore(store.subscribeSelection, () => store.selection.ids.size)
  useSyncExternalStore(store.subscribeStructure, () => store.structure)
  const free = store.rows.filter((row) => isSelectable(store, row))
  const total = free.length
  return (
    <div role="columnheader" className="detail-cell detail-check" aria-colindex={2}>
      <input
        type="checkbox"
        aria-label="选择全部"
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && count < total
        }}
        checked={count > 0 && count === total}
        onChange={(event) =>
          store.selection.set(
            free.map((row) => row.id),
            event.target.checked,
          )
        }
      />
    </div>
  )
}
