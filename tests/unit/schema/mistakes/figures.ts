import type { Mistake, Right } from './mistake.ts'

const bills = { screen: 'stock/in-bill' }
const panel = (block: object, rest: object = {}) => ({
  version: 2,
  kind: 'panel',
  id: 'stock/figures',
  title: '看板',
  blocks: [block],
  ...rest,
})
const chart = (plot: object, more: object = {}) => ({
  type: 'chart',
  title: '图',
  source: bills,
  chart: { kind: 'bar', x: 'fwarehouse', y: ['fsumnum'], ...plot },
  ...more,
})
const cross = (cells: object, source: object = bills) => ({
  type: 'table',
  title: '表',
  source,
  cross: { rows: ['fwarehouse'], columns: ['fstates'], value: 'fsumnum', ...cells },
})
const figure = (more: object) => ({
  type: 'statistic',
  title: '数',
  source: bills,
  value: 'fsumnum',
  ...more,
})
const chosen = (key: string, more: object = {}) => [
  { key, title: '筛选', type: 'select', dictCode: 'stk_warehouse', ...more },
]
const asked = (key: string) => ({
  ...chart({}),
  source: { ...bills, query: { fwarehouse: `=params.${key}` } },
})

const count = { key: 'n', source: bills, value: 'total' }
const text = (more: object) => ({ type: 'text', text: '入库 {n} 笔', figures: [count], ...more })
const timeline = (more: object) => ({
  type: 'timeline',
  source: bills,
  time: 'createTime',
  label: 'fbillno',
  ...more,
})

/** Members of a screen with a list of its own, which the server cannot sum up. */
const foreign = {
  version: 2,
  kind: 'screen',
  id: 'stock/foreign',
  title: '外来',
  table: { name: 'stk_foreign' },
  url: { list: '/stock/foreign/list' },
  fields: [
    { key: 'fname', title: '名称', type: 'input' },
    { key: 'fday', title: '日期', type: 'date' },
    { key: 'fnum', title: '数量', type: 'inputNumber' },
  ],
}
/** A screen with a field of several values. */
const tagged = {
  version: 2,
  kind: 'screen',
  id: 'stock/tagged',
  title: '标签',
  table: { name: 'stk_tagged' },
  fields: [
    { key: 'fname', title: '名称', type: 'input' },
    { key: 'ftags', title: '标签', type: 'list_multi', options: ['甲', '乙'] },
  ],
}
const ofForeign = { screen: 'stock/foreign' }
const plotted = { kind: 'bar', x: 'fname', y: ['fnum'] }

