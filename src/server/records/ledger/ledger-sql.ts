import { type RawBuilder, sql } from 'kysely'
import type { Column } from '../../documents/plan/column.ts'
import { typeText } from '../../documents/plan/tables.ts'
import type { Ledger, LedgerColumn, LedgerMeasure } from './open-ledger.ts'

/** A column of rows that are sent with a statement. */
interface SentColumn {
  name: string
  type: string
}

export const idColumn: SentColumn = { name: 'id', type: 'text' }

export const sentColumn = ({ name, type }: Column): SentColumn => ({ name, type: typeText(type) })

/** Rows of a statement as a table `l`; `rows` are objects by the names of the columns. */
export const sentRows = (columns: readonly SentColumn[], rows: readonly object[]): RawBuilder<unknown> => sql`
  jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as l(${sql.join(
    columns.map(({ name, type }) => sql`${sql.id(name)} ${sql.raw(type)}`),
  )})`

/** The dimensions of rows `l` as columns of the balance. */
export const dimensionRow = (ledger: Ledger, dimensions: readonly string[]): Record<string, string> =>
  Object.fromEntries(ledger.dimensions.map(({ balance }, at) => [balance.name, dimensions[at] ?? '']))

export const dimensionColumns = (ledger: Ledger): SentColumn[] =>
  ledger.dimensions.map(({ balance }) => sentColumn(balance))

/** Whether a row of the balance `b`, or of the entries `e` or `t`, has the dimensions of `l`. */
export const sameDimensions = (ledger: Ledger, alias: 'b' | 'e' | 't'): RawBuilder<unknown> =>
  matchDimensions(ledger, [alias, alias === 'b' ? 'balance' : 'entry'], ['l', 'balance'])

/** Whether two rows have the same dimensions; each by its alias, and whether its columns are named as those of the entries. */
export const matchDimensions = (
  { dimensions }: Ledger,
  ...[[left, leftNames], [right, rightNames]]: readonly [
    readonly [string, 'entry' | 'balance'],
    readonly [string, 'entry' | 'balance'],
  ]
): RawBuilder<unknown> =>
  sql.join(
    dimensions.map(
      (dimension) =>
        sql`${dimensionAt(dimension, left, leftNames)} = ${dimensionAt(dimension, right, rightNames)}`,
    ),
    sql` and `,
  )

/** A dimension of a row, as balances have it. */
export const dimensionAt = (
  dimension: LedgerColumn,
  alias: string,
  names: 'entry' | 'balance',
): RawBuilder<unknown> => {
  const column = sql.id(alias, dimension[names].name)
  return dimension.isFiner && names === 'entry' ? sql`coalesce(${column}, '')` : column
}

/** Whether an entry is neither a reversal nor reversed. */
export function isStanding({ entries, made }: Ledger, alias: string): RawBuilder<unknown> {
  const reverses = (of: string) => sql.id(of, made.reverses.name)
  return sql`${reverses(alias)} is null
    and not exists (select from ${sql.id(entries.table)} r where ${reverses('r')} = ${sql.id(alias, 'id')})`
}

/** The value of a measure of the entry `e` with those of the entries that adjust it. */
export const adjustedValue = (
  { entries, made }: Ledger,
  { entry: { name } }: LedgerMeasure,
): RawBuilder<unknown> => sql`
  (coalesce(${sql.id('e', name)}, 0) + coalesce((select sum(${sql.id('x', name)}) from ${sql.id(entries.table)} x
    where ${sql.id('x', made.adjusts.name)} = e.id), 0))`

/** The dimensions of a row as one JSON list of texts, by which `dimensionKey` finds it. */
export const dimensionTexts = ({ dimensions }: Ledger, alias: 'b' | 'e' | 'l'): RawBuilder<string[]> =>
  sql`jsonb_build_array(${sql.join(
    dimensions.map(
      ({ balance, entry }) => sql`${sql.ref(`${alias}.${(alias === 'e' ? entry : balance).name}`)}::text`,
    ),
  )})`

/** The dimensions of rows `l` in the order in which all postings lock balances. */
export const dimensionOrder = (ledger: Ledger, alias: 'b' | 'l'): RawBuilder<unknown> =>
  sql.join(ledger.dimensions.map(({ balance }) => sql.ref(`${alias}.${balance.name}`)))
