import { sameValue } from '#runtime/record/changes/delta.ts'
import type { RecordEnv } from '#runtime/record/scope.ts'
import type { Trx } from '../platform/store/database.ts'
import type { RecordAuthor } from './events.ts'
import type { Values } from './read/record.ts'
import type { Resource } from './resource.ts'
import { listChanges, type RowChange, type Stamp, updateRows } from './write.ts'

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

/** A record before and after a change of its head. */
export type HeadChange = [before: Values, after: Values]

/**
 * The changes, whose heads have new values under these keys, with the formulas that read them computed anew, in heads and rows.
 * Values that nothing reads need no environment.
 */
export async function withReached(
  resource: Resource,
  keys: readonly string[],
  changes: readonly HeadChange[],
  openEnv: () => Promise<RecordEnv>,
): Promise<HeadChange[]> {
  const reached = listReached(resource, keys)
  if (reached.size === new Set(keys).size) return [...changes]
  const env = await openEnv()
  const isReached = (detail: string | undefined) => (key: string) => reached.has(nodeOfField(detail, key))
  return changes.map(([before, after]) => {
    const computed = resource.formulas.computeAll(after, env)
    const head = replaceValues(after, computed, resource.columns, isReached(undefined))
    for (const { key, columns } of resource.details) {
      const rows = after[key] as Values[]
      const news = (computed[key] as Values[]).map((row, at) =>
        replaceValues(rows[at] ?? row, row, columns, isReached(key)),
      )
      // Rows that stay as they are remain the same list.
      if (news.some((row, at) => row !== rows[at])) head[key] = news
    }
    return [before, head]
  })
}

/** The values with those of the computed ones that are reached and differ; the same object where none does. */
function replaceValues(
  values: Values,
  computed: Values,
  columns: Resource['columns'],
  isReached: (key: string) => boolean,
): Values {
  const keys = [...columns.keys()].filter((key) => isReached(key) && !sameValue(values[key], computed[key]))
  return keys.length === 0
    ? values
    : { ...values, ...Object.fromEntries(keys.map((key) => [key, computed[key]])) }
}

/** Writes changes of heads, and those of formulas in their rows, whose revision stays: nobody has edited the rows. */
export async function writeHeadChanges(
  trx: Trx,
  { table, columns, details }: Resource,
  changes: readonly HeadChange[],
  stamp: Stamp,
): Promise<void> {
  const heads = changes.map(([before, after]) => ({
    id: String(before.id),
    set: listChanges(columns, before, after, sameValue),
  }))
  await updateRows(trx, table, heads, stamp)
  for (const detail of details) {
    const rows = changes.flatMap(([before, after]): RowChange[] => {
      if (before[detail.key] === after[detail.key]) return []
      const news = after[detail.key] as Values[]
      return (before[detail.key] as Values[]).map((row, at) => ({
        id: String(row.id),
        set: listChanges(detail.columns, row, news[at] ?? row, sameValue),
      }))
    })
    await updateRows(
      trx,
      detail.table,
      rows.filter(({ set }) => set.size > 0),
      null,
    )
  }
}
