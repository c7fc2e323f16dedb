import { noteScreen } from '../documents/note-screen.ts'

const audited = {
  field: 'fstates',
  initial: '待审核',
  editable: ['待审核'],
  moves: [
    { code: 'audit', title: '审核', from: ['待审核'], to: '已审核', batch: true },
    { code: 'unaudit', title: '反审核', from: ['已审核'], to: '待审核' },
    { code: 'void', title: '作废', from: ['待审核'], to: '已作废' },
    { code: 'revive', title: '恢复', from: ['已作废'], to: '待审核' },
  ],
}
const items = (table: string, fields: readonly object[], more: object = {}) => ({
  key: 'items',
  title: '明细',
  type: 'table',
  table: { name: table, fk: 'fbillid', order: 'orderNum' },
  fields: [
    { key: 'fname', title: '品名', type: 'input' },
    { key: 'fnum', title: '数量', type: 'inputNumber', scale: 2 },
    ...fields,
  ],
  ...more,
})
const number = (prefix: string) => ({
  key: 'fno',
  title: '编号',
  type: 'input',
  auto: `${prefix}{####}`,
  disabled: true,
})
const actions = { row: ['edit', 'detail', 'delete', 'audit', 'unaudit', 'void', 'revive'] }

/** An order of goods, from which receipts follow; a receipt may bring a tenth more. */
export const order = noteScreen({
  id: 'demo/buy',
  title: '订单',
  perm: 'demo:buy',
  table: { name: 'demo_buy', softDelete: true, tenant: true },
  fields: [
    number('DD'),
    { key: 'fsupplier', title: '供应单位', type: 'input' },
    { key: 'fsecret', title: '底价', type: 'input', access: { read: 'demo:buy:secret' } },
    items('demo_buy_item', []),
  ],
  flow: audited,
  actions: { ...actions, row: [...actions.row, 'toReceipt'] },
  followUps: [
    {
      code: 'toReceipt',
      title: '下推收货单',
      screen: 'demo/receipt',
      when: "fstates == '已审核'",
      values: { fsupplier: '=fsupplier', fnote: '=fsecret' },
      rows: {
        from: 'items',
        to: 'items',
        link: 'fbuyrow',
        quantity: { from: 'fnum', to: 'fnum', tolerance: 10 },
        values: { fname: '=fname' },
        where: "form.fstates != '已作废'",
      },
      sameValues: ['fsupplier'],
    },
  ],
  rowRules: [{ name: '本部门', where: 'sysOrgCode == user.orgCode' }],
})
export const receipt = noteScreen({
  id: 'demo/receipt',
  title: '收货单',
  perm: 'demo:receipt',
  table: { name: 'demo_receipt', softDelete: true, tenant: true },
  fields: [
    number('SH'),
    { key: 'fsupplier', title: '供应单位', type: 'input' },
    { key: 'fnote', title: '备注', type: 'input' },
    items('demo_receipt_item', [
      { key: 'fbuyrow', type: 'hidden' },
      { key: 'frentrow', type: 'hidden' },
    ]),
  ],
  flow: audited,
  actions,
})
/** Another source of receipts: its rows are saved by themselves, and stay editable. */
export const rent = noteScreen({
  id: 'demo/rent',
  title: '租单',
  perm: 'demo:rent',
  table: { name: 'demo_rent' },
  fields: [number('ZD'), items('demo_rent_item', [], { own: true })],
  list: { layout: 'erp' },
  actions: { row: ['edit', 'detail', 'delete', 'toReceipt'] },
  followUps: [
    {
      code: 'toReceipt',
      title: '下推收货单',
      screen: 'demo/receipt',
      rows: {
        from: 'items',
        to: 'items',
        link: 'frentrow',
        quantity: { from: 'fnum', to: 'fnum' },
        values: { fname: '=fname' },
        where: "form.fstates != '已作废'",
      },
    },
  ],
})

const verbs = ['list', 'detail', 'add', 'edit', 'delete']
const moves = audited.moves.map(({ code }) => code)
const listCodes = (name: string, words: readonly string[]) => words.map((word) => `demo:${name}:${word}`)
export const codes = [
  ...listCodes('buy', [...verbs, ...moves, 'toReceipt']),
  ...listCodes('receipt', [...verbs, ...moves]),
  ...listCodes('rent', [...verbs, 'toReceipt']),
  ...listCodes('rent.items', verbs),
]
export const files = { 'demo/buy.json': order, 'demo/receipt.json': receipt, 'demo/rent.json': rent }
