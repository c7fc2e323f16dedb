import { describe, expect, it } from 'vitest'
import { fieldValues } from '#runtime/fields/values.ts'
import { uniqueFields, validateRecord } from '#runtime/record/checks/validate.ts'
import type { Field, ScreenDocument } from '#runtime/schema/types.ts'
import { bill, env, lookup } from './bill.ts'

const options = { types: fieldValues, lookup, env: env('edit') }
const single = (field: Field, more: Field[] = []): ScreenDocument => ({ ...bill, fields: [field, ...more] })
const texts = (screen: ScreenDocument, record: Record<string, unknown>, over = {}) =>
  validateRecord(screen, record, { ...options, ...over }).map((problem) => problem.text)

describe('validating a record', () => {
  it('reports the problems of every row with the message of the rule and the path', () => {
    const items = [
      { fname: '宣纸', fnum: 0 },
      { fname: '', fnum: 2 },
      { fname: ' 宣纸', fnum: 1 },
    ]
    expect(validateRecord(bill, { items }, options)).toEqual([
      { path: '/items/0/fname', code: 'rule', text: '品名不能重复' },
      { path: '/items/0/fnum', code: 'rule', text: '数量必须大于0' },
      { path: '/items/1/fname', code: 'rule', text: '请选择品名' },
      { path: '/items/2/fname', code: 'rule', text: '品名不能重复' },
    ])
  })

  it('checks the type before the rules', () => {
    const [problem] = validateRecord(bill, { items: [{ fname: '宣纸', fnum: 'many' }] }, options)
    expect(problem).toMatchObject({ path: '/items/0/fnum', code: 'number' })
  })

  it('checks the number of rows, and rejects values that are no rows', () => {
    expect(texts(bill, { items: [] })).toEqual(['入库明细至少 1 行'])
    expect(validateRecord(bill, { items: 'a' }, options)).toMatchObject([{ path: '/items', code: 'type' }])
  })

  it('skips hidden fields and requires fields by requireIf', () => {
    const field: Field = { key: 'a', title: '甲', type: 'input', requireIf: 'b == 1', showIf: 'b < 5' }
    const screen = single(field, [{ key: 'b', type: 'inputNumber' }])
    expect(texts(screen, { b: 1 })).toEqual(['请输入甲'])
    expect(texts(screen, { b: 2 })).toEqual([])
    const always = single({ ...field, requireIf: 'b > 0' }, [{ key: 'b', type: 'inputNumber' }])
    expect(texts(always, { b: 6 })).toEqual([])
  })

  it('names what a computed value is computed from when it does not fit its column, hidden or not', () => {
    const compute = "concat(fname, join(items.fname, '、'))"
    const field: Field = { key: 'a', title: '全称', type: 'input', length: 5, compute }
    const sources = [
      { key: 'fname', title: '单名', type: 'input' },
      {
        key: 'items',
        title: '明细',
        type: 'table',
        fields: [{ key: 'fname', title: '品名', type: 'input' }],
      },
    ] as Field[]
    const record = { a: '甲乙丙丁戊己' }
    const text = '全称不能超过 5 个字。它由「单名」「品名」算出，请改这些值'
    expect(texts(single(field, sources), record)).toEqual([text])
    const can = () => false
    expect(texts(single({ ...field, access: { edit: 'x' } }, sources), record, { can })).toEqual([text])
    expect(texts(single({ ...field, modes: ['add'] }, sources), record)).toEqual([text])
    expect(texts(single({ ...field, showIf: '1 > 2' }, sources), record)).toEqual([text])
    // A hidden value is not judged otherwise, and a name that the user may not read is not told.
    const choice: Field = { ...field, type: 'select', options: [{ value: 'x', text: 'x' }], showIf: '1 > 2' }
    expect(texts(single(choice, sources), { a: 'y' })).toEqual([])
    const secret = sources.map((source) => ({ ...source, access: { read: 'x' } })) as Field[]
    expect(texts(single({ ...field, compute: 'fname' }, secret), record, { can })).toEqual([
      '全称不能超过 5 个字。它由公式算出，请改公式取自的值',
    ])
  })

  it('requires nothing that the user may not edit', () => {
    const screen = single({
      key: 'a',
      title: '甲',
      type: 'input',
      access: { edit: 'x:a' },
      validateRules: [{ required: true }],
    })
    expect(texts(screen, {}, { can: () => true })).toEqual(['请输入甲'])
    expect(texts(screen, {}, { can: () => false })).toEqual([])
  })

  it('returns the unique head fields for a check by the caller', () => {
    const screen = single({ key: 'a', type: 'input', validateRules: [{ unique: true }] })
    expect(texts(screen, { a: 'x' })).toEqual([])
    expect(uniqueFields(screen).map((field) => field.key)).toEqual(['a'])
  })
})
