import { type Mistake, type Right, screen } from './mistake.ts'

const count = { key: 'fnum', title: '数量', type: 'inputNumber', scale: 2 }
const depot = { key: 'fdepot', title: '库', type: 'input' }
const kept = (id: string, table: object, fields: readonly object[] = [depot, count]) => ({
  ...{ version: 2, kind: 'screen', id, title: id, fields },
  table: { name: id.replace('/', '_'), ...table },
})
const index = (fields: readonly string[]) => ({ derived: true, indexes: [{ fields, unique: true }] })
const entries = kept('trial/entry', { entries: true })
const balance = kept('trial/balance', index(['fdepot']))
const place = {
  ...kept('trial/place', {}, [
    { key: 'fcode', title: '编号', type: 'input' },
    { key: 'fopen', title: '允许负数', type: 'switch', options: [{ value: 'Y' }, { value: 'N' }] },
  ]),
}
const ledger = (more: object = {}) => ({
  ...{ version: 2, kind: 'ledger', id: 'trial/ledger', title: '试账', needs: 'trial:ledger:close' },
  ...{
    entries: 'trial/entry',
    balance: 'trial/balance',
    dimensions: ['fdepot'],
    measures: [{ key: 'fnum' }],
  },
  ...more,
})
const screens = [entries, balance, place]
const shelf = { ...depot, key: 'fshelf' }
const part = { key: 'fpart', type: 'hidden' }
const day = { key: 'fday', title: '日期', type: 'date' }
const finer = (more: object = {}) =>
  ledger({
    breakdown: {
      ...{ screen: 'trial/parts', dimensions: ['fshelf'], measures: ['fnum'], balance: 'fpart', ...more },
    },
  })
const parts = (fields: readonly object[] = [depot, shelf, count, part, day], keys = ['fdepot', 'fshelf']) =>
  kept('trial/parts', index(keys), fields)
const shelved = [kept('trial/entry', { entries: true }, [depot, shelf, count]), balance, place]
const unless = (more: object) =>
  ledger({
    measures: [
      {
        key: 'fnum',
        minimum: 0,
        unless: { field: 'fdepot', screen: 'trial/place', value: 'fopen', key: 'fcode', ...more },
      },
    ],
  })

const state = { key: 'fstate', title: '状态', type: 'input' }
const lines = {
  ...{ key: 'items', title: '明细', type: 'table', table: { name: 'trial_line', fk: 'fbillid' } },
  fields: [count],
}
const bill = (move: object, back: object = { reverse: true }) =>
  screen([state, depot, lines], {
    flow: {
      ...{ field: 'fstate', initial: '一' },
      moves: [
        { code: 'audit', title: '审核', from: ['一'], to: '二', ...move },
        { code: 'unaudit', title: '反审核', from: ['二'], to: '一', ...back },
      ],
    },
    actions: { row: ['audit', 'unaudit'] },
  })
const posting = (more: object = {}, values: object = {}) =>
  bill({
    post: [
      {
        ledger: 'trial/ledger',
        each: 'items',
        values: { fdepot: '=fdepot', fnum: '=row.fnum', ...values },
        ...more,
      },
    ],
  })
const beside = [...screens, ledger()]
const costly = [
  kept('trial/entry', { entries: true }, [depot, count, { ...count, key: 'fsum' }]),
  kept('trial/balance', index(['fdepot']), [depot, count, { ...count, key: 'fsum' }]),
  place,
  ledger({
    measures: [{ key: 'fnum' }, { key: 'fsum' }],
    cost: { method: 'fifo', quantity: 'fnum', amount: 'fsum' },
  }),
]
const at = '/flow/moves/0/post/0'

