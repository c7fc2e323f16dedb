import { sql } from 'kysely'
import { followUpKeys } from '#runtime/schema/names/follow-up-fields.ts'
import type { Caller } from '../caller.ts'
import type { OpenedFollowUp } from '../follow-up/follow-ups.ts'
import { readHeads, type Values, withDetails } from '../read/record.ts'
import { listReached, nodeOfField, writeReached } from '../recompute.ts'
import type { RecordTransaction } from '../record-transaction.ts'
import { notFound } from '../refuse.ts'
import { needColumn } from '../resource.ts'
import { updateRows } from '../write.ts'

/**
 * Closes rows by hand, so that nothing more is taken of them, or opens them again: these rows of the records, or all of them.
 * Returns how many rows have changed. The state of the records does not matter: what is closed was approved.
 */
export async function closeRows(
  { trx, publish }: RecordTransaction,
  entry: OpenedFollowUp,
  caller: Caller,
  {
    ids,
    rows: chosen,
    isClosed,
  }: { ids: readonly string[]; rows: ReadonlySet<string> | null; isClosed: boolean },
): Promise<number> {
  const { source, sourceRows, followUp } = entry
  const { closed } = followUpKeys(followUp.code)
  const { name } = needColumn(sourceRows.columns, closed)
  const env = caller.env('edit')
  const heads = await readHeads(trx, source, ids, caller.rules(source), true)
  if (heads.length < new Set(ids).size) throw notFound()
  const reached = listReached(source, [nodeOfField(sourceRows.key, closed)])
  let count = 0
  for (const head of heads) {
    const before = await withDetails(trx, source, head)
    const changed = (before[sourceRows.key] as Values[]).filter(
      (row) => (row[closed] === 'Y') !== isClosed && (chosen === null || chosen.has(String(row.id))),
    )
    if (changed.length === 0) continue
    count += changed.length
    const rows = changed.map(({ id }) => String(id))
    await sql`update ${sql.id(sourceRows.table)} set ${sql.id(name)} = ${isClosed ? 'Y' : 'N'} where id = any(${rows})`.execute(
      trx,
    )
    const stored = await withDetails(trx, source, head)
    await writeReached(trx, source, [{ stored, filled: stored }], reached, env)
    await updateRows(trx, source.table, [{ id: String(head.id), set: new Map() }], caller.stamp(env))
    const [after = head] = await readHeads(trx, source, [String(head.id)], [])
    publish({
      type: 'record.saved',
      screen: source.screen.id,
      id: String(head.id),
      by: caller.user,
      before,
      after: await withDetails(trx, source, after),
    })
  }
  return count
}
