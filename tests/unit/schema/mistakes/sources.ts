import type { Mistake } from './mistake.ts'

const dict = (more: object) => ({ version: 2, kind: 'dict', id: 'stock/words', title: '试验', ...more })
const report = (more: object, column: object) => ({
  version: 2,
  kind: 'report',
  id: 'stock/trial-report',
  title: '试验',
  code: 'rp_trial',
  source: { sql: 'select fname from bas_goods', tables: ['bas_goods'] },
  fields: [{ key: 'fname', title: '名称', type: 'input', ...column }],
  ...more,
})
const panel = (source: object) => ({
  version: 2,
  kind: 'panel',
  id: 'stock/trial-panel',
  title: '试验',
  needs: 'stock:trial',
  blocks: [
    { type: 'table', title: '单', fields: ['fbillno'], source: { screen: 'stock/in-bill', ...source } },
  ],
})

const figures = { report: 'rp_figures' }
const figuresReport = {
  ...report({ id: 'stock/figures', code: 'rp_figures' }, {}),
  fields: [
    { key: 'fkind', title: '种类', type: 'select', dictCode: 'gaz_kind' },
    { key: 'fname', title: '名称', type: 'input' },
    { key: 'fnum', title: '数量', type: 'inputNumber' },
  ],
}
const block = (more: object) => ({
  version: 2,
  kind: 'panel',
  id: 'stock/trial-panel',
  title: '试验',
  needs: 'stock:trial',
  blocks: [{ title: '图', ...more }],
})

