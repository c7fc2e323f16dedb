import { describe, expect, it } from 'vitest'
import { fieldValues } from '#runtime/fields/values.ts'
import { RecordModel } from '#runtime/record/model.ts'
import { buildDraft, type Draft, replay } from '#runtime/record/rows/rebase.ts'
import { type Field, isDetail, type ScreenDocument } from '#runtime/schema/types.ts'
import { env, lookup } from './bill.ts'
import { billDocument, initialRecord } from './user-actions.ts'

const old = billDocument(false)
const open = (screen: ScreenDocument) =>
  new RecordModel(screen, initialRecord(false), { types: fieldValues, lookup, env: env('edit') })

/** Typed under the old document: a head value, two cells, a new row, another order. */
function typed(): Draft {
  const model = open(old)
  const store = model.rows('items')
  model.setHead('fmark', '急件')
  store?.setCell('a', 'fname', '宣纸')
  store?.setCell('b', 'fnum', 7)
  store?.insert(4, [{ fname: '函套', fnum: 3 }])
  store?.move('a', 2)
  return JSON.parse(JSON.stringify(buildDraft(model, new Date(0)))) as Draft
}

/** The document with its columns, or its head fields, made others. */
const columns = (change: (fields: readonly Field[]) => Field[]): ScreenDocument => ({
  ...old,
  fields: old.fields.map((field) => (isDetail(field) ? { ...field, fields: change(field.fields) } : field)),
})
const become = (key: string, more: Partial<Field>) => (fields: readonly Field[]) =>
  fields.map((field) => (field.key === key ? ({ ...field, ...more } as Field) : field))
const without = (key: string) => (fields: readonly Field[]) => fields.filter((field) => field.key !== key)

const can = (code: string) => code !== 'stock:name'
const restored = (screen: ScreenDocument, draft = typed()) => {
  const model = open(screen)
  const lost = replay(model, draft, { types: fieldValues, can })
  const rows = model.rows('items')?.rows ?? []
  return {
    lost,
    mark: model.head.fmark,
    rows: rows.map(({ fname, fnum, famount }) => [fname, fnum, famount]),
  }
}

const names = ['b', 'c', '宣纸', 'd', '函套']
const numbers = [7, 3, 1, 4, 3]

describe('a draft restored under another document', () => {
  it('loses nothing when the document is unchanged', () => {
    expect(restored(old)).toEqual({
      lost: [],
      mark: '急件',
      rows: names.map((name, at) => [name, numbers[at], Number(numbers[at]) * 2]),
    })
  })

  it('reports the input of a removed head field and keeps the rest', () => {
    const { lost, mark, rows } = restored({ ...old, fields: without('fmark')(old.fields) })
    expect(lost).toEqual([{ title: '标记', text: '急件' }])
    expect(mark).toBe(null)
    expect(rows.map(([name]) => name)).toEqual(names)
  })

  it.each<[string, ScreenDocument]>([
    ['is gone', columns(without('fname'))],
    ['is computed now', columns(become('fname', { compute: 'fnum' }))],
    ['may not be typed in now', columns(become('fname', { disabled: true }))],
    ['may not be changed by this user now', columns(become('fname', { access: { edit: 'stock:name' } }))],
    ['is of a type that has no such values', columns(become('fname', { type: 'inputNumber' }))],
  ])('names a column that %s with all its cells, and keeps the other cells and rows', (_how, screen) => {
    const { lost, mark, rows } = restored(screen)
    expect(lost).toEqual([{ title: '明细 品名', text: '宣纸、函套' }])
    expect(mark).toBe('急件')
    expect(rows.map(([, number, amount]) => [number, amount])).toEqual(
      numbers.map((number) => [number, number * 2]),
    )
  })

  it('keeps values when the new type accepts them', () => {
    const { lost, rows } = restored(columns(become('fname', { type: 'textarea' })))
    expect(lost).toEqual([])
    expect(rows.map(([name]) => name)).toEqual(names)
  })

  it('reports the typed columns of a removed detail table', () => {
    const { lost, mark } = restored({ ...old, fields: without('items')(old.fields) })
    expect(lost).toEqual([
      { title: '明细 品名', text: '宣纸、函套' },
      { title: '明细 数量', text: '7、3' },
    ])
    expect(mark).toBe('急件')
  })

  it('reports keys when the draft has no field titles', () => {
    const { fields: _fields, ...draft } = typed()
    const { lost } = restored({ ...old, fields: without('fmark')(old.fields) }, draft)
    expect(lost).toEqual([{ title: 'fmark', text: '急件' }])
  })
})

it('a draft does not contain typed passwords', () => {
  const screen = {
    ...old,
    fields: [...old.fields, { key: 'password', title: '密码', type: 'password', persist: false } as Field],
  }
  const model = open(screen)
  model.setHead('fmark', '急件')
  model.setHead('password', 'lantern-orchid-9')
  const draft = buildDraft(model, new Date(0))
  expect(JSON.stringify(draft)).not.toContain('lantern')
  const again = open(screen)
  replay(again, draft, { types: fieldValues, can })
  expect(again.head.fmark).toBe('急件')
  expect(again.head.password ?? null).toBeNull()
})
