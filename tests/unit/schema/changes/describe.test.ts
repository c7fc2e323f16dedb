import { expect, it } from 'vitest'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { describeChange } from '#runtime/schema/changes/describe.ts'
import { diffDocuments } from '#runtime/schema/changes/diff.ts'

const before: JsonObject = {
  title: '入库单',
  fields: [
    { key: 'fbillno', title: '单据编号', type: 'input' },
    { key: 'fdate', title: '入库日期', type: 'date', isOrder: true },
    {
      key: 'items',
      title: '入库明细',
      type: 'table',
      fields: [{ key: 'fprice', title: '单价', type: 'inputNumber', width: 100 }],
    },
  ],
  actions: { toolbar: ['add', { code: 'audit', title: '审核' }] },
}

it('changes are sentences with the titles of settings, fields and buttons', () => {
  const after: JsonObject = {
    title: '入库',
    fields: [
      { key: 'fdate', title: '入库日期', type: 'date' },
      {
        key: 'fbillno',
        title: '单据编号',
        type: 'input',
        validateRules: [{ required: true, message: '请填写' }],
      },
      {
        key: 'items',
        title: '入库明细',
        type: 'table',
        fields: [
          { key: 'fprice', title: '单价', type: 'inputNumber', width: 120 },
          { key: 'fnum', title: '数量', type: 'inputNumber' },
        ],
      },
    ],
    actions: { toolbar: ['add', { code: 'audit', title: '批量审核' }] },
    list: { pageSizes: [10, 20] },
  }
  const words = diffDocuments(before, after).map((change) => describeChange(change, before, after))
  expect(words).toEqual([
    '名称：「入库单」 → 「入库」',
    '字段「入库日期」移到最前',
    '字段「入库日期」删去可排序（原为是）',
    '字段「单据编号」新增校验：必填 提示 「请填写」',
    '字段「入库明细」的列「单价」的列宽：100 → 120',
    '字段「入库明细」新增列「数量」',
    '按钮的工具栏按钮「批量审核」的名称：「审核」 → 「批量审核」',
    '新增列表：可选的每页条数 10、20',
  ])
  const back = diffDocuments(after, before).map((change) => describeChange(change, after, before))
  expect(back).toContain('字段「入库明细」删去列「数量」')
  expect(back).toContain('删去列表（原为可选的每页条数 10、20）')
})

it('a moved first member and a long value are described', () => {
  const fields = ['a', 'b', 'c'].map((key) => ({ key, title: key.toUpperCase() }))
  const moved = { fields: [fields[2], fields[0], fields[1]] }
  const inner = { fields: [fields[0], fields[2], fields[1]] }
  expect(diffDocuments({ fields }, moved).map((change) => describeChange(change, { fields }, moved))).toEqual(
    ['字段「C」移到最前'],
  )
  const [second] = diffDocuments({ fields }, inner)
  expect(second && describeChange(second, { fields }, inner)).toBe('字段「C」移到「A」之后')
  const long = { title: '长'.repeat(200) }
  const [change] = diffDocuments({}, long)
  expect(change && describeChange(change, {}, long)).toBe(`新增名称：「${'长'.repeat(79)}…`)
})
