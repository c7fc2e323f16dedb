import { describe, expect, it } from 'vitest'
import { fieldValues } from '#runtime/fields/values.ts'
import { uniqueFields, validateRecord } from '#runtime/record/validate.ts'
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
