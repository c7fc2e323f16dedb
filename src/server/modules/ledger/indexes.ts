import { sql } from 'kysely'
import { indexName } from '../../documents/plan/tables.ts'
import { listLedgers } from '../../records/ledger/open-ledger.ts'
import type { LedgerServices } from './begin.ts'

/** Adds the indexes by which a ledger finds entries: by dimensions and day, by day, by record, and by what they take back or adjust. */
export async function addLedgerIndexes({
  db,
  documents,
}: Pick<LedgerServices, 'db' | 'documents'>): Promise<void> {
  for (const { entries, dimensions, made } of listLedgers(documents)) {
    const keys = dimensions.map(({ entry }) => entry.name)
    const indexes = [
      [...keys, made.entryDate.name],
      ...[made.entryDate, made.source, made.reverses, made.adjusts].map(({ name }) => [name]),
    ]
    for (const columns of indexes) {
      const name = sql.id(indexName(entries.table, columns, 'plain'))
      const listed = sql.join(columns.map((column) => sql.id(column)))
      await sql`create index if not exists ${name} on ${sql.id(entries.table)} (${listed})`.execute(db.owner)
    }
  }
}