/** Figures that panels compute from the records of screens. */
export const figureMistakes: readonly Mistake[] = [
  [
    'a sum of a list of its own',
    panel(figure({ source: ofForeign, value: 'fnum', statistics: 'sum' })),
    '/blocks/0/statistics',
    '请改用报表',
    [foreign],
  ],
  [
    'a count of a list of its own',
    panel(chart({ ...plotted, y: ['total'] }, { source: ofForeign })),
    '/blocks/0/chart/y/0',
    '请改用报表',
    [foreign],
  ],
  [
    'months of a list of its own',
    panel(chart({ ...plotted, x: 'fday', dateUnit: 'month' }, { source: ofForeign })),
    '/blocks/0/chart/dateUnit',
    '请改用报表',
    [foreign],
  ],
  [
    'months of a call',
    panel({ ...chart({ dateUnit: 'month' }), source: { url: '/sys/visitInfo' } }),
    '/blocks/0/chart/dateUnit',
    '在 SQL 里按月',
  ],
  ['months of words', panel(chart({ dateUnit: 'month' })), '/blocks/0/chart/dateUnit', '请换一个日期字段'],
  [
    'months of a cross table of words',
    panel(cross({ dateUnit: 'year' })),
    '/blocks/0/cross/dateUnit',
    '请换一个日期字段',
  ],
  [
    'an unknown part of the calendar',
    panel(chart({ x: 'fdate', dateUnit: 'week' })),
    '/blocks/0/chart/dateUnit',
    'month',
  ],
  [
    'a big screen that everybody arranges',
    panel(figure({}), { personal: true, wall: true }),
    '/personal',
    '请删去',
  ],
  [
    'a filter that has the name of the tab in the address',
    {
      ...panel({}, { filters: [{ key: 'tab', title: '种类', type: 'input' }] }),
      blocks: [
        figure({ tab: '图表', source: { screen: 'stock/in-bill', query: { fbillno: '=params.tab' } } }),
      ],
    },
    '/filters/0/key',
    '请给这个条件换一个名字',
  ],
  [
    'a tab of a big screen',
    { ...panel({}, { wall: true }), blocks: [figure({ tab: '图表' })] },
    '/blocks/0/tab',
    '没有页签',
  ],
  [
    'a tab of a panel that everybody arranges',
    { ...panel({}, { personal: true }), blocks: [figure({ tab: '图表' })] },
    '/blocks/0/tab',
    '没有页签',
  ],
  [
    'two blocks with the same key',
    { ...panel({}), blocks: [figure({ key: 'bills' }), figure({ key: 'bills' })] },
    '/blocks/1/key',
    '请换一个',
  ],
  [
    'groups by a field of several values',
    panel(cross({ rows: ['fname'], columns: ['ftags'], value: 'total' }, { screen: 'stock/tagged' })),
    '/blocks/0/cross/columns/0',
    '可以有几个值，不能按它汇总',
    [tagged],
  ],
  ['groups by rows', panel(chart({ x: 'items' })), '/blocks/0/chart/x', '不能按它汇总'],
  [
    'an order that groups lack',
    panel(chart({}, { source: { ...bills, sort: '-fdate' } })),
    '/blocks/0/source/sort',
    '只能按 fwarehouse、fsumnum、total 排序',
  ],
  [
    'a sum of words in a cross table',
    panel(cross({ value: 'fremark' })),
    '/blocks/0/cross/value',
    '不能合计',
  ],
  [
    'a gauge without a target',
    panel(figure({ statistics: 'sum', look: 'gauge' })),
    '/blocks/0/look',
    '请写 target',
  ],
  ['a target of nothing', panel(figure({ statistics: 'sum', target: 0 })), '/blocks/0/target', '大于'],
  [
    'a target of an unknown field',
    panel(figure({ statistics: 'sum', target: 'fplan' })),
    '/blocks/0/target',
    'fplan',
  ],
  ['a target of a pie', panel(chart({ kind: 'pie', target: 5 })), '/blocks/0/chart/target', '没有轴'],
  ['a choice without its filter', panel(chart({}, { select: 'house' })), '/blocks/0/select', 'house'],
  [
    'a choice of another type',
    panel(
      { ...asked('house'), chart: { kind: 'bar', x: 'fdate', y: ['fsumnum'] }, select: 'house' },
      { filters: chosen('house', { type: 'inputNumber', dictCode: undefined }) },
    ),
    '/blocks/0/select',
    '请换一个字段',
  ],
  [
    'a link with a filter that the panel lacks',
    panel(chart({}, { href: '/stock/in-bill?fwarehouse={params.house}' })),
    '/blocks/0/href',
    'house',
  ],
  [
    'a choice in a short trend',
    panel(
      { ...asked('house'), chart: { kind: 'trend', x: 'fwarehouse', y: ['fsumnum'] }, select: 'house' },
      { filters: chosen('house') },
    ),
    '/blocks/0/select',
    '不能点选',
  ],
  [
    'groups of a pie',
    panel(chart({ kind: 'pie', x: 'fwarehouse', by: 'fstates' })),
    '/blocks/0/chart/by',
    '不能分组',
  ],
  [
    'groups of the axis itself',
    panel(chart({ x: 'fwarehouse', by: 'fwarehouse' })),
    '/blocks/0/chart/by',
    '请换一个',
  ],
  [
    'groups of two values',
    panel(chart({ by: 'fstates', y: ['total', 'fsumnum'] })),
    '/blocks/0/chart/by',
    '只留一个',
  ],
  ['groups by an unknown field', panel(chart({ by: 'fstate' })), '/blocks/0/chart/by', 'fstates'],
  [
    'a choice in a short trend',
    panel(
      { ...asked('house'), chart: { kind: 'trend', x: 'fwarehouse', y: ['total'] }, select: 'house' },
      { filters: chosen('house') },
    ),
    '/blocks/0/select',
    '「短趋势」不能点选',
  ],
  [
    'the file of a map on a bar chart',
    panel(chart({ map: `temp/${'0'.repeat(32)}.json` })),
    '/blocks/0/chart/map',
    '把 kind 改成 map',
  ],
  [
    'a map from elsewhere',
    panel(chart({ kind: 'map', map: 'https://example.com/map.json' })),
    '/blocks/0/chart/map',
    '写上传的 GeoJSON',
  ],
  [
    'closed groups of one field',
    panel(cross({ collapsed: true })),
    '/blocks/0/cross/collapsed',
    '请在 rows 里再写一个字段',
  ],
  [
    'a text with an unknown figure',
    panel(text({ text: '{n} 笔，{many} 元' })),
    '/blocks/0/text',
    '没有数字「many」',
  ],
  [
    'a figure that the text lacks',
    panel(text({ text: '入库' })),
    '/blocks/0/figures/0/key',
    '文字里没有 {n}',
  ],
  [
    'two figures of one name',
    panel(text({ figures: [count, count] })),
    '/blocks/0/figures/1/key',
    '写了两次',
  ],
  [
    'a figure of a field that its screen lacks',
    panel(text({ figures: [{ ...count, value: 'fno', statistics: 'sum' }] })),
    '/blocks/0/figures/0/value',
    '没有字段「fno」',
  ],
  [
    'a figure of a screen that does not exist',
    panel(text({ figures: [{ ...count, source: { screen: 'no/where' } }] })),
    '/blocks/0/figures/0/source/screen',
    'no/where',
  ],
  [
    'a figure over a list of its own',
    panel(text({ figures: [{ key: 'n', source: ofForeign, value: 'fnum', statistics: 'sum' }] })),
    '/blocks/0/figures/0/statistics',
    '请改用报表',
    [foreign],
  ],
  ['a timeline by an unknown field', panel(timeline({ time: 'fday' })), '/blocks/0/time', 'fday'],
  ['a timeline with an unknown note', panel(timeline({ notes: ['fno'] })), '/blocks/0/notes/0', 'fno'],
  [
    'a timeline whose link names an unknown field',
    panel(timeline({ href: '/stock/in-bill?id={fno}' })),
    '/blocks/0/href',
    'fno',
  ],
  [
    'a choice of months',
    panel(
      {
        ...asked('house'),
        chart: { kind: 'bar', x: 'fdate', dateUnit: 'month', y: ['total'] },
        select: 'house',
      },
      { filters: chosen('house', { type: 'date', dictCode: undefined }) },
    ),
    '/blocks/0/select',
    '不能点选',
  ],
]

