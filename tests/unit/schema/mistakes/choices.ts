import { dict, form, type Mistake, panel, type Right, report, screen } from './mistake.ts'

const options = [
  { value: '1', text: '在库' },
  { value: '2', text: '借出' },
]
const kinds = [dict(options)]
const choice = (more: object = {}) => ({ key: 'fkind', title: '种类', type: 'select', options, ...more })
const coded = (more: object = {}) => ({
  key: 'fkind',
  title: '种类',
  type: 'select',
  dictCode: 'trial_kind',
  ...more,
})
const several = (more: object = {}) => choice({ type: 'list_multi', ...more })
const text = { key: 'fx', title: '乙', type: 'input' }
const kindScreen = { ...screen([choice()]), id: 'stock/kinds', table: { name: 'stk_kinds' } }
const board = (columns: string[], fields = [choice()]) =>
  screen(fields, { list: { layout: 'board', board: { field: 'fkind', columns } } })
const flow = (more: object) => ({
  flow: {
    field: 'fkind',
    initial: '1',
    moves: [{ code: 'lend', title: '借出', from: ['1'], to: '2' }],
    ...more,
  },
  actions: { row: ['lend'] },
})

/** The text of a choice in place of its value, in every place that is no formula, and in formulas. */
export const choiceMistakes: readonly Mistake[] = [
  ['the text as a default', screen([choice({ defaultValue: '借出' })]), '/fields/1/defaultValue', '请写 "2"'],
  [
    'the text of a dictionary as a default',
    screen([coded({ defaultValue: '借出' })]),
    '/fields/1/defaultValue',
    '请写 "2"',
    kinds,
  ],
  [
    'texts as the default of several choices',
    screen([several({ defaultValue: '在库,借出' })]),
    '/fields/1/defaultValue',
    '请写 "1,2"',
  ],
  [
    'the text as a default of a query',
    screen([choice({ query: { rule: 'eq', defaultValue: '借出' } })]),
    '/fields/1/query/defaultValue',
    '请写 "2"',
  ],
  [
    'the text as a default of a query without a rule',
    screen([choice({ query: { defaultValue: '借出' } })]),
    '/fields/1/query/defaultValue',
    '请写 "2"',
  ],
  [
    'texts as the default of a query for several',
    screen([choice({ query: { rule: 'in', defaultValue: '在库,2' } })]),
    '/fields/1/query/defaultValue',
    '请写 "1,2"',
  ],
  [
    'a value among several that is none',
    screen([choice({ query: { rule: 'in', defaultValue: '1,7' } })]),
    '/fields/1/query/defaultValue',
    '可写 1、2',
  ],
  ['a tag of the text', screen([choice({ tag: { 借出: 'red' } })]), '/fields/1/tag/借出', '请写 "2"'],
  [
    'a tag of the text of a dictionary',
    screen([coded({ tag: { 在库: 'green' } })]),
    '/fields/1/tag/在库',
    '请写 "1"',
    kinds,
  ],
  [
    'a tag of a state that the flow does not have',
    screen(
      [{ ...text, key: 'fkind', tag: { 三: 'red' } }],
      flow({ initial: '一', moves: [{ code: 'lend', title: '借', from: ['一'], to: '二' }] }),
    ),
    '/fields/1/tag/三',
    '可写 一、二',
  ],
  ['a column of a board by the text', board(['1', '借出']), '/list/board/columns/1', '请写 "2"'],
  [
    'a column of a board by the text of a dictionary',
    { ...board(['在库'], [coded() as never]) },
    '/list/board/columns/0',
    '请写 "1"',
    kinds,
  ],
  ['the first state by its text', screen([choice()], flow({ initial: '在库' })), '/flow/initial', '请写 "1"'],
  [
    'a further state by its text',
    screen([choice()], flow({ moves: [{ code: 'lend', title: '借出', from: ['1'], to: '借出' }] })),
    '/flow/moves/0/to',
    '请写 "2"',
  ],
  [
    'a set value by its text',
    screen(
      [choice({ key: 'fstate' }), choice()],
      flow({
        field: 'fstate',
        moves: [{ code: 'lend', title: '借出', from: ['1'], to: '2', set: { fkind: '借出' } }],
      }),
    ),
    '/flow/moves/0/set/fkind',
    '请写 "2"',
  ],
  [
    'a colour by the text',
    screen([choice({ colors: [{ when: "fkind == '借出'", color: 'error' }] })]),
    '/fields/1/colors/0/when',
    "请写 '2'",
  ],
  [
    'a rule by the text',
    screen([choice(), { ...text, validateRules: [{ check: "fkind != '借出' or fx != null" }] }]),
    '/fields/2/validateRules/0/check',
    "请写 '2'",
  ],
  [
    'a rule of rows by the text',
    screen([choice()], { rowRules: [{ name: '在库的', where: "fkind == '在库'" }] }),
    '/rowRules/0/where',
    "请写 '1'",
  ],
  [
    'a condition by the text',
    screen([choice(), { ...text, showIf: "fkind == '借出'" }]),
    '/fields/2/showIf',
    "请写 '2'",
  ],
  [
    'a condition by the text of a dictionary',
    screen([coded(), { ...text, requireIf: "fkind in ['在库']" }]),
    '/fields/2/requireIf',
    "请写 '1'",
    kinds,
  ],
  [
    'a button by the text',
    screen([choice()], {
      actions: { row: [{ code: 'go', title: '去', when: "row.fkind == '借出'", open: 'stock/in-bill' }] },
    }),
    '/actions/row/0/when',
    "请写 '2'",
  ],
  [
    'narrowed choices by their texts',
    screen([text, choice({ computedOptions: "if(fx == null, '在库', '1,2')" })]),
    '/fields/2/computedOptions',
    '请写 "1"',
  ],
  [
    'a formula that gives the text',
    screen([text, choice({ compute: "if(fx == null, '在库', '2')" })]),
    '/fields/2/compute',
    "请写 '1'",
  ],
  [
    'a block of records by the text',
    panel({ source: { screen: 'stock/kinds', query: { fkind: '借出' } } }),
    '/blocks/0/source/query/fkind',
    '请写 "2"',
    [kindScreen],
  ],
  [
    'a block of records by several texts',
    panel({ source: { screen: 'stock/kinds', query: { fkind: '1,借出' } } }),
    '/blocks/0/source/query/fkind',
    '请写 "1,2"',
    [kindScreen],
  ],
  [
    'a block of a report by the text',
    panel({ source: { report: 'rp_sheet', query: { fkind: '借出' } } }),
    '/blocks/0/source/query/fkind',
    '请写 "2"',
    [report([choice({ query: true })])],
  ],
  [
    'a parameter of a report by the text',
    panel({ source: { report: 'rp_sheet', query: { self_fkind: '借出' } } }),
    '/blocks/0/source/query/self_fkind',
    '请写 "2"',
    [
      report([], {
        params: [choice()],
        source: { sql: 'select fname from bas_goods where fcode = :fkind', tables: ['bas_goods'] },
      }),
    ],
  ],
  [
    'a filter of a panel by the text',
    panel(
      { source: { screen: 'stock/kinds', query: { fkind: '=params.kind' } } },
      { filters: [choice({ key: 'kind', defaultValue: '借出' })] },
    ),
    '/filters/0/defaultValue',
    '请写 "2"',
    [kindScreen],
  ],
  [
    'a default of a parameter by the text',
    report([], {
      params: [choice({ defaultValue: '借出' })],
      source: { sql: 'select fname from bas_goods where fcode = :fkind', tables: ['bas_goods'] },
    }),
    '/params/0/defaultValue',
    '请写 "2"',
  ],
  [
    'a tag of a column of a report by the text',
    report([choice({ key: 'fcode', tag: { 借出: 'red' } })]),
    '/fields/1/tag/借出',
    '请写 "2"',
  ],
  [
    'a default of a query of a report by the text',
    report([choice({ key: 'fcode', query: { rule: 'eq', defaultValue: '借出' } })]),
    '/fields/1/query/defaultValue',
    '请写 "2"',
  ],
  [
    'a default of a query of a report that reads a field',
    report([{ key: 'fcode', title: '编码', type: 'input', query: { rule: 'eq', defaultValue: '=fname' } }]),
    '/fields/1/query/defaultValue',
    '只能用 user.id',
  ],
  [
    'a button that opens records by the text',
    screen([], {
      actions: { toolbar: [{ code: 'go', title: '去', open: 'stock/kinds', send: { fkind: '借出' } }] },
    }),
    '/actions/toolbar/0/send/fkind',
    '请写 "2"',
    [kindScreen],
  ],
  [
    'a pane of records by the text',
    screen([], {
      list: { layout: 'erp' },
      panes: [{ title: '甲', screen: 'stock/kinds', bind: { fkind: '借出' } }],
    }),
    '/panes/0/bind/fkind',
    '请写 "2"',
    [kindScreen],
  ],
  [
    'a default of a form by the text',
    form([choice({ defaultValue: '借出' })]),
    '/fields/1/defaultValue',
    '请写 "2"',
  ],
  [
    'a filled value by the text',
    screen([
      {
        ...text,
        type: 'select',
        options: [{ value: 'a', values: { kind: '借出' } }],
        orgFields: ['kind'],
        destFields: ['fkind'],
      },
      choice(),
    ]),
    '/fields/1/destFields/0',
    '请写 "2"',
  ],
  [
    'a default written as people type a date',
    screen([{ ...text, type: 'date', defaultValue: '2026/1/5' }]),
    '/fields/1/defaultValue',
    '请写 "2026-01-05"',
  ],
]

