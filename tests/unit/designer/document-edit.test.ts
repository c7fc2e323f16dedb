import { describe, expect, it } from 'vitest'
import {
  fieldAt,
  formerPath,
  freeKey,
  insertField,
  keyedByTitle,
  listFields,
  moveField,
  newField,
  removeField,
  replaceField,
} from '#designer/document-edit.ts'
import { nameCells } from '#designer/preview/useSampleRecord.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'

const bill: JsonObject = {
  title: '入库单',
  fields: [
    { key: 'fname', title: '品名' },
    { key: 'fdate' },
    { key: 'items', type: 'table', fields: [{ key: 'fnum' }, { key: 'fprice' }] },
  ],
  list: { fields: ['fname', 'fdate'], sort: 'fdate' },
  form: {
    groups: [
      { title: '基本', fields: ['fname', 'fdate'] },
      { tab: '明细', fields: ['items'] },
    ],
  },
}
const keys = (document: JsonObject, path: string[] = []) =>
  listFields((path.length === 0 ? document : fieldAt(document, path)) ?? {}).map(({ key }) => key)

describe('a document in the designer', () => {
  it('has a field of a detail table at its path, and none at an unknown one', () => {
    expect(fieldAt(bill, ['items', 'fnum'])).toEqual({ key: 'fnum' })
    for (const path of [[], ['fnum'], ['fname', 'fnum'], ['items', 'fgone']])
      expect(fieldAt(bill, path)).toBeUndefined()
  })

  it('gets fields inserted and moved within their own list', () => {
    expect(keys(insertField(bill, [], 1, { key: 'fnew' }))).toEqual(['fname', 'fnew', 'fdate', 'items'])
    const detail = insertField(bill, ['items'], 2, { key: 'fnew' })
    expect(keys(detail, ['items'])).toEqual(['fnum', 'fprice', 'fnew'])
    expect(keys(moveField(detail, ['items', 'fnew'], 0), ['items'])).toEqual(['fnew', 'fnum', 'fprice'])
    expect(keys(moveField(bill, ['items'], 0))).toEqual(['items', 'fname', 'fdate'])
    expect(keys(moveField(bill, ['fgone'], 0))).toEqual(keys(bill))
  })

  it('loses a removed field in the lists of columns and groups, and the group that is empty then', () => {
    const changed = removeField(bill, ['items'])
    expect(keys(changed)).toEqual(['fname', 'fdate'])
    expect(changed.form).toEqual({ groups: [{ title: '基本', fields: ['fname', 'fdate'] }] })
    expect(removeField(bill, ['fname']).list).toEqual({ fields: ['fdate'], sort: 'fdate' })
  })

  it('has the new key of a renamed field in its lists, and other settings only in the field', () => {
    const renamed = replaceField(bill, ['fname'], { key: 'ftitle', title: '书名' })
    expect(keys(renamed)).toEqual(['ftitle', 'fdate', 'items'])
    expect(renamed.list).toEqual({ fields: ['ftitle', 'fdate'], sort: 'fdate' })
    const widened = replaceField(bill, ['items', 'fnum'], { key: 'fnum', width: 90 })
    expect(widened).toEqual({
      ...bill,
      fields: [
        ...(bill.fields as JsonObject[]).slice(0, 2),
        { key: 'items', type: 'table', fields: [{ key: 'fnum', width: 90 }, { key: 'fprice' }] },
      ],
    })
  })

  it('offers a key that no field of the list has', () => {
    expect(freeKey(bill, [], 'fname')).toBe('fname2')
    expect(freeKey(bill, ['items'], 'fname')).toBe('fname')
  })

  it('gives a new or copied detail table a table of its own, and a picker its own field to fill', () => {
    const document = { ...bill, table: { name: 'stk_bill' } }
    const sample = { key: 'items', type: 'table', table: { name: 'sample_item', fk: 'fheadid' } }
    expect(newField(document, sample, 'items2').table).toEqual({ name: 'stk_bill_items2', fk: 'fheadid' })
    const picker = { key: 'fmaker', type: 'popup', orgFields: ['fname'], destFields: ['fmaker', 'ftel'] }
    expect(newField(document, picker, 'fmaker2')).toMatchObject({
      key: 'fmaker2',
      destFields: ['fmaker2', 'ftel'],
    })
    const renamed = replaceField({ fields: [picker] }, ['fmaker'], { ...picker, key: 'fvendor' })
    expect(fieldAt(renamed, ['fvendor'])).toMatchObject({ destFields: ['fvendor', 'ftel'] })
  })

  it('gives a field that is not released a key from its title, until it is typed or named elsewhere', () => {
    const field = { key: 'finput2', title: '单行文本', type: 'input' }
    const document: JsonObject = { fields: [{ key: 'fkm', title: '开名' }, field] }
    const titled = (title: string, more: JsonObject = {}, base: JsonObject | null = null) =>
      keyedByTitle({ ...document, ...more }, base, ['finput2'], { ...field, title }, 'finput').key
    expect(titled('册数')).toBe('fcs')
    // Another field has the key.
    expect(titled('刊名')).toBe('fkm2')
    expect(titled('册数', { rowRules: [{ where: 'finput2 > 1' }] })).toBe('finput2')
    expect(titled('册数', {}, document)).toBe('finput2')
    // The table of a detail table follows its key, a table of another name stays.
    const rows = (name: string) => {
      const items = { key: 'items', title: '明细', type: 'table', table: { name } }
      const whole = { table: { name: 'stk_bill' }, fields: [items] }
      return keyedByTitle(whole, null, ['items'], { ...items, title: '用料' }, 'items')
    }
    expect(rows('stk_bill_items')).toMatchObject({ key: 'fyl', table: { name: 'stk_bill_fyl' } })
    expect(rows('old_items')).toMatchObject({ key: 'fyl', table: { name: 'old_items' } })
    // The key of the last title is followed, a typed one is not.
    const followed = { fields: [{ ...field, key: 'fcs', title: '册数' }] }
    const edited = (key: string, fields = followed.fields) =>
      keyedByTitle({ fields }, null, [key], { ...field, key, title: '册数合计' }, 'finput').key
    expect(edited('fcs')).toBe('fcshj')
    expect(edited('fcount', [{ ...field, key: 'fcount', title: '册数' }])).toBe('fcount')
  })
})

it('a field that the draft renames is found in the released document, keeps its key and shows its stored values', () => {
  const released = {
    fields: [{ key: 'items', type: 'table', fields: [{ key: 'fnum', title: '数量', type: 'input' }] }],
  }
  const named = { key: 'input1', renamedFrom: 'fnum', title: '数量', type: 'input' }
  const draft = { fields: [{ key: 'rows', renamedFrom: 'items', type: 'table', fields: [named] }] }
  expect(formerPath(released, draft, ['rows', 'input1'])).toEqual(['items', 'fnum'])
  expect(formerPath(draft, draft, ['rows', 'input1'])).toEqual(['rows', 'input1'])
  const titled = { ...named, title: '件数' }
  expect(keyedByTitle(draft, released, ['rows', 'input1'], titled, 'input')).toEqual(titled)
  expect(nameCells(draft.fields, { id: '1', items: [{ fnum: 3 }] })).toMatchObject({
    rows: [{ input1: 3 }],
  })
})
