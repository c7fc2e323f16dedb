import fc from 'fast-check'
import { fieldValues } from '#runtime/fields/values.ts'
import { isTemporary } from '#runtime/record/changes/delta.ts'
import { RecordModel } from '#runtime/record/model.ts'
import type { RowStore } from '#runtime/record/rows/row-store.ts'
import type { Values } from '#runtime/record/scope.ts'
import { placeBehind, shiftedIds } from '#runtime/record/tree.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { env, lookup } from './bill.ts'

/** A bill whose rows are flat, or form a tree. */
export const billDocument = (isTree: boolean): ScreenDocument => ({
  version: 2,
  kind: 'screen',
  id: 'test/bill',
  title: '单据',
  fields: [
    { key: 'fmark', title: '标记', type: 'input' },
    { key: 'fsum', title: '合计', type: 'inputNumber', compute: 'sum(items.famount)' },
    {
      key: 'items',
      title: '明细',
      type: 'table',
      dragSortKey: 'orderNum',
      ...(isTree ? { tree: { parent: 'pid' } } : {}),
      fields: [
        { key: 'fname', title: '品名', type: 'input' },
        { key: 'fnum', title: '数量', type: 'inputNumber' },
        { key: 'famount', title: '金额', type: 'inputNumber', compute: 'fnum * 2' },
        ...(isTree ? [{ key: 'pid', title: '上级', type: 'hidden' }] : []),
      ],
    },
  ],
})

export const initialRecord = (isTree: boolean): Values => ({
  id: '9',
  rev: 1,
  fmark: null,
  fsum: 20,
  items: ['a', 'b', 'c', 'd'].map((id, at) => ({
    id,
    rev: 1,
    fname: id,
    fnum: at + 1,
    famount: (at + 1) * 2,
    orderNum: at + 1,
    ...(isTree ? { pid: id === 'b' ? 'a' : id === 'c' ? 'b' : null } : {}),
  })),
})

export const openModel = (isTree: boolean, record: Values = initialRecord(isTree)) =>
  new RecordModel(billDocument(isTree), record, { types: fieldValues, lookup, env: env('edit') })

export function getItems(model: RecordModel): RowStore {
  const store = model.rows('items')
  if (!store) throw new Error('no rows')
  return store
}

const kinds = [
  'head',
  'set',
  'fill',
  'paste',
  'insert',
  'remove',
  'move',
  'sort',
  'shift',
  'reparent',
  'undo',
  'redo',
  'cancel',
] as const
export interface UserAction {
  kind: (typeof kinds)[number]
  at: number
  to: number
  value: number
}
/** Sequences of what a user can do to a record, without some kinds. */
export const userActions = (maxLength: number, without: readonly UserAction['kind'][] = []) =>
  fc.array(
    fc.record({
      kind: fc.constantFrom(...kinds.filter((kind) => !without.includes(kind))),
      at: fc.nat(6),
      to: fc.nat(6),
      value: fc.integer({ min: 10, max: 40 }),
    }),
    { maxLength },
  )

export function performAction(model: RecordModel, { kind, at, to, value }: UserAction, name = '新'): void {
  const store = getItems(model)
  const parent = store.detail.tree?.parent
  const row = store.rows[at % Math.max(1, store.rows.length)]
  const other = store.rows[to % Math.max(1, store.rows.length)]
  const fresh = (number: number) => ({ fname: `${name}${number}`, fnum: number })
  if (kind === 'head') model.setHead('fmark', `${name}${value}`)
  else if (kind === 'undo') store.undo()
  else if (kind === 'redo') store.redo()
  else if (kind === 'sort') store.sort((a, b) => (Number(a.fnum) - Number(b.fnum)) * (value % 2 ? 1 : -1))
  else if (kind === 'insert') {
    const place = row ? placeBehind(store.rows, parent, row.id) : 0
    store.insert(place, [{ ...fresh(value), ...(parent && row && to % 2 ? { [parent]: row.id } : {}) }])
  } else if (!row || !other) return
  else if (kind === 'set') store.setCell(row.id, 'fnum', value)
  else if (kind === 'cancel') {
    store.setCell(row.id, 'fname', `${value}`, 'typing')
    store.cancel('typing')
  } else if (kind === 'remove') store.remove([row.id])
  else if (kind === 'move') {
    if (!parent) store.move(row.id, to % store.rows.length)
  } else if (kind === 'shift')
    store.arrange(shiftedIds(store.rows, parent, new Set([row.id]), value % 2 ? 1 : -1))
  else if (kind === 'reparent') {
    const end = placeBehind(store.rows, parent, row.id) // the descendants of the row stand before this position
    const isDescendant = store.rows.slice(store.indexOf(row.id), end).some(({ id }) => id === other.id)
    if (parent && !isDescendant) store.setCell(row.id, parent, other.id)
  } else {
    const cells = [row, other].map(({ id }) => ({ id, values: { fnum: value } }))
    const step = kind === 'paste' ? `paste ${value}` : undefined
    store.setCells(cells, step)
    if (kind === 'paste') store.insert(store.rows.length, [fresh(value), fresh(value + 100)], step)
  }
}

let lastStoredId = 0
/** The record as a server stores it: ids for new rows, positions, revisions. */
export function buildSavedRecord(model: RecordModel): Values {
  const ids = new Map<unknown, string>()
  const rows = [...getItems(model).rows]
  for (const { id } of rows) if (isTemporary(id)) ids.set(id, `s${++lastStoredId}`)
  return {
    ...model.record,
    rev: Number(model.initial.rev) + 1,
    items: rows.map((row, at) => ({
      ...row,
      id: ids.get(row.id) ?? row.id,
      rev: Number(row.rev ?? 0) + 1,
      orderNum: at + 1,
      ...(row.pid ? { pid: ids.get(row.pid) ?? row.pid } : {}),
    })),
  }
}

/** The content of a record without ids: each row with the name of its parent. */
export function readContent(record: Values) {
  const rows = record.items as Values[]
  const names = new Map(rows.map((row) => [row.id, row.fname]))
  return {
    fmark: record.fmark ?? null,
    fsum: record.fsum ?? null,
    items: rows.map(({ fname, fnum, famount, pid }) =>
      [fname, fnum, famount, names.get(pid) ?? null].join(' '),
    ),
  }
}
