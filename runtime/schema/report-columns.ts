import { toSnake } from '../kernel/names.ts'
import { isRecord, type Loose, recordsOf, textOf } from './loose.ts'
import { auditKeys } from './types.ts'

type Columns = Map<string, Loose | null>

/** Tables of the house itself: people, sessions, rights. No report reads them, whatever document stands on them. */
const isOwn = (table: string): boolean => table.startsWith('sys_')

const isSecret = (field: Loose): boolean => field.writeOnly === true || field.type === 'password'

function columnsOf(fields: unknown, more: readonly unknown[]): Columns {
  const names = [...auditKeys, ...more.flatMap((key) => textOf(key) ?? [])].map(toSnake)
  const columns: Columns = new Map(names.map((name) => [name, null]))
  for (const [, field] of recordsOf(fields)) {
    const key = textOf(field.key)
    if (key === undefined || field.type === 'table' || field.persist === false || isSecret(field)) continue
    columns.set(textOf(field.column) ?? toSnake(key), field)
  }
  return columns
}

/**
 * The tables of a screen with the columns that reports may read: what its fields store, but nothing that only goes
 * in. Read loosely: the screen may be broken.
 */
export function reportColumns(screen: Loose): [string, Columns][] {
  const holders = [screen, ...recordsOf(screen.fields).map(([, field]) => field)]
  return holders.flatMap((holder): [string, Columns][] => {
    const table = isRecord(holder.table) ? holder.table : {}
    const name = textOf(table.name)
    if (name === undefined || isOwn(name)) return []
    const more =
      holder === screen ? [table.softDelete === true ? 'delFlag' : undefined] : [table.fk, table.order]
    return [[name, columnsOf(holder.fields, more)]]
  })
}
