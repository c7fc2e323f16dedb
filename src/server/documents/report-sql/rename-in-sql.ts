import type { RenameParts, SqlRenaming } from '#runtime/schema/rename/rename.ts'
import { judgeSql } from './gate/check.ts'
import type { NamedPlace } from './gate/names.ts'
import { placeAtByte } from './places.ts'
import { readSql, type SqlText, type TextPlace } from './sql-text.ts'

/** The last name of a chain of names with dots. */
const lastName = /("[^"]*"|[^.\s]+)\s*$/

type ListColumns = (table: string) => Iterable<string> | undefined
type Found = TextPlace & Pick<NamedPlace, 'as'>

/** The places where a statement names a table, or one of its columns; a text says why they are not known. */
function findPlaces(
  text: SqlText,
  listColumns: ListColumns,
  table: string,
  column?: string,
): Found[] | string {
  const places = new Map<number, NamedPlace>()
  const { refusals } = judgeSql(text, listColumns, undefined, (place) => {
    if (place.table === table && place.column === column && place.byte !== undefined)
      places.set(place.byte, place)
  })
  if (refusals.length > 0) return refusals.join('；')
  return [...places.values()].map(({ byte = 0, as }) => ({ ...placeAtByte(text, byte), as }))
}

/** The columns of the tables after a renaming. */
const columnsAfter =
  (listColumns: ListColumns, renaming: SqlRenaming): ListColumns =>
  (table) => {
    if (!('column' in renaming)) return listColumns(table === renaming.to ? renaming.table : table)
    const columns = listColumns(table)
    if (table !== renaming.table || !columns) return columns
    return [...columns].map((column) => (column === renaming.column ? renaming.to : column))
  }

/**
 * The SQL of a report with another name of a table or of a column, by the places that the gate resolves. What the statement
 * gives and the names inside it stay: a table or a column without a name of its own gets the former one. The names of
 * the new statement have to resolve to the same places.
 */
export const renameInSql: RenameParts['renameInSql'] = (sql, listColumns, renaming) => {
  const isColumn = 'column' in renaming
  const [from, to] = [isColumn ? renaming.column : renaming.table, renaming.to]
  const byHand = (why: string) => ({ fault: `SQL 里的 ${from} 要手工改成 ${to}：${why}` })
  const read = readSql(sql)
  if (!read.ok) return byHand(read.text)
  const places = findPlaces(read.value, listColumns, renaming.table, isColumn ? from : undefined)
  if (typeof places === 'string') return byHand(places)
  if (places.some(({ as }) => as === 'joined')) return byHand('它写在 USING 里')
  let renamed = sql
  for (const { from: start, to: end, as } of places.sort((a, b) => b.from - a.from)) {
    const rest = renamed.slice(end)
    const chain = sql.slice(start, end).replace(lastName, to)
    const ownName = new RegExp(`^\\s+as\\s+${to}(?![\\w$])`, 'i').exec(rest)?.[0]
    const keepsName = as === 'output' || (as === 'name' && !isColumn)
    const tail =
      ownName === undefined ? `${keepsName ? ` as ${from}` : ''}${rest}` : rest.slice(ownName.length)
    renamed = renamed.slice(0, start) + chain + tail
  }
  const after = readSql(renamed)
  if (!after.ok) return byHand(after.text)
  const table = isColumn ? renaming.table : to
  const found = findPlaces(after.value, columnsAfter(listColumns, renaming), table, isColumn ? to : undefined)
  if (typeof found === 'string') return byHand(found)
  return found.length === places.length ? { sql: renamed } : byHand(`语句里已有 ${to}`)
}
