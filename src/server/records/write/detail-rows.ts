import { type Problem, pointer } from '#runtime/kernel/problem.ts'
import { isTemporary, type RowsDelta, unknownRowIds } from '#runtime/record/changes/delta.ts'
import { codeOfToolbar } from '#runtime/schema/action-codes.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import type { Can } from '../body.ts'
import type { Values } from '../read/record.ts'
import type { DetailResource, Resource } from '../resource.ts'
import { newId } from '../write.ts'

/** Ids of rows in the delta that do not belong to this record. */
export function foreignRows(detail: DetailResource, rows: readonly Values[], delta: RowsDelta): Problem[] {
  const unknown = new Set(unknownRowIds(rows, delta))
  const name = (id: string, path: string): Problem[] =>
    unknown.has(id) ? [{ path, code: 'foreign', text: '明细行不属于这张单据，或已被他人删除' }] : []
  return [
    ...delta.changed.flatMap((row, at) => name(row.id, pointer(detail.key, 'changed', at))),
    ...delta.removed.flatMap((id, at) => name(id, pointer(detail.key, 'removed', at))),
  ]
}

/** Rows whose order changed although the user has no right to move rows of this table. */
export function movedRows(
  { field, order }: DetailResource,
  before: readonly Values[],
  after: readonly Values[],
  can: Can,
): Problem[] {
  if (!order || !field.authPrefix || can(codeOfToolbar(field.authPrefix, 'move'))) return []
  const ids = (rows: readonly Values[], among: readonly Values[]) => {
    const common = new Set(among.map((row) => row.id))
    return rows.flatMap(({ id }) => (id !== undefined && common.has(id) ? [id] : [])).join()
  }
  if (ids(before, after) === ids(after, before)) return []
  return [{ path: pointer(field.key), code: 'forbidden', text: `没有权限移动${getTitle(field)}的行` }]
}

/** Gives new rows of a tree their stored ids before parents are checked. */
export function settleTree(
  { screen }: Resource,
  { field }: DetailResource,
  rows: readonly Values[],
): Values[] {
  const parent = field.tree?.parent
  if (parent === undefined) return [...rows]
  const ids = new Map(
    rows.flatMap(({ id }) =>
      typeof id === 'string' && isTemporary(id) ? [[id, newId(screen.table.id)] as const] : [],
    ),
  )
  const settled = (value: unknown) => (typeof value === 'string' ? (ids.get(value) ?? value) : value)
  return rows.map((row) => ({
    ...row,
    ...(row.id === undefined ? {} : { id: settled(row.id) }),
    [parent]: settled(row[parent]),
  }))
}
