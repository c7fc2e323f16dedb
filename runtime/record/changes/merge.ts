import { type DetailField, type Field, isDetail, type ScreenDocument } from '#runtime/schema/types.ts'
import { getRows, type Values } from '../scope.ts'
import { isTemporary, orderKey, sameValue } from './delta.ts'

/**
 * A cell or head value that both users changed differently; a row that one changed and the other removed; or the
 * order of the rows (their ids), if both reordered them.
 */
export interface MergeConflict {
  /** `''` for the head, else the key of the detail table. */
  detail: string
  /** Id of the detail row; absent for a conflict about the row order. */
  id?: string
  /** Absent for a conflict about a whole row. */
  key?: string
  base: unknown
  mine: unknown
  theirs: unknown
}

/** The remaining changes of one detail table. */
export interface RemainingRowChanges {
  set: { id: string; values: Record<string, unknown> }[]
  /** New rows, each after the row `after` (null: first). */
  add: { after: string | null; row: Values }[]
  remove: string[]
  /** The local row ids if only the local user reordered them. */
  order?: string[]
}

/** The changes to apply to the record of the other user so that it includes the local changes, and the conflicts. */
export interface RemainingChanges {
  head: Record<string, unknown>
  details: Record<string, RemainingRowChanges>
  conflicts: MergeConflict[]
}

/** Values that a user can change: computed values follow, so they never conflict. */
const typed = (fields: readonly Field[]): Field[] =>
  fields.filter((field) => !isDetail(field) && field.compute === undefined)

/**
 * Merges two changes of one record by field and cell: `base` is their common start. A value that only the local user
 * changed is a remaining change, an equal change is done, a different change is a conflict for a person. Swapping
 * both users gives the same record wherever there is no conflict.
 */
export function mergeRecords(
  screen: ScreenDocument,
  base: Values,
  mine: Values,
  theirs: Values,
): RemainingChanges {
  const conflicts: MergeConflict[] = []
  const head = mergeValues(typed(screen.fields), base, mine, theirs, (key) =>
    conflicts.push({ detail: '', key, base: base[key], mine: mine[key], theirs: theirs[key] }),
  )
  const details: Record<string, RemainingRowChanges> = {}
  for (const detail of screen.fields.filter(isDetail)) {
    const [before, ours, others] = [base, mine, theirs].map((record) => getRows(record, detail.key))
    details[detail.key] = mergeRows(detail, before ?? [], ours ?? [], others ?? [], conflicts)
  }
  return { head, details, conflicts }
}

function mergeValues(
  fields: readonly Field[],
  base: Values,
  mine: Values,
  theirs: Values,
  conflict: (key: string) => void,
): Record<string, unknown> {
  const rest: Record<string, unknown> = {}
  for (const { key } of fields) {
    if (!Object.hasOwn(mine, key) || sameValue(base[key], mine[key]) || sameValue(mine[key], theirs[key]))
      continue
    if (sameValue(base[key], theirs[key])) rest[key] = mine[key] ?? null
    else conflict(key)
  }
  return rest
}

function mergeRows(
  detail: DetailField,
  base: readonly Values[],
  mine: readonly Values[],
  theirs: readonly Values[],
  conflicts: MergeConflict[],
): RemainingRowChanges {
  const rest: RemainingRowChanges = { set: [], add: [], remove: [] }
  const fields = typed(detail.fields)
  const byId = (rows: readonly Values[]) => new Map(rows.map((row) => [String(row.id), row]))
  const [before, ours, others] = [byId(base), byId(mine), byId(theirs)]
  const isChanged = (row: Values, old: Values) =>
    row !== old && fields.some(({ key }) => !sameValue(row[key], old[key]))
  const rowConflict = (id: string, old: Values, myRow: Values | undefined, theirRow: Values | undefined) =>
    conflicts.push({ detail: detail.key, id, base: old, mine: myRow ?? null, theirs: theirRow ?? null })

  for (const [id, old] of before) {
    const myRow = ours.get(id)
    const theirRow = others.get(id)
    if (myRow && theirRow) {
      if (myRow === old) continue
      const values = mergeValues(fields, old, myRow, theirRow, (key) =>
        conflicts.push({
          detail: detail.key,
          id,
          key,
          base: old[key],
          mine: myRow[key],
          theirs: theirRow[key],
        }),
      )
      if (Object.keys(values).length > 0) rest.set.push({ id, values })
    } else if (myRow && isChanged(myRow, old)) rowConflict(id, old, myRow, theirRow)
    else if (theirRow && !myRow) {
      if (isChanged(theirRow, old)) rowConflict(id, old, myRow, theirRow)
      else rest.remove.push(id)
    }
  }
  for (const [at, row] of mine.entries()) {
    if (before.has(String(row.id)) && !isTemporary(row.id)) continue
    if (others.has(String(row.id))) continue
    rest.add.push({ after: neighbour(mine, at, others), row })
  }
  if (orderKey(detail) !== undefined) {
    const { order, isMine, isConflict } = mergeOrder(base, mine, theirs)
    if (isConflict) conflicts.push({ detail: detail.key, ...order })
    else if (isMine) rest.order = order.mine
  }
  return rest
}

/** Determines which of the two users reordered the common rows. */
function mergeOrder(base: readonly Values[], mine: readonly Values[], theirs: readonly Values[]) {
  const ids = (rows: readonly Values[]) => rows.map((row) => String(row.id))
  const order = { base: ids(base), mine: ids(mine), theirs: ids(theirs) }
  const [before, ours, others] = [new Set(order.base), new Set(order.mine), new Set(order.theirs)]
  const common = (all: readonly string[]) =>
    all.filter((id) => before.has(id) && ours.has(id) && others.has(id)).join('\n')
  const [baseOrder, myOrder, theirOrder] = [common(order.base), common(order.mine), common(order.theirs)]
  const isMine = myOrder !== baseOrder && myOrder !== theirOrder
  return { order, isMine, isConflict: isMine && theirOrder !== baseOrder }
}

/** `ids` in the order of `target`; ids that `target` lacks stay after their predecessor. */
export function applyOrder(ids: readonly string[], target: readonly string[]): string[] {
  const existing = new Set(ids)
  const named = new Set(target)
  const followers = new Map<string | undefined, string[]>()
  let last: string | undefined
  for (const id of ids) {
    if (named.has(id)) last = id
    else followers.set(last, [...(followers.get(last) ?? []), id])
  }
  const ordered = target.filter((id) => existing.has(id)).flatMap((id) => [id, ...(followers.get(id) ?? [])])
  return [...(followers.get(undefined) ?? []), ...ordered]
}

/** The nearest row above that also exists in the other record. */
function neighbour(
  rows: readonly Values[],
  at: number,
  existing: ReadonlyMap<string, Values>,
): string | null {
  for (let above = at - 1; above >= 0; above -= 1) {
    const id = String(rows[above]?.id)
    if (existing.has(id)) return id
  }
  return null
}
