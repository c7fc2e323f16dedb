import type { Mistake, Right } from './mistake.ts'
import { rows, screen, text } from './mistaken-document.ts'

const number = { type: 'inputNumber', scale: 2 }
const source = [
  { key: 'fx', title: '单位', ...text },
  rows({
    fields: [
      { key: 'fa', title: '品名', ...text },
      { key: 'fnum', title: '数量', ...number },
      { key: 'fshown', title: '现存', ...number, persist: false },
    ],
  }),
]
const target = {
  version: 2,
  kind: 'screen',
  id: 'stock/receipt',
  title: '收货',
  table: { name: 'stk_receipt' },
  fields: [
    { key: 'funit', title: '单位', type: 'input' },
    { key: 'fstate', title: '状态', type: 'input' },
    rows({
      key: 'lines',
      table: { name: 'stk_receipt_row', fk: 'fbillid' },
      fields: [
        { key: 'fname', title: '品名', type: 'input' },
        { key: 'fcount', title: '数量', ...number },
        { key: 'fsum', title: '合计', ...number, compute: 'fcount * 2' },
        { key: 'flink', type: 'hidden' },
        { key: 'fshort', title: '短', type: 'input', length: 20 },
      ],
    }),
  ],
}
const link = { from: 'items', to: 'lines', link: 'flink', quantity: { from: 'fnum', to: 'fcount' } }
const follow = (more: object = {}, rowsMore: object = {}, rest: object = {}) =>
  screen(source, {
    followUps: [
      {
        code: 'toReceipt',
        title: '下推收货',
        screen: 'stock/receipt',
        when: "fx != '甲'",
        values: { funit: '=fx' },
        rows: { ...link, values: { fname: '=fa' }, where: "form.fstate != '已作废'", ...rowsMore },
        sameValues: ['fx'],
        ...more,
      },
    ],
    actions: { row: ['edit', 'toReceipt'] },
    ...rest,
  })
const leanest = screen(source, {
  followUps: [{ code: 'toReceipt', title: '下推收货', screen: 'stock/receipt', rows: link }],
  actions: { row: ['toReceipt'] },
})
const at = '/followUps/0'

/** Mistakes in what may follow from a record. */
export const followUpMistakes: readonly Mistake[] = (
  [
    ['an unknown screen', follow({ screen: 'stock/receip' }), `${at}/screen`, '您是不是要写 stock/receipt？'],
    ['a follow-up without a button', follow({}, {}, { actions: { row: ['edit'] } }), at, '写进 actions.row'],
    [
      'a code of a built-in button',
      follow({ code: 'copy' }, {}, { actions: { row: ['copy'] } }),
      `${at}/code`,
      '请换一个编码',
    ],
    ['a condition with an unknown name', follow({ when: 'fy == 1' }), `${at}/when`, '不是已声明的字段'],
    [
      'a value for an unknown field',
      follow({ values: { funits: '=fx' } }),
      `${at}/values/funits`,
      '您是不是要写 funit？',
    ],
    [
      'a value of an unknown field',
      follow({ values: { funit: '=fy' } }),
      `${at}/values/funit`,
      '不是已声明的字段',
    ],
    [
      'bills that are alike by an unknown field',
      follow({ sameValues: ['fxx'] }),
      `${at}/sameValues/0`,
      '您是不是要写 fx？',
    ],
    ['rows of an unknown table', follow({}, { from: 'item' }), `${at}/rows/from`, '您是不是要写 items？'],
    ['rows into an unknown table', follow({}, { to: 'line' }), `${at}/rows/to`, '您是不是要写 lines？'],
    [
      'an unknown field for the link',
      follow({}, { link: 'flinks' }),
      `${at}/rows/link`,
      '您是不是要写 flink？',
    ],
    ['a link that is too short', follow({}, { link: 'fshort' }), `${at}/rows/link`, '请换一个 hidden 字段'],
    ['a link that a formula computes', follow({}, { link: 'fsum' }), `${at}/rows/link`, '由公式算出'],
    [
      'a link that is written too',
      follow({}, { values: { flink: '=fa' } }),
      `${at}/rows/values/flink`,
      '请从 values 里删去',
    ],
    [
      'a row value for an unknown field',
      follow({}, { values: { fnam: '=fa' } }),
      `${at}/rows/values/fnam`,
      '您是不是要写 fname？',
    ],
    [
      'a row value of an unknown field',
      follow({}, { values: { fname: '=fb' } }),
      `${at}/rows/values/fname`,
      '不是已声明的字段',
    ],
    [
      'a quantity that is written too',
      follow({}, { values: { fcount: '=fnum' } }),
      `${at}/rows/values/fcount`,
      '请从 values 里删去',
    ],
    [
      'an unknown quantity',
      follow({}, { quantity: { from: 'fnums', to: 'fcount' } }),
      `${at}/rows/quantity/from`,
      '您是不是要写 fnum？',
    ],
    [
      'a quantity that is a text',
      follow({}, { quantity: { from: 'fa', to: 'fcount' } }),
      `${at}/rows/quantity/from`,
      '请换一个数字字段',
    ],
    [
      'a quantity that is not stored',
      follow({}, { quantity: { from: 'fshown', to: 'fcount' } }),
      `${at}/rows/quantity/from`,
      '请换一个数字字段',
    ],
    [
      'a quantity there that is a text',
      follow({}, { quantity: { from: 'fnum', to: 'fshort' } }),
      `${at}/rows/quantity/to`,
      '不是数',
    ],
    [
      'a quantity there that is computed',
      follow({}, { quantity: { from: 'fnum', to: 'fsum' } }),
      `${at}/rows/quantity/to`,
      '请换一个字段',
    ],
    [
      'a condition on rows with an unknown name',
      follow({}, { where: "form.fstat != 'x'" }),
      `${at}/rows/where`,
      '没有存库的字段',
    ],
    [
      'a condition on rows that depends on the day',
      follow({}, { where: 'form.fstate == today()' }),
      `${at}/rows/where`,
      '请改用字段或固定的值',
    ],
  ] as const
).map(([name, document, path, remedy]): Mistake => [name, document, path, remedy, [target]])

/** Correct documents with follow-ups. */
export const rightFollowUps: readonly Right[] = [
  ['a follow-up', follow(), [target]],
  ['the least of a follow-up', leanest, [target]],
]
