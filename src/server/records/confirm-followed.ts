import { sameValue } from '#runtime/record/changes/delta.ts'
import type { Trx } from '../platform/store/database.ts'
import type { RecordAuthor, RecordEvent } from './events.ts'
import type { Values } from './read/record.ts'
import type { Resource } from './resource.ts'
import type { SearchedDocuments } from './screen-search.ts'
import {
  type Followed,
  fillRows,
  followAgain,
  getReference,
  groupByRecord,
  listFollowed,
} from './write/followed.ts'

/** A record of a transaction before the first of its changes and after the last one. */
interface Changed {
  before: Readonly<Values> | null
  after: Readonly<Values>
  by: RecordAuthor
}

function listChanged(
  documents: SearchedDocuments,
  { table }: Resource,
  changes: readonly RecordEvent[],
): Map<string, Changed> {
  const found = new Map<string, Changed>()
  for (const change of changes) {
    if (documents.screen(change.screen)?.document.table.name !== table) continue
    const { id, by } = change
    const { before, after } = found.get(id) ?? { before: change.before, after: {} }
    // A move has no rows.
    if (change.type === 'record.removed') found.delete(id)
    else found.set(id, { before, after: { ...after, ...change.after }, by })
  }
  return found
}

const listRows = (record: Readonly<Values> | null, { detail }: Followed): readonly Values[] => {
  const rows = detail ? record?.[detail.key] : [record ?? {}]
  return Array.isArray(rows) ? rows : []
}

/**
 * Locks the records to which changed ones did not refer before, and makes the following fields true where another transaction has
 * changed such a record in the meantime: it could not see who refers to it. From here to the commit it waits, and sees it then. Who
 * changes a record looks himself for those that refer to it already, so these references need no lock. It is the last step, because
 * of two transactions that refer to one record and write it afterwards, each would wait for the lock of the other. Returns the
 * changes of the records that have changed.
 */
export async function confirmFollowed(
  trx: Trx,
  documents: SearchedDocuments,
  changes: readonly RecordEvent[],
): Promise<RecordEvent[]> {
  const followed = listFollowed(documents)
  const next: RecordEvent[] = []
  for (const target of new Set(followed.map((entry) => entry.target))) {
    const changed = listChanged(documents, target, changes)
    const [first] = changed.values()
    if (!first) continue
    const tenantId = target.isTenantBound ? (first.by.tenantId ?? 0) : 0
    const outdated = new Set<string>()
    const ofTarget = followed.filter((entry) => entry.target === target)
    const levels = [null, ...target.details].map((level) => ofTarget.filter(({ detail }) => detail === level))
    for (const group of levels.flatMap(groupByRecord)) {
      const [entry] = group
      const fresh = [...changed].flatMap(([id, { before, after }]) => {
        const former = new Set(listRows(before, entry).map((row) => getReference(entry, row)))
        return listRows(after, entry).flatMap((row) =>
          former.has(getReference(entry, row)) ? [] : [{ id, row }],
        )
      })
      const rows = fresh.map(({ row }) => row)
      const filled = await fillRows(trx, group, rows, tenantId, true)
      for (const [at, { id, row }] of fresh.entries())
        if (group.some(({ field: { key } }) => !sameValue(row[key], filled[at]?.[key]))) outdated.add(id)
    }
    next.push(...(await followAgain(trx, documents, target, [...outdated].sort(), first.by)))
  }
  return next
}
