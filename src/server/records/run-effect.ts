import { fieldValues } from '#runtime/fields/values.ts'
import type { Move } from '#runtime/schema/types.ts'
import { screensOver } from '../documents/screens-over.ts'
import type { SessionUser } from '../platform/http/user.ts'
import type { EffectContext } from './effects.ts'
import { readHeads, type Values, withDetails } from './record.ts'
import { type Resource, resourceOf } from './resource.ts'
import type { RecordTransaction } from './transaction.ts'
import type { Stamp } from './write.ts'

/** The records of another table that an effect writes, with their values before it; no screen: nobody reads them. */
interface Written {
  resource: Resource | null
  before: Map<string, Values>
  ids: Set<string>
}

async function readRecords(
  { trx }: Pick<RecordTransaction, 'trx'>,
  resource: Resource | null,
  ids: readonly string[],
): Promise<Map<string, Values>> {
  const records = new Map<string, Values>()
  if (!resource || ids.length === 0) return records
  for (const head of await readHeads(trx, resource, ids, []))
    records.set(String(head.id), await withDetails(trx, resource, head))
  return records
}

/** Runs the effect of a move; the records of other tables that it writes get a version by the user of the move. */
export async function runEffect(
  transaction: RecordTransaction,
  name: string,
  move: Move,
  records: readonly Values[],
  { user, stamp }: { user: SessionUser; stamp: Stamp },
): Promise<void> {
  const { trx, effects, documents, notify, keepVersion } = transaction
  const tables = new Map<string, Written>()
  const writtenIn = (table: string): Written => {
    const noted = tables.get(table)
    if (noted) return noted
    const [entry] = screensOver(documents, table)
    const resource = entry ? resourceOf(entry.document, entry.documentHash, fieldValues) : null
    const written: Written = { resource, before: new Map(), ids: new Set() }
    tables.set(table, written)
    return written
  }
  await effects.get(name).run({
    trx,
    // The check of documents has compared the fields of the screen with those that the effect reads.
    records: records as unknown as EffectContext['records'],
    user,
    move,
    stamp,
    notify,
    async changing(table, ids) {
      const { resource, before, ids: all } = writtenIn(table)
      for (const [id, record] of await readRecords(transaction, resource, ids))
        if (!all.has(id)) before.set(id, record)
      for (const id of ids) all.add(id)
    },
    added(table, ids) {
      for (const id of ids) writtenIn(table).ids.add(id)
    },
  })
  for (const { resource, before, ids } of tables.values())
    for (const [id, after] of await readRecords(transaction, resource, [...ids]))
      if (resource)
        keepVersion({
          type: 'record.saved',
          screen: resource.screen.id,
          id,
          by: user,
          before: before.get(id) ?? null,
          after,
        })
}
