import { type RawBuilder, sql } from 'kysely'
import type { Column } from '../../documents/plan/column.ts'
import { isText, operand } from './operand.ts'

type Sql = RawBuilder<unknown>

/** What a blank value means: a blank switch is off. Null where it means nothing. */
export const findBlank = ({ type, kind }: Column): string | null =>
  kind?.is === 'flag' && kind.blank !== null ? operand(String(kind.blank), type) : null

/** The value of a column; a blank switch has its value for no. */
export function readValue(column: Column): Sql {
  const { ref, type } = column
  const value = findBlank(column)
  if (value === null) return ref
  // A literal of the document: in a statement that groups by the value, two bound ones would be two expressions.
  const blank = sql.lit(value)
  return isText(type) ? sql`coalesce(nullif(${ref}, ''), ${blank})` : sql`coalesce(${ref}, ${blank})`
}

/** The single values of a column that holds several. */
export const members = ({ ref }: Column): Sql => sql`string_to_array(nullif(${ref}::text, ''), ',')`
export const isSeveral = ({ kind }: Column): boolean => kind?.is === 'several'
