import {
  asText,
  isJsonObject,
  type JsonObject,
  listObjectEntries,
  listObjects,
} from '#runtime/kernel/json.ts'
import { toSnake } from '#runtime/kernel/text/names.ts'
import { auditKeys } from './types.ts'

type Columns = Map<string, JsonObject | null>

/**
 * Tables of workflows, which reports may read. The row rules of their screens narrow lists to what one has to do oneself; they
 * do not hold for a reader who may list all cases.
 */
export const caseTables: ReadonlySet<string> = new Set(['sys_workflow_case', 'sys_workflow_task'])
/** The right to list all cases, of the screen `bpm/instance`. */
export const listCasesCode = 'bpm:instance:list'

/** System tables: users, sessions, permissions. No report may read them, even if a document uses them. */
const isOwn = (table: string): boolean => table.startsWith('sys_') && !caseTables.has(table)

function indexColumns(fields: unknown, more: readonly unknown[]): Columns {
  const names = [...auditKeys, ...more.flatMap((key) => asText(key) ?? [])].map(toSnake)
  const columns: Columns = new Map(names.map((name) => [name, null]))
  for (const [, field] of listObjectEntries(fields)) {
    const key = asText(field.key)
    if (
      key === undefined ||
      field.type === 'table' ||
      field.persist === false ||
      field.from !== undefined ||
      field.writeOnly === true
    )
      continue
    columns.set(asText(field.column) ?? toSnake(key), field)
  }
  return columns
}

/**
 * The tables of a screen with the columns that reports may read: the columns of its fields, without write-only
 * fields. The shape of the screen may be broken.
 */
export function reportColumns(screen: JsonObject): [string, Columns][] {
  const holders = [screen, ...listObjects(screen.fields)]
  return holders.flatMap((holder): [string, Columns][] => {
    const table = isJsonObject(holder.table) ? holder.table : {}
    const name = asText(table.name)
    if (name === undefined || isOwn(name)) return []
    const more =
      holder === screen
        ? [table.softDelete === true ? 'delFlag' : undefined, table.tenant === true ? 'tenantId' : undefined]
        : [table.fk, table.order]
    return [[name, indexColumns(holder.fields, more)]]
  })
}
