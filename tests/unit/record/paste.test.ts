import { describe, expect, it } from 'vitest'
import { fieldValues } from '#runtime/fields/values.ts'
import { parsed, refused } from '#runtime/kernel/problem.ts'
import { planPaste, tileBlock } from '#runtime/record/paste/paste.ts'
import type { Lookup } from '#runtime/schema/field-value.ts'
import type { Field } from '#runtime/schema/types.ts'

const units = [
  { value: '1', text: '册' },
  { value: '2', text: '箱' },
]
const lookup: Lookup = {
  text: (_code, value) => units.find((item) => item.value === value)?.text,
  value: (_code, text) => units.find((item) => item.text === text)?.value,
  items: () => units,
}
const fields: Field[] = [
  { key: 'fname', title: '品名', type: 'input' },
  { key: 'fnum', title: '数量', type: 'inputNumber', scale: 2 },
  { key: 'funit', title: '单位', type: 'select', dictCode: 'unit' },
  { key: 'fday', title: '日期', type: 'date' },
  { key: 'fon', title: '启用', type: 'switch' },
]
const columns = fields.map((field) => {
  const type = fieldValues.get(field.type)
  if (!type) throw new Error(field.type)
  return { key: field.key, title: field.title ?? '', field, type }
})
const rows = [{ id: 'a' }, { id: 'b', fnum: 3 }]
const plan = (block: string[][], over: Partial<Parameters<typeof planPaste>[0]> = {}) =>
  planPaste({ block, columns, rows, room: 10, lookup, verb: '粘贴', isOpen: () => true, ...over })

describe('a pasted block', () => {
  it('parses each text by its column and adds the necessary rows', () => {
    const result = plan([
      ['宣纸', '1,234.5', '箱', '2025/1/2', '是'],
      ['浆糊', '2', '册', '2025-01-03', '否'],
      ['函套', '3', '册', '2025年1月4日', '是'],
    ])
    expect(result.refused).toEqual([])
    expect(result.taken).toBe(15)
    expect(result.changes[0]).toEqual({
      id: 'a',
      values: { fname: '宣纸', fnum: 1234.5, funit: '2', fday: '2025-01-02', fon: 'Y' },
    })
    expect(result.added).toEqual([{ fname: '函套', fnum: 3, funit: '1', fday: '2025-01-04', fon: 'Y' }])
  })

  it('refuses a number of which the spreadsheet shows only the first digits, and says what helps', () => {
    const { changes, refused: found } = plan([['1.23457E+17', '9.7871E+12']])
    expect(changes).toEqual([])
    expect(found.map(({ text }) => text)).toEqual([
      'Excel 按数字保存，末尾的数字已丢失；请在 Excel 里把单元格格式设为文本并重新输入，再按文本粘贴',
      'Excel 按数字保存，末尾的数字已丢失；请在 Excel 里把单元格格式设为文本并重新输入，再按文本粘贴',
    ])
    expect(plan([['1101011990010112340', '1.5E+3']]).refused).toEqual([])
  })

  it.each([
    ['a word where a number belongs', 1, '很多'],
    ['two points in a number', 1, '1.2.3'],
    ['a formula of a spreadsheet that was copied as text', 1, '=1+1'],
    ['a unit nobody knows', 2, '麻袋'],
    ['a day that the calendar lacks', 3, '2025-02-30'],
    ['a day in words', 3, '下周三'],
    ['neither yes nor no', 4, '也许'],
  ])('leaves the cell alone and says why: %s', (_name, column, given) => {
    const texts = fields.map(() => '')
    texts[column] = given
    const { refused: found, changes } = plan([texts])
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({ row: 0, column, pastedText: given })
    expect(found[0]?.text).toMatch(/[一-鿿]/)
    expect(changes[0]?.values).not.toHaveProperty(fields[column]?.key ?? '')
  })

  it('clears a cell when the text is empty', () => {
    expect(plan([['', '']]).changes[0]?.values).toEqual({ fname: null, fnum: null })
  })

  it('skips and counts read-only cells', () => {
    const result = plan([['宣纸', '5']], { isOpen: (_row, { key }) => key !== 'fnum' })
    expect(result.passed).toBe(1)
    expect(result.changes[0]?.values).toEqual({ fname: '宣纸' })
  })

  it('reports texts beyond the last column and the maximum number of rows', () => {
    const wide = plan([['', '', '', '', '', '多出来的', '']])
    expect(wide.refused).toEqual([{ row: 0, column: 5, pastedText: '多出来的', text: '超出了最后一列' }])
    const long = plan([['一'], ['二'], ['三'], ['四']], { room: 1 })
    expect(long.added).toEqual([{ fname: '三' }])
    expect(long.refused).toMatchObject([{ row: 3, pastedText: '四' }])
  })

  it('uses the values of a looked-up record, or the reason when none was found', () => {
    const found = new Map([
      ['宣纸', parsed({ fname: '宣纸', spid: '9' })],
      ['没有的', refused('没有找到「没有的」')],
    ])
    const result = plan([['宣纸 '], ['没有的']], { found: new Map([['fname', found]]) })
    expect(result.changes).toEqual([{ id: 'a', values: { fname: '宣纸', spid: '9' } }])
    expect(result.refused).toMatchObject([{ row: 1, column: 0, text: '没有找到「没有的」' }])
  })

  it('clears the fields of the former record with a picker cell whose text is blank', () => {
    const type = fieldValues.get('popup')
    if (!type) throw new Error('no popup')
    const mapping = { orgFields: ['id', 'fname', 'funit'], destFields: ['spid', 'fspmc', 'funit'] }
    const field: Field = { key: 'fspmc', title: '品名', type: 'popup', popupCode: 'rp_goods', ...mapping }
    const picked = { columns: [{ key: 'fspmc', title: '品名', field, type }], found: new Map() }
    const cleared = { spid: null, fspmc: null, funit: null }
    expect(plan([[''], [' ']], picked).changes.map(({ values }) => values)).toEqual([cleared, cleared])
  })

  it('is repeated over a selection only when that is a multiple of the block', () => {
    expect(tileBlock([['x']], 2, 2)).toEqual([
      ['x', 'x'],
      ['x', 'x'],
    ])
    expect(tileBlock([['a'], ['b']], 3, 1)).toEqual([['a'], ['b']])
  })
})