const mistakes: [string, object, string, string][] = [
  ...['validateRules', 'defaultValue', 'compute', 'auto', 'renamedFrom', 'persist'].map(
    (word): [string, object, string, string] => [
      `${word} on a column`,
      report({}, { [word]: { validateRules: [{ required: true }], persist: false }[word] ?? 'fa' }),
      `/fields/0/${word}`,
      '不起作用，请删去',
    ],
  ),
  ...['query', 'isOrder', 'renamedFrom', 'column'].map((word): [string, object, string, string] => [
    `${word} in a form without records`,
    {
      version: 2,
      kind: 'form',
      id: 'stock/trial',
      title: '试验',
      fields: [{ key: 'fa', type: 'input', [word]: { renamedFrom: 'fold', column: 'f_a' }[word] ?? true }],
      submit: { method: 'POST', url: '/stock/trial' },
    },
    `/fields/0/${word}`,
    '不起作用，请删去',
  ]),
  [
    'a tree without parents',
    dict({ code: 'tree:goods', source: { screen: 'base/goods', text: 'fname', value: 'id' } }),
    '/source',
    '缺少 parent',
  ],
  // Dictionaries, which every signed-in user may read.
  [
    'a dictionary over no table',
    dict({ code: 'd', source: { table: 'nowhere', text: 'fname', value: 'id' } }),
    '/source/table',
    '没有界面文档的表「nowhere」',
  ],
  [
    'a dictionary over a column that its table lacks',
    dict({ code: 'd', source: { table: 'sys_depart', text: 'depart_nme', value: 'id' } }),
    '/source/text',
    '您是不是要写 depart_name？',
  ],
  [
    'a dictionary over a detail',
    dict({ code: 'd', source: { screen: 'stock/in-bill', text: 'items', value: 'id' } }),
    '/source/text',
    '请换一个字段',
  ],
  [
    'a category tree under another code',
    dict({ code: 'category:Z01', tree: [{ code: 'Z02', name: '甲' }] }),
    '/tree/0/code',
    '应以 Z01 开头',
  ],
  [
    'a category tree without its code',
    dict({ code: 'plain', tree: [{ code: 'Z02', name: '甲' }] }),
    '/code',
    '如 category:Z02',
  ],
  [
    'a block in the order of a detail',
    panel({ sort: 'items' }),
    '/blocks/0/source/sort',
    '不能按它排序，请换',
  ],
  [
    'a block of a day that no calendar has',
    panel({ query: { fdate: '2026-02-30' } }),
    '/blocks/0/source/query/fdate',
    '请改成这个字段能存的值',
  ],
  [
    'a block by a detail',
    panel({ query: { items: '1' } }),
    '/blocks/0/source/query/items',
    '不能按它查，请换',
  ],
  [
    'a block by a filter of another type',
    {
      ...panel({ query: { fdate: '=params.count' } }),
      filters: [{ key: 'count', title: '数', type: 'inputNumber' }],
    },
    '/blocks/0/source/query/fdate',
    '不会相等，请换一个字段',
  ],
  [
    'a block by the end of a range that is no day',
    {
      ...panel({ query: { fdate_end: '=params.count' } }),
      filters: [{ key: 'count', title: '数', type: 'inputNumber' }],
    },
    '/blocks/0/source/query/fdate_end',
    '不会相等，请换一个字段',
  ],
  // Trees beside lists.
  [
    'a tree of codes that filters by a number',
    {
      version: 2,
      kind: 'screen',
      id: 'stock/trial',
      title: '试验',
      table: { name: 'stk_trial' },
      sideTree: { dictCode: 'category:B01', field: 'fnum' },
      fields: [{ key: 'fnum', title: '数', type: 'inputNumber' }],
    },
    '/sideTree/field',
    '存不下字典「category:B01」的值',
  ],
  [
    'a tree of codes that filters a picker by a day',
    {
      version: 2,
      kind: 'picker',
      id: 'picker/trial',
      title: '试验',
      code: 'trial',
      source: { screen: 'stock/in-bill' },
      fields: ['fbillno'],
      sideTree: { dictCode: 'category:B01', field: 'fdate' },
    },
    '/sideTree/field',
    '存不下字典「category:B01」的值',
  ],
  // Panels over a report.
  [
    'a chart of the texts of a report',
    block({ type: 'chart', source: figures, chart: { kind: 'bar', x: 'fkind', y: ['fkind'] } }),
    '/blocks/0/chart/y/0',
    '不是数字，画不成图',
  ],
  [
    'a cross table that totals texts',
    block({ type: 'table', source: figures, cross: { rows: ['fname'], columns: ['fnum'], value: 'fkind' } }),
    '/blocks/0/cross/value',
    '不是数字，不能合计',
  ],
  [
    'a cross table with the same rows and columns',
    block({ type: 'table', source: figures, cross: { rows: ['fkind'], columns: ['fkind'], value: 'fnum' } }),
    '/blocks/0/cross/rows/0',
    '已经分列，不能再分行',
  ],
  [
    'sub-totals of a cross table with one row field',
    block({
      type: 'table',
      source: figures,
      cross: { rows: ['fkind'], columns: ['fname'], value: 'fnum', subtotals: true },
    }),
    '/blocks/0/cross/subtotals',
    '请在 rows 里再写一个字段',
  ],
  // Reports.
  [
    'a text of a table as a number',
    report({}, { type: 'inputNumber' }),
    '/fields/0/type',
    '不能作 inputNumber，请改类型，或在 SQL 里用 cast 转换',
  ],
  [
    'a column of a table that the report does not name',
    report({ source: { sql: 'select g.fname from sys_user g, bas_goods b', tables: ['bas_goods'] } }, {}),
    '/source/sql',
    '源文件里还要写进 source.tables',
  ],
  [
    'a required parameter that nobody fills',
    report(
      {
        source: { sql: 'select fname from bas_goods where fname = :fown', tables: ['bas_goods'] },
        params: [{ key: 'fown', type: 'hidden', required: true }],
      },
      {},
    ),
    '/params/0/required',
    '请写 defaultValue',
  ],
]

/** Mistakes in dictionaries, panels, reports and forms. */
export const sourceMistakes: readonly Mistake[] = mistakes.map((mistake) => [...mistake, [figuresReport]])
