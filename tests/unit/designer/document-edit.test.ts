import { describe, expect, it } from 'vitest'
import {
  fieldAt,
  fieldsOf,
  freeKey,
  insertField,
  moveField,
  removeField,
  replaceField,
} from '#designer/document-edit.ts'
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
  fieldsOf((path.length === 0 ? document : fieldAt(document, path)) ?? {}).map(({ key }) => key)

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
})
