import { expect, it } from 'vitest'
import type { StoredScreen } from '#runtime/schema/types.ts'
import { documentRules } from '#server/modules/data-rule/interface.ts'

it('the rules of a document are put in words with the titles of fields, and name who is exempt', () => {
  const screen = {
    fields: [{ key: 'fstate', title: '状态', type: 'input' }],
    rowRules: [
      { name: '本部门单据', where: 'sysOrgCode == user.orgCode', unless: 'stock:in:all' },
      { name: '未归还', where: "fstate == '借出'" },
    ],
  } as unknown as StoredScreen
  expect(documentRules(screen)).toEqual([
    { name: '本部门单据', text: '所属部门 = 当前用户的部门', exemption: '不受「本部门单据」限制' },
    { name: '未归还', text: '状态 = 「借出」', exemption: null },
  ])
})
