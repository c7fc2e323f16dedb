const head = { version: 2, kind: 'screen' }
const goods = {
  fwarehouse: '=fwarehouse',
  spid: '=row.spid',
  fspmc: '=row.fspmc',
  fnum: '=row.fnum',
  flocation: '=row.flocation',
  entryDate: '=fdate',
}

/** A bill of goods whose approval posts to the ledger of goods. */
const bill = (name: string, title: string, ...postings: readonly object[]) => ({
  ...{ ...head, id: `trade/${name}`, title, table: { name: `trade_${name}` } },
  fields: [
    { key: 'fno', title: '单号', type: 'input', auto: `${name.toUpperCase()}{####}`, disabled: true },
    { key: 'fdate', title: '日期', type: 'date' },
    { key: 'fwarehouse', title: '仓库', type: 'input', length: 40 },
    { key: 'ftarget', title: '到', type: 'input', length: 40 },
    { key: 'fstates', title: '状态', type: 'input', form: false },
    {
      ...{ key: 'items', title: '明细', type: 'table', table: { name: `trade_${name}_item`, fk: 'fbillid' } },
      fields: [
        { key: 'spid', title: '编号', type: 'input' },
        { key: 'fspmc', title: '品名', type: 'input' },
        { key: 'fnum', title: '数量', type: 'inputNumber', scale: 2 },
        { key: 'famount', title: '金额', type: 'inputNumber', scale: 2 },
        { key: 'flocation', title: '架位', type: 'input', length: 40 },
        { key: 'ffrom', title: '原架位', type: 'input', length: 40 },
      ],
    },
  ],
  flow: {
    ...{ field: 'fstates', initial: '待审核' },
    moves: [
      {
        code: 'audit',
        title: '审核',
        from: ['待审核'],
        to: '已审核',
        batch: true,
        post: postings.map((posting) => ({ ledger: 'trade/ledger', each: 'items', ...posting })),
      },
      { code: 'unaudit', title: '反审核', from: ['已审核'], to: '待审核', reverse: true },
    ],
  },
})

const columns = [
  { key: 'fwarehouse', title: '仓库', type: 'input', length: 40 },
  { key: 'spid', title: '编号', type: 'input', validateRules: [{ required: true, message: '请填编号' }] },
  { key: 'fspmc', title: '品名', type: 'input' },
  { key: 'fnum', title: '数量', type: 'inputNumber', scale: 2 },
  { key: 'famount', title: '金额', type: 'inputNumber', scale: 2 },
]

const location = { key: 'flocation', title: '架位', type: 'input', length: 40 }

/**
 * Documents of a ledger of goods with bills that post to it: what comes in, what goes out, and what moves between warehouses. Balances
 * are broken down by locations.
 */
export const tradeDocuments = {
  'trade/receipt.json': bill('receipt', '入库单', { values: { ...goods, famount: '=row.famount' } }),
  'trade/issue.json': bill('issue', '出库单', { sign: 'minus', values: goods, deny: '库存不足' }),
  'trade/transfer.json': bill(
    'transfer',
    '调拨单',
    { values: { ...goods, fwarehouse: '=ftarget' } },
    { sign: 'minus', values: { ...goods, flocation: '=row.ffrom' } },
  ),
  'trade/depot.json': {
    ...{ ...head, id: 'trade/depot', title: '库', table: { name: 'trade_depot' } },
    fields: [
      { key: 'fcode', title: '编号', type: 'input', length: 40 },
      { key: 'fopen', title: '允许负数', type: 'switch', options: [{ value: 'Y' }, { value: 'N' }] },
    ],
  },
  'trade/balance.json': {
    ...{ ...head, id: 'trade/balance', title: '结存', fields: columns },
    table: {
      name: 'trade_balance',
      derived: true,
      indexes: [{ fields: ['spid', 'fwarehouse'], unique: true }],
    },
  },
  'trade/place.json': {
    ...{ ...head, id: 'trade/place', title: '分布' },
    table: {
      name: 'trade_place',
      derived: true,
      indexes: [{ fields: ['fwarehouse', 'spid', 'flocation'], unique: true }],
    },
    fields: [
      ...columns.filter(({ key }) => key !== 'famount'),
      location,
      { key: 'fname', title: '处', type: 'input', compute: "if(not flocation, '未分架', flocation)" },
      { key: 'flastin', title: '最近入库', type: 'date' },
      { key: 'flastout', title: '最近出库', type: 'date' },
      { key: 'fbalance', type: 'hidden' },
    ],
  },
  'trade/entry.json': {
    ...head,
    id: 'trade/entry',
    title: '明细账',
    fields: [...columns, location],
    table: { name: 'trade_entry', entries: true },
  },
  'trade/ledger.json': {
    ...{ version: 2, kind: 'ledger', id: 'trade/ledger', title: '商品账', needs: 'trade:ledger:close' },
    ...{ entries: 'trade/entry', balance: 'trade/balance', dimensions: ['fwarehouse', 'spid'] },
    measures: [
      {
        key: 'fnum',
        minimum: 0,
        unless: { field: 'fwarehouse', screen: 'trade/depot', value: 'fopen', key: 'fcode' },
      },
      { key: 'famount' },
    ],
    cost: { method: 'average', quantity: 'fnum', amount: 'famount' },
    breakdown: {
      ...{ screen: 'trade/place', dimensions: ['flocation'], measures: ['fnum'], balance: 'fbalance' },
      ...{ lastIn: 'flastin', lastOut: 'flastout' },
    },
  },
}
