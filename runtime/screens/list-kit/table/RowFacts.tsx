import { Descriptions } from 'antd'
import type { Column } from '#runtime/compile/plan.ts'
import type { ListRow } from '#runtime/data/list-source.ts'
import { isBlank } from '#runtime/kernel/json.ts'
import { printValue } from '#runtime/record/print-value.ts'
import { useServices } from '#runtime/services/services.tsx'
import { renderCell } from './CellView.tsx'
import './row-facts.css'

/** Further values of a row below it; texts are whole, with their lines. */
export function RowFacts({ columns, row }: { columns: readonly Column[]; row: ListRow }) {
  const { lookup } = useServices()
  const isCell = ({ key, tag, type }: Column) => isBlank(row[key]) || tag !== undefined || type.isDrawn
  return (
    <Descriptions
      className="pro-row-facts"
      size="small"
      column={1}
      items={columns.map((column) => ({
        key: column.key,
        label: column.title,
        children: isCell(column) ? renderCell(column, row) : printValue(column, row, lookup, 'full'),
      }))}
    />
  )
}
