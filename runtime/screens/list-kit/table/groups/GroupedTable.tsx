import type { ComponentProps } from 'react'
import type { Column } from '#runtime/compile/plan.ts'
import { ListTable } from '../ListTable.tsx'
import { useGroupLines } from './useGroupLines.tsx'

/** The table of a list whose rows the user has grouped by the values of `column`. */
export function GroupedTable({ column, ...table }: ComponentProps<typeof ListTable> & { column: Column }) {
  const grouped = useGroupLines(table.list, column, table.columns)
  return <ListTable {...table} grouped={grouped} />
}
