import { sql } from 'kysely'
import { indexName } from '../../documents/plan/tables.ts'
import { listLedgers } from '../../records/ledger/open-ledger.ts'
import type { LedgerServices } from './begin.ts'

/**
 * Adds the indexes by which a ledger finds entries: by dimensions and day, by record, and by what they take back or adjust; the one by
 * which it lists balances in the order of their dimensions, where the document has none; and the one of the parts of a balance.
 */
export async function addLedgerIndexes({
  db,
  documents,
}: Pick<LedgerServices, 'db' | 'documents'>): Promise<void> {
  const add = async (table: string, columns: readonly string[]) => {
    const name = sql.id(indexName(table, columns, 'plain'))
    const listed = sql.join(columns.map((column) => sql.id(column)))
    await sql`create index if not exists ${name} on ${sql.id(table)} (${listed})`.execute(db.owner)
  }
  for (const { balance, entries, dimensions, made, breakdown } of listLedgers(documents)) {
    const keys = dimensions.map(({ entry }) => entry.name)
    await add(entries.table, [...keys, made.entryDate.name])
    for (const { name } of [made.source, made.reverses, made.adjusts]) await add(entries.table, [name])
    if (breakdown) await add(breakdown.ledger.balance.table, [breakdown.balance.name])
    const sorted = dimensions.map(({ key }) => key)
    const isSorted = (fields: readonly string[]) => sorted.every((key, at) => fields[at] === key)
    const { indexes = [] } = balance.screen.table
    if (!indexes.some((index) => isSorted('fields' in index ? index.fields : index)))
      await add(
        balance.table,
        dimensions.map(({ balance: { name } }) => name),
      )
  }
}
