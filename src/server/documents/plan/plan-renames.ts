import { sql } from 'kysely'
import type { ActualTable } from '../library/catalog.ts'
import type { Step } from './plan-step.ts'
import { indexName, isPinyinColumn, type WantedTable } from './tables.ts'

/** The existing table under its former name, which no document needs any more. */
export const formerTable = (
  { name, renamedFrom }: WantedTable,
  actual: ReadonlyMap<string, ActualTable>,
  wanted: ReadonlySet<string>,
): string | undefined =>
  renamedFrom !== undefined &&
  !renamedFrom.startsWith('sys_') &&
  !actual.has(name) &&
  actual.has(renamedFrom) &&
  !wanted.has(renamedFrom)
    ? renamedFrom
    : undefined

export const renameTable = (from: string, to: string): Step => ({
  kind: 'rename',
  table: to,
  text: `表改名 ${from} → ${to}`,
  additive: true,
  blocks: true,
  statement: sql`alter table ${sql.id(from)} rename to ${sql.id(to)}`,
})

/**
 * The indexes of a renamed table and of renamed columns get the names that follow from the new ones, so that none is built
 * again; with the names of all indexes afterwards.
 */
export function indexRenames(
  table: WantedTable,
  former: string | undefined,
  actualTable: ActualTable | undefined,
): { steps: Step[]; indexes: ReadonlySet<string> } {
  const indexes = new Set(actualTable?.indexes)
  const columns = new Map(
    table.columns.flatMap(({ name, renamedFrom }) =>
      renamedFrom !== undefined &&
      !renamedFrom.startsWith('sys_') &&
      !actualTable?.columns.has(name) &&
      actualTable?.columns.has(renamedFrom)
        ? [[name, renamedFrom] as const]
        : [],
    ),
  )
  const steps = table.indexes.flatMap((index): Step[] => {
    if (index.name !== indexName(table.name, index.columns, index.kind)) return []
    // The index of a column of pinyin goes with it.
    if (former === undefined && index.columns.some(isPinyinColumn)) return []
    const before = index.columns.map((column) => columns.get(column) ?? column)
    const name = indexName(former ?? table.name, before, index.kind)
    if (name === index.name || indexes.has(index.name) || !indexes.delete(name)) return []
    indexes.add(index.name)
    return [
      {
        kind: 'rename',
        table: table.name,
        text: `索引改名 ${name} → ${index.name}`,
        additive: true,
        blocks: false,
        statement: sql`alter index ${sql.id(name)} rename to ${sql.id(index.name)}`,
      },
    ]
  })
  return { steps, indexes }
}
