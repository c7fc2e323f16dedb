import { toBig } from '#runtime/kernel/decimal.ts'
import { isEmpty } from '#runtime/kernel/json.ts'
import { type DetailField, type Field, isDetail, type ScreenDocument } from '#runtime/schema/types.ts'
import { getRows, type Values } from '../scope.ts'

/** The changes of detail rows in an edit: rows that are not named stay unchanged. */
export interface RowsDelta {
  added: Record<string, unknown>[]
  changed: ({ id: string; rev?: unknown } & Record<string, unknown>)[]
  removed: string[]
}

/** Body of `PUT edit`: id, rev, the changed head keys, and a delta under the key of each changed detail table. */
export type EditBody = { id: unknown; rev?: unknown } & Record<string, unknown>

const temporary = 'tmp_'
let lastTemporary = 0

/** An id for a row that is not stored yet; unique within this program. */
export const temporaryId = (): string =>
  `${temporary}${(++lastTemporary).toString(36)}_${Date.now().toString(36)}`
/** Row ids are cut at this many characters. */
const rowKeyLength = 50

/** A row in a store: with its id, or with a temporary one. */
export function keyedRow(row: Values): Values & { id: string } {
  const { id } = row
  if (typeof id !== 'string') return { ...row, id: temporaryId() }
  return id.length > rowKeyLength
    ? { ...row, id: id.slice(0, rowKeyLength) }
    : (row as Values & { id: string })
}

export const isTemporary = (id: unknown): boolean => typeof id !== 'string' || id.startsWith(temporary)

/**
 * Equality of values: all empty values are equal, 1.50 equals 1.5 as number or text, structures are compared by
 * content.
 */
export function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (isEmpty(a) || isEmpty(b)) return isEmpty(a) && isEmpty(b)
  if (typeof a === 'object' || typeof b === 'object') return JSON.stringify(a) === JSON.stringify(b)
  if (typeof a !== 'number' && typeof b !== 'number') return false
  const left = toBig(a)
  const right = toBig(b)
  return left !== null && right !== null && left.eq(right)
}

/** The row key of the 1-based position, if the detail table stores one. */
export const orderKey = (detail: DetailField): string | undefined => detail.dragSortKey ?? detail.table?.order

/** Computed values and those of other records are set by the server, so they are never sent. */
const travels = (field: Field): boolean =>
  !isDetail(field) && [field.compute, field.from, field.follow].every((source) => source === undefined)

function changedKeys(fields: readonly Field[], before: Values, after: Values): Record<string, unknown> {
  const changed: Record<string, unknown> = {}
  for (const field of fields) {
    if (!travels(field) || !Object.hasOwn(after, field.key)) continue
    const value = after[field.key]
    if (!sameValue(before[field.key], value)) changed[field.key] = isEmpty(value) ? null : value
  }
  return changed
}

/** What a row shows and does not store: its rules may read it, and the server does not have it. */
const unstoredValues = (fields: readonly Field[], row: Values): Record<string, unknown> =>
  Object.fromEntries(
    fields
      .filter((field) => field.persist === false && travels(field) && !isEmpty(row[field.key]))
      .map(({ key }) => [key, row[key]]),
  )

/**
 * The wire format of a new row: declared keys only, its position if the detail table stores one; in a tree also its
 * temporary id, because other rows may reference it.
 */
function addedRow(detail: DetailField, row: Values, index: number): Record<string, unknown> {
  const order = orderKey(detail)
  const added: Record<string, unknown> = order === undefined ? {} : { [order]: index + 1 }
  if (detail.tree && row.id !== undefined) added.id = row.id
  for (const field of detail.fields) {
    if (!travels(field) || field.key === order || row[field.key] === undefined) continue
    added[field.key] = isEmpty(row[field.key]) ? null : row[field.key]
  }
  return added
}

/**
 * The changes from the rows of the server to the current rows. Rows are matched by id, so a move changes only
 * positions.
 */
