import { type RawBuilder, sql } from 'kysely'
import { toBig } from '#runtime/kernel/decimal.ts'
import { numericTypes, type SqlColumn } from '#runtime/schema/field-value.ts'
import type { Column } from '../../documents/plan/column.ts'

type Sql = RawBuilder<unknown>
type Compared = Pick<Column, 'ref' | 'type'>

const isNumber = ({ type }: SqlColumn): boolean => numericTypes.has(type)

/** The text of a column's value by which references are compared: numbers that are equal have the same, whatever their scale. */
export const comparedText = ({ ref, type }: Compared): Sql =>
  isNumber(type) ? sql`trim_scale(${ref}::numeric)::text` : sql`${ref}::text`

/** The same text of a value of the wire that is compared with a column of this type; '' for none. */
export function readComparedText(value: unknown, type: SqlColumn): string {
  const number = isNumber(type) ? toBig(value) : null
  return number?.toFixed() ?? (value === null || value === undefined ? '' : String(value))
}

/** A column as a number; null for a text that is none. */
export const asNumber = ({ ref, type }: Compared): Sql =>
  isNumber(type)
    ? sql`${ref}::numeric`
    : sql`(case when ${ref} ~ '^\\s*-?(\\d{1,100}(\\.\\d{0,99})?|\\.\\d{1,99})\\s*$' then ${ref}::numeric end)`

/** Two columns to be compared: as numbers where both are, else as texts. */
export const comparable = (a: Compared, b: Compared): readonly [Sql, Sql] =>
  isNumber(a.type) && isNumber(b.type) ? [asNumber(a), asNumber(b)] : [comparedText(a), comparedText(b)]

/** Whether a column has one of these values; a text that is no number is none of a column of numbers. */
export function matchAny(column: Compared, texts: readonly string[]): Sql {
  if (!isNumber(column.type)) return sql`${column.ref}::text = any(${[...texts]})`
  const numbers = texts.flatMap((text) => toBig(text)?.toFixed() ?? [])
  return sql`${column.ref} = any(${numbers}::numeric[])`
}
