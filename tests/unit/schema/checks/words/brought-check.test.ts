import { describe, expect, it } from 'vitest'
import { checkDocument, known } from '../../world.ts'

const screen = (field: object, target: object = {}) => ({
  version: 2,
  kind: 'screen',
  id: 'stock/trial',
  title: '试验',
  table: { name: 'stk_trial' },
  fields: [
    { key: 'fname', title: '名称', type: 'input' },
    { key: 'fcode', title: '编号', type: 'input', ...target },
    { key: 'fx', title: '选择', ...field },
  ],
})
const listProblems = (...parts: Parameters<typeof screen>) =>
  checkDocument(screen(...parts), { knownNames: known })

const options = [{ value: 'a', values: { code: '1' } }]
const select = { type: 'select', options, orgFields: ['code'], destFields: ['fcode'] }
const popup = {
  type: 'popup',
  popupCode: 'rp_goods',
  orgFields: ['fname', 'id'],
  destFields: ['fx', 'fcode'],
  defaultValue: '宣纸',
}

describe('a default that cannot bring the values of its choice', () => {
  it.each([
    [popup, '选取以后才取来'],
    [{ ...select, defaultValue: "=if(fname == 'b', 'a', null)" }, '随别的字段而变'],
  ])('%# is refused with a remedy', (field, reason) => {
    expect(listProblems(field)).toMatchObject([
      { path: '/fields/2/defaultValue', text: expect.stringContaining(reason) },
    ])
    expect(listProblems(field)[0]?.text).toContain('请给它们各写缺省值')
  })

  it('is accepted where those fields have defaults of their own', () => {
    expect(listProblems(popup, { defaultValue: '7' })).toEqual([])
  })
})

it('a default that brings the values of its choice is accepted', () => {
  expect(listProblems({ ...select, defaultValue: 'a' })).toEqual([])
  expect(listProblems({ ...select, defaultValue: "=if(user.orgCode == 'A', 'a', 'a')" })).toEqual([])
})
