import type { Column } from '#runtime/compile/plan.ts'
import type { ListGroup, ListRow } from '#runtime/data/list-source.ts'
import { toText } from '#runtime/kernel/json.ts'
import { printValue } from '#runtime/record/print-value.ts'
import type { Lookup } from '#runtime/schema/field-value.ts'

/** Adjacent rows with the same value of the grouping column. */
export interface RowGroup {
  value: unknown
  rows: readonly ListRow[]
  /** The group as the server totals it, over all pages. */
  whole?: ListGroup
}

/** The rows in groups, in order; `wholes` are the groups of the server. */
export function rowGroups(
  rows: readonly ListRow[],
  key: string,
  wholes: readonly ListGroup[] = [],
): RowGroup[] {
  const byValue = new Map(wholes.map((whole) => [toText(whole.value), whole]))
  const groups: (RowGroup & { rows: ListRow[] })[] = []
  for (const row of rows) {
    const last = groups.at(-1)
    if (last && toText(last.value) === toText(row[key])) last.rows.push(row)
    else groups.push({ value: row[key], rows: [row], whole: byValue.get(toText(row[key])) })
  }
  return groups
}

/** The value of a group as its rows show it; empty for a group without a value. */
export function textOfGroup({ rows, value }: RowGroup, column: Column, lookup: Lookup): string {
  return printValue(column, { ...rows[0], [column.key]: value }, lookup)
}

/** Whether a group has rows on other pages. */
export const isPartial = ({ rows, whole }: RowGroup): boolean =>
  whole !== undefined && whole.total > rows.length