export function diffRows(
  detail: DetailField,
  initial: readonly Values[],
  current: readonly Values[],
): RowsDelta {
  const before = new Map(initial.map((row) => [row.id, row]))
  // Positions are sent only after a move: loading rows numbered 10, 20, 30 is no change.
  const moved =
    initial.length !== current.length || current.some((row, index) => row.id !== initial[index]?.id)
  const order = moved ? orderKey(detail) : undefined
  const delta: RowsDelta = { added: [], changed: [], removed: [] }
  const keptIds = new Set<unknown>()
  for (const [index, row] of current.entries()) {
    const old = before.get(row.id)
    if (!old || typeof row.id !== 'string') {
      delta.added.push(addedRow(detail, row, index))
      continue
    }
    keptIds.add(row.id)
    const changed = old === row ? {} : changedKeys(detail.fields, old, row)
    if (order !== undefined && !sameValue(old[order], index + 1)) changed[order] = index + 1
    if (Object.keys(changed).length === 0) continue
    const displayed = unstoredValues(detail.fields, row)
    delta.changed.push({
      id: row.id,
      ...(row.rev === undefined ? {} : { rev: row.rev }),
      ...displayed,
      ...changed,
    })
  }
  for (const row of initial)
    if (!keptIds.has(row.id) && !isTemporary(row.id)) delta.removed.push(String(row.id))
  return delta
}

export const isEmptyDelta = (delta: RowsDelta): boolean =>
  delta.added.length + delta.changed.length + delta.removed.length === 0

/** The body of an edit: only values that differ. A body without keys besides id and rev means no change. */
export function diffRecord(screen: ScreenDocument, initial: Values, current: Values): EditBody {
  const body: EditBody = { id: initial.id, ...(initial.rev === undefined ? {} : { rev: initial.rev }) }
  Object.assign(body, changedKeys(screen.fields, initial, current))
  for (const field of screen.fields) {
    if (!isDetail(field) || !Object.hasOwn(current, field.key)) continue
    const delta = diffRows(field, getRows(initial, field.key), getRows(current, field.key))
    if (!isEmptyDelta(delta)) body[field.key] = delta
  }
  return body
}

/** The body of an add: declared, uncomputed keys with a value; rows without ids. */
export function addBody(screen: ScreenDocument, current: Values): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const field of screen.fields) {
    if (isDetail(field)) {
      body[field.key] = getRows(current, field.key).map((row, index) => addedRow(field, row, index))
    } else if (travels(field) && current[field.key] !== undefined) {
      body[field.key] = isEmpty(current[field.key]) ? null : current[field.key]
    }
  }
  return body
}

/**
 * Applies a delta to rows: changed rows are merged by id, removed rows dropped, added rows appended, then the rows
 * are put in the order of `order` if given. Unknown ids are ignored here; `unknownRowIds` returns them.
 */
export function applyRowsDelta(
  rows: readonly Values[],
  delta: RowsDelta,
  order?: string,
): Record<string, unknown>[] {
  const removed = new Set(delta.removed)
  const changed = new Map(delta.changed.map((row) => [row.id, row]))
  const result = rows
    .filter((row) => !removed.has(String(row.id)))
    .map((row) => ({ ...row, ...changed.get(String(row.id)) }) as Record<string, unknown>)
  for (const row of delta.added) result.push({ ...row })
  if (order === undefined) return result
  const position = (row: Values): number =>
    typeof row[order] === 'number' ? row[order] : Number.POSITIVE_INFINITY
  const compare = (a: Values, b: Values) => {
    const [left, right] = [position(a), position(b)]
    return left === right ? 0 : left - right
  }
  return result.sort(compare)
}

/** Ids in a delta that are not among the rows: rows of another record, or rows removed in the meantime. */
export function unknownRowIds(rows: readonly Values[], delta: RowsDelta): string[] {
  const ids = new Set(rows.map((row) => String(row.id)))
  return [...delta.changed.map((row) => row.id), ...delta.removed].filter((id) => !ids.has(id))
}
