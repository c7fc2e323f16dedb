import { sameValue } from '#runtime/record/changes/delta.ts'
import type { Trx } from '../platform/store/database.ts'
import type { RecordAuthor } from './events.ts'
import type { Values } from './read/record.ts'
import type { Resource } from './resource.ts'
import { listChanges, type RowChange, updateRows } from './write.ts'

/** Who made the change after which values are computed anew, and when. */
export interface RecomputeEnv {
  user: Pick<RecordAuthor, 'id' | 'username' | 'realname'>
  now: Date
}

/** A field as a node of the formula graph: `fsum`, `items.fprice`. */
export const nodeOfField = (detail: string | undefined, key: string): string =>
  detail === undefined ? key : `${detail}.${key}`

/** These fields and the computed fields that read them, directly or through others, as nodes. */
export function listReached({ formulas }: Resource, nodes: Iterable<string>): Set<string> {
  const reached = new Set(nodes)
  // The steps are in the order of their computation.
  for (const { node, detail, isDefault, sameRow, others } of formulas.steps) {
    const reads = [...sameRow.map((key) => nodeOfField(detail ?? undefined, key)), ...others]
    if (!isDefault && reads.some((key) => reached.has(key))) reached.add(node)
  }
  return reached
}

/** A stored record with its details inline, and with the new values that its formulas read. */
export interface Refilled {
  stored: Values
  filled: Values
}

/**
 * Computes the formulas of stored records anew, and writes the values of these fields of their heads and of their rows where they
 * differ; returns the ids of the records that changed.
 */
export async function writeReached(
  trx: Trx,
  resource: Resource,
  records: readonly Refilled[],
  reached: ReadonlySet<string>,
  { user, now }: RecomputeEnv,
): Promise<string[]> {
  const env = { user: { orgCode: '', ...user }, now, mode: 'edit' as const }
  const head = buildLevel(resource, reached)
  const details = resource.details.map((detail) => ({
    ...buildLevel(detail, reached, detail.key),
    key: detail.key,
  }))
  const changed: string[] = []
  for (const { stored, filled } of records) {
    const computed = resource.formulas.computeAll(filled, env)
    const counts = [head.add(stored, computed)]
    for (const { key, add } of details) {
      const after = computed[key] as Values[]
      counts.push(...(stored[key] as Values[]).map((row, at) => add(row, after[at] ?? row)))
    }
    if (counts.some((count) => count > 0)) changed.push(String(stored.id))
  }
  for (const { table, changes } of [head, ...details]) await updateRows(trx, table, changes, null)
  return changed
}

/** Collects the changes of these fields in the rows of one table; `add` returns how many values of a row change. */
function buildLevel(
  { table, columns }: Pick<Resource, 'table' | 'columns'>,
  reached: ReadonlySet<string>,
  detail?: string,
) {
  const written = new Map([...columns].filter(([key]) => reached.has(nodeOfField(detail, key))))
  const changes: RowChange[] = []
  const add = (before: Values, after: Values): number => {
    const set = listChanges(written, before, after, sameValue)
    if (set.size > 0) changes.push({ id: String(before.id), set })
    return set.size
  }
  return { table, changes, add }
}
