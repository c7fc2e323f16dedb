import type { Column } from '#runtime/compile/plan.ts'
import type { ListRow } from '#runtime/data/list-source.ts'
import { isBlank } from '#runtime/kernel/json.ts'
import type { RowColors } from '#runtime/record/row-colors.ts'
import type { List } from '../useList.ts'
import { RecordLink, renderCell } from './CellView.tsx'

/** The name of a record, as a link to its details for those who may open them. */
export function RecordName({ list, row, name }: { list: List; row: ListRow; name: string }) {
  if (!list.plan.canDetail) return name
  return (
    <RecordLink id={row.id} list={list}>
      {name}
    </RecordLink>
  )
}

interface ValuesProps {
  columns: readonly Column[]
  row: ListRow
  colors: RowColors | undefined
}

/** The values of a record with their titles; blank ones are left out. */
export function RecordValues({ columns, row, colors }: ValuesProps) {
  return (
    <dl>
      {columns
        .filter(({ key }) => !isBlank(row[key]))
        .map((column) => (
          <div key={column.key}>
            <dt>{column.title}</dt>
            <dd data-field={column.key} data-color={colors?.cell(column.key)}>
              {renderCell(column, row)}
            </dd>
          </div>
        ))}
    </dl>
  )
}