export const rightChoices: readonly Right[] = [
  [
    'values of choices in all places',
    screen([choice({ defaultValue: '1', tag: { 2: 'red' }, query: { rule: 'in', defaultValue: '1,2' } })]),
  ],
  ['values of a dictionary', screen([coded({ defaultValue: '2', tag: { 1: 'green' } })]), kinds],
  ['another text where others may be typed', screen([choice({ allowInput: true, defaultValue: '丢失' })])],
  ['a default of several choices', screen([several({ defaultValue: '1,2' })])],
  ['a board by values', board(['2', '1'])],
  [
    'a tag of each state',
    screen(
      [{ ...text, key: 'fkind', tag: { 一: 'red', 二: 'green' } }],
      flow({ initial: '一', moves: [{ code: 'lend', title: '借', from: ['一'], to: '二' }] }),
    ),
  ],
  ['states of options', screen([choice({ tag: { 1: 'red' } })], flow({}))],
  [
    'a text that is also a value',
    screen([
      choice({
        options: [
          { value: '借出', text: '出' },
          { value: '在库', text: '在' },
        ],
        defaultValue: '借出',
      }),
    ]),
  ],
  ['a part of a text in a query', screen([{ ...text, query: { rule: 'like', defaultValue: '借*' } }])],
  [
    'a period in a query',
    screen([{ ...text, type: 'date', query: { rule: 'range', defaultValue: '2026-01-01,2026-01-31' } }]),
  ],
  [
    'a wildcard in a block',
    panel({ source: { screen: 'stock/kinds', query: { fname: '*志*' } } }),
    [kindScreen],
  ],
  [
    'a value that a block excludes',
    panel({ source: { screen: 'stock/kinds', query: { fkind: '!2' } } }),
    [kindScreen],
  ],
  [
    'several values in a block',
    panel({ source: { screen: 'stock/kinds', query: { fkind: '1,2' } } }),
    [kindScreen],
  ],
  [
    'values of the user',
    screen([
      { ...text, defaultValue: '=user.realname', query: { rule: 'eq', defaultValue: '=user.realname' } },
    ]),
  ],
  ['a text about a user', screen([{ ...text, defaultValue: 'user 的备注' }])],
  ['a number by the day', screen([{ ...text, auto: 'RK{yyyyMMdd}{####}' }])],
  ['a number by a rule', screen([{ ...text, auto: `\${order_no}` }])],
  ['narrowed choices by values', screen([text, choice({ computedOptions: "if(fx == null, '1', '1,2')" })])],
  [
    'a condition over values',
    screen([choice(), { ...text, showIf: "fkind in ['1', '2']" }], {
      rowRules: [{ name: '在库的', where: "fkind == '1'" }],
    }),
  ],
  [
    'a report with tags and queries',
    report([choice({ key: 'fcode', tag: { 1: 'green' }, query: { rule: 'eq', defaultValue: '1' } })]),
  ],
]
