import { expect, it } from 'vitest'
import type { DocumentRegistry } from '#server/documents/library/registry.ts'
import { rightNotes } from '#server/modules/role/interface.ts'

const reader = { kind: 'screen', id: 'reader/reader', title: '读者', fields: [] }
const loan = {
  kind: 'screen',
  id: 'reader/loan',
  title: '借阅',
  perm: 'reader:loan',
  flow: {
    field: 'fstate',
    initial: '草稿',
    moves: [
      { code: 'submit', title: '提交', from: ['草稿'], to: '待审核' },
      { code: 'audit', title: '审核', from: ['待审核'], to: '已审核' },
    ],
  },
  fields: [
    { key: 'freader', title: '读者', type: 'popup', popupCode: 'rp_reader' },
    { key: 'fkeeper', title: '经手人', type: 'sel_user' },
    { key: 'fsecret', title: '备查', type: 'popup', popupCode: 'rp_unknown', form: false },
    {
      key: 'items',
      title: '明细',
      type: 'table',
      fields: [
        { key: 'fgoods', title: '物资', type: 'popup', popupCode: 'rp_goods' },
        { key: 'fprice', title: '单价', type: 'input', access: { read: 'reader:loan:price' } },
      ],
    },
    { key: 'fphone', title: '电话', type: 'input', mask: 'phone', access: { edit: 'reader:loan:edit' } },
  ],
  rowRules: [{ name: '本部门', where: 'sysOrgCode == user.orgCode', unless: 'reader:loan:all' }],
}
const pickers: Record<string, unknown> = {
  rp_reader: { needs: 'pick:reader', source: { screen: 'reader/reader' } },
  sel_user: { needs: 'pick:user', source: { screen: 'system/user' } },
  rp_goods: { source: { screen: 'base/goods' } },
}
const goods = { kind: 'screen', id: 'base/goods', title: '物资', perm: 'base:goods', fields: [] }

const documents = {
  entries: () => [reader, goods, loan].map((document) => ({ document })),
  picker: (code: string) => (pickers[code] ? { document: pickers[code] } : undefined),
  screen: (id: string) =>
    [reader, goods, loan].filter((entry) => entry.id === id).map((document) => ({ document }))[0],
  report: () => undefined,
} as unknown as DocumentRegistry
const notes = rightNotes(documents)

it('the approval, restricted columns, masked values and exemptions from row rules widen; what belongs to the page does not', () => {
  expect([...notes.widening].sort()).toEqual([
    'reader:loan:all',
    'reader:loan:audit',
    'reader:loan:price',
    'reader:loan:submit',
    'reader:loan:unmask',
  ])
  expect(notes.moves).toEqual(['reader:loan:submit', 'reader:loan:audit'])
})

it('a form needs the right to its pickers, those of its detail table too, and the list is as good', () => {
  const needs = [['pick:reader', 'reader:reader:list'], ['pick:user'], ['base:goods:list']]
  expect(notes.needs.get('reader:loan:add')).toEqual(needs)
  expect(notes.needs.get('reader:loan:edit')).toEqual(needs)
  expect(notes.needs.get('base:goods:add')).toEqual([])
})
