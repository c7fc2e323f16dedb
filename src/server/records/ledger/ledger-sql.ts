import { type RawBuilder, sql } from 'kysely'
import type { Column } from '../../documents/plan/column.ts'
import { typeText } from '../../documents/plan/tables.ts'
import type { Ledger } from './open-ledger.ts'

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
  sql.join(
    ledger.dimensions.map(
      ({ balance, entry }) =>
        sql`${sql.ref(`${alias}.${(alias === 'b' ? balance : entry).name}`)} = ${sql.ref(`l.${balance.name}`)}`,
    ),
    sql` and `,
  )

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
