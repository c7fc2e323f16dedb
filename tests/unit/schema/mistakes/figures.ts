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
  ['a sum over a screen', panel(figure({ statistics: 'sum', target: 1000, look: 'gauge' }))],
  ['a target that the records have', panel(figure({ statistics: 'sum', target: 'ftotalamount' }))],
  [
    'months of a screen with counts',
    panel(chart({ x: 'fdate', dateUnit: 'month', y: ['total', 'fsumnum'], target: 30 })),
  ],
  ['months of the time of entry', panel(chart({ x: 'createTime', dateUnit: 'month', y: ['total'] }))],
  ['the largest groups', panel(chart({}, { source: { ...bills, sort: '-fsumnum', pageSize: 5 } }))],
  [
    'a cross table of months over a screen',
    panel(cross({ columns: ['fdate'], dateUnit: 'quarter', value: 'total' })),
  ],
  ['a choice', panel({ ...asked('house'), select: 'house' }, { filters: chosen('house') })],
]