export const rightFigures: readonly Right[] = [
  ['a text with a figure', panel(text({}))],
  ['braces in a text without figures', panel({ type: 'text', text: '写 {n}' })],
  ['a timeline of a screen', panel(timeline({ tag: 'fstates', notes: ['fdate'] }))],
  [
    'a choice in a map and its file',
    panel(
      {
        ...asked('house'),
        chart: { kind: 'map', x: 'fwarehouse', y: ['total'], map: `temp/${'0'.repeat(32)}.json` },
        select: 'house',
      },
      { filters: chosen('house') },
    ),
  ],
  ['a sum over a screen', panel(figure({ statistics: 'sum', target: 1000, look: 'gauge' }))],
  ['a target that the records have', panel(figure({ statistics: 'sum', target: 'ftotalamount' }))],
  [
    'months of a screen with counts',
    panel(chart({ x: 'fdate', dateUnit: 'month', y: ['total', 'fsumnum'], target: 30 })),
  ],
  ['months of the time of entry', panel(chart({ x: 'createTime', dateUnit: 'month', y: ['total'] }))],
  ['groups of a chart', panel(chart({ kind: 'heat', x: 'fwarehouse', by: 'fstates', y: ['total'] }))],
  ['a big screen', panel(chart({}), { wall: true })],
  [
    'a panel that everybody arranges',
    { ...panel({}, { personal: true }), blocks: [figure({ key: 'bills' }), figure({ key: 'others' })] },
  ],
  ['the largest groups', panel(chart({}, { source: { ...bills, sort: '-fsumnum', pageSize: 5 } }))],
  [
    'a cross table of months over a screen',
    panel(cross({ columns: ['fdate'], dateUnit: 'quarter', value: 'total' })),
  ],
  ['a choice', panel({ ...asked('house'), select: 'house' }, { filters: chosen('house') })],
]