/** Mistakes in ledgers, and in what moves post to them. */
export const ledgerMistakes: readonly Mistake[] = [
  [
    'a ledger whose entries no screen has',
    ledger({ entries: 'trial/entri' }),
    '/entries',
    'trial/entry',
    screens,
  ],
  [
    'entries in a table that people write',
    ledger({ entries: 'trial/place' }),
    '/entries',
    '"entries": true',
    screens,
  ],
  ['a balance that people write', ledger({ balance: 'trial/place' }), '/balance', '"derived": true', screens],
  [
    'a balance of two ledgers',
    ledger(),
    '/balance',
    '请换一个界面',
    [
      ...screens,
      kept('trial/more', { entries: true }),
      ledger({ id: 'trial/two', entries: 'trial/more', title: '另一本' }),
    ],
  ],
  [
    'a dimension that a screen lacks',
    ledger(),
    '/dimensions/0',
    '没有字段',
    [entries, kept('trial/balance', index(['fplace']), [{ ...depot, key: 'fplace' }, count]), place],
  ],
  [
    'a dimension without the index of the balance',
    ledger(),
    '/dimensions',
    'table.indexes',
    [entries, kept('trial/balance', { derived: true }), place],
  ],
  [
    'a dimension twice',
    ledger({ measures: [{ key: 'fnum' }, { key: 'fnum' }] }),
    '/measures/1/key',
    '请删去一处',
    screens,
  ],
  [
    'a measure that is no number',
    ledger(),
    '/measures/0/key',
    '不是数字',
    [kept('trial/entry', { entries: true }, [depot, { ...depot, key: 'fnum' }]), balance, place],
  ],
  [
    'a cost by what is no measure',
    ledger({ cost: { method: 'average', quantity: 'fnum', amount: 'fsum' } }),
    '/cost/amount',
    '没有计量',
    screens,
  ],
  [
    'a cost of the quantity itself',
    ledger({ cost: { method: 'average', quantity: 'fnum', amount: 'fnum' } }),
    '/cost/amount',
    '请换一个',
    screens,
  ],
  [
    'a method of other tools',
    ledger({
      measures: [{ key: 'fnum' }, { key: 'fsum' }],
      cost: { method: 'lifo', quantity: 'fnum', amount: 'fsum' },
    }),
    '/cost/method',
    'fifo',
    costly.slice(0, 3),
  ],
  [
    'a switch of what is no dimension',
    unless({ field: 'fnum' }),
    '/measures/0/unless/field',
    '没有维度',
    screens,
  ],
  [
    'a switch that is a text',
    unless({ value: 'fcode' }),
    '/measures/0/unless/value',
    '请换一个开关字段',
    screens,
  ],
  [
    'a breakdown in a table that people write',
    finer({ screen: 'trial/place' }),
    '/breakdown/screen',
    '"derived": true',
    shelved,
  ],
  [
    'a breakdown in the balance',
    finer({ screen: 'trial/balance' }),
    '/breakdown/screen',
    '请换一个',
    shelved,
  ],
  [
    'a breakdown by what the entries lack',
    finer(),
    '/breakdown/dimensions/0',
    '没有字段',
    [entries, balance, parts()],
  ],
  [
    'a breakdown by a dimension',
    finer({ dimensions: ['fdepot'] }),
    '/breakdown/dimensions/0',
    '请删去一处',
    [...shelved, parts(undefined, ['fdepot'])],
  ],
  [
    'a breakdown by numbers',
    finer(),
    '/breakdown/dimensions/0',
    '不是文字',
    [
      kept('trial/entry', { entries: true }, [depot, { ...count, key: 'fshelf' }, count]),
      ...[balance, parts()],
    ],
  ],
  [
    'a breakdown without its index',
    finer(),
    '/breakdown/dimensions',
    'table.indexes',
    [...shelved, parts(undefined, ['fdepot'])],
  ],
  [
    'a breakdown of what is no measure',
    finer({ measures: ['fsum'] }),
    '/breakdown/measures/0',
    '没有计量',
    [...shelved, parts()],
  ],
  [
    'a breakdown whose screen lacks a dimension of the ledger',
    finer(),
    '/dimensions/0',
    '没有字段',
    [...shelved, parts([shelf, count, part], ['fshelf'])],
  ],
  ['a day that is none', finer({ lastIn: 'fpart' }), '/breakdown/lastIn', '不是日期', [...shelved, parts()]],
  [
    'a posting without a finer dimension',
    posting(),
    `${at}/values`,
    '请写 fshelf',
    [...shelved, parts(), finer()],
  ],
  ['a ledger that nobody has', posting({ ledger: 'trial/ledgr' }), `${at}/ledger`, 'trial/ledger', beside],
  ['a posting of a detail that the bill lacks', posting({ each: 'lines' }), `${at}/each`, 'items', beside],
  [
    'a posting without a dimension',
    bill({ post: [{ ledger: 'trial/ledger', each: 'items', values: { fnum: '=row.fnum' } }] }),
    `${at}/values`,
    '请写 fdepot',
    beside,
  ],
  [
    'a posting without a measure',
    bill({ post: [{ ledger: 'trial/ledger', values: { fdepot: '=fdepot' } }] }),
    `${at}/values`,
    '请写 fnum',
    beside,
  ],
  [
    'a posting to a field that the entries lack',
    posting({}, { fname: '=fname' }),
    `${at}/values/fname`,
    '没有字段',
    beside,
  ],
  [
    'a posting to what the ledger writes',
    posting({}, { source: '=fname' }),
    `${at}/values/source`,
    '请删去',
    beside,
  ],
  ['a posting of a text as a number', posting({}, { fnum: '=fname' }), `${at}/values/fnum`, '数', beside],
  [
    'a posting of a value that no row has',
    posting({}, { fnum: '=row.fcount' }),
    `${at}/values/fnum`,
    'fnum',
    beside,
  ],
  [
    'a condition that reads an unknown field',
    posting({ when: 'row.fcount > 0' }),
    `${at}/when`,
    'fnum',
    beside,
  ],
  [
    'an amount of what goes out',
    posting({ sign: 'minus' }, { fsum: '=row.fnum' }),
    `${at}/values/fsum`,
    '请删去 fsum',
    costly,
  ],
  ['a sign in symbols', posting({ sign: '-' }), `${at}/sign`, 'minus', beside],
  ['a reversal of nothing', bill({}), '/flow/moves/1/reverse', 'post', beside],
  [
    'a move that posts and takes back',
    bill({ reverse: true, post: [{ ledger: 'trial/ledger', values: { fdepot: '=fdepot', fnum: 1 } }] }),
    '/flow/moves/0/reverse',
    '请删去 post 或 reverse',
    beside,
  ],
]

/** Ledgers and postings without a mistake. */
export const rightLedgers: readonly Right[] = [
  ['a ledger', ledger(), screens],
  ['a ledger whose minimum a switch lifts', unless({}), screens],
  ['a ledger that is broken down', finer({ lastIn: 'fday' }), [...shelved, parts()]],
  ['a posting of each row', posting(), beside],
  [
    'a posting of the record',
    bill({
      post: [{ ledger: 'trial/ledger', values: { fdepot: '=fdepot', fnum: 3, entryDate: '=today()' } }],
    }),
    beside,
  ],
  [
    'a posting of what goes out at its cost',
    posting({ sign: 'minus', when: 'row.fnum > 0', deny: '不够' }),
    costly,
  ],
]
