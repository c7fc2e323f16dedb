import { fieldValues } from '#runtime/fields/values.ts'
import { screensOver } from '../../documents/access/screens-over.ts'
import type { SessionUser } from '../../platform/http/requests/user.ts'
import type { RecordTransaction } from '../record-transaction.ts'
import { getResource, type Resource } from '../resource.ts'
import { readHeads, type Values, withAllDetails } from './record.ts'
import type { OtherRecords } from './versions.ts'

/** The written records of a table, with their values before it; no screen: nobody reads them. */
interface WrittenTable {
  resource: Resource | null
  before: Map<string, Values>
  ids: Set<string>
}

type Transaction = Pick<RecordTransaction, 'trx' | 'documents' | 'keepVersion'>

async function readRecords(
  { trx }: Pick<Transaction, 'trx'>,
  resource: Resource | null,
  ids: readonly string[],
): Promise<Map<string, Values>> {
  if (!resource || ids.length === 0) return new Map()
  const records = await withAllDetails(trx, resource, await readHeads(trx, resource, ids, []))
  return new Map(records.map((record) => [String(record.id), record]))
}

/** Notes the records of other tables; `keep` gives those that were written a version by the user, and is called last. */
export function noteOtherRecords(
  transaction: Transaction,
  user: SessionUser,
): OtherRecords & { keep(): Promise<void> } {
  const tables = new Map<string, WrittenTable>()
  const writtenIn = (table: string): WrittenTable => {
    const noted = tables.get(table)
    if (noted) return noted
    const [entry] = screensOver(transaction.documents, table)
    const resource = entry ? getResource(entry.document, entry.documentHash, fieldValues) : null
    const written: WrittenTable = { resource, before: new Map(), ids: new Set() }
    tables.set(table, written)
    return written
  }
  return {
    async changing(table, ids) {
      const { resource, before, ids: all } = writtenIn(table)
      for (const [id, record] of await readRecords(transaction, resource, ids))
        if (!all.has(id)) before.set(id, record)
      for (const id of ids) all.add(id)
    },
    added(table, ids) {
      for (const id of ids) writtenIn(table).ids.add(id)
    },
    async keep() {
      for (const { resource, before, ids } of tables.values())
        for (const [id, after] of await readRecords(transaction, resource, [...ids])) {
          const former = before.get(id) ?? null
          if (!resource || (former && former.rev === after.rev)) continue
          const { id: screen } = resource.screen
          transaction.keepVersion({ type: 'record.saved', screen, id, by: user, before: former, after })
        }
    },
  }
}
