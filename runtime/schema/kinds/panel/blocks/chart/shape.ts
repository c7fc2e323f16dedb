import Type from 'typebox'
import { asText, type JsonObject, listObjectEntries } from '#runtime/kernel/json.ts'
import { part } from '../../../../checks/context.ts'
import { closed, Key } from '../../../../language/base.ts'
import { optional, required, words } from '../../../../language/property.ts'
import { source } from '../../sources.ts'
import {
  type BlockContext,
  type BlockOf,
  defineBlockShape,
  type NamedKey,
  namedKey,
  namedKeys,
} from '../block-shape.ts'
import { checkGroups, checkSelect, summedFields } from '../check-groups.ts'
import { dateUnit, head, href, needs, select, titles } from '../parts.ts'
import { type AxisChartKind, axisCharts, type ChartKind, type ChartType, chartTypes } from './charts.ts'

/** The names of charts with their titles. */
const chartWords = <Kind extends string>(charts: readonly ChartType[]) =>
  words(Object.fromEntries(charts.map(({ name, title }) => [name, title])) as Record<Kind, string>)

/** One value of a chart that is not drawn like the others. */
const Series = Type.Object(
  {
    key: required('字段', '哪个字段', 'amount', Key),
    axis: optional('轴', '缺省用左边的轴', 'right', words({ right: '右边的轴' })),
    kind: optional('画法', '缺省同整张图', 'line', chartWords<AxisChartKind>(axisCharts)),
  },
  closed,
)

const Plot = Type.Object(
  {
    kind: required('图的种类', '', 'line', chartWords<ChartKind>(chartTypes)),
    x: required('横轴', '哪个字段', 'type', Key),
    y: required(
      '数值',
      '哪些字段；取自界面的，total 是条数；要用右轴或另一种画法的写成对象',
      ['visit', { key: 'amount', axis: 'right', kind: 'line' }],
      Type.Array(Type.Union([Key, Series]), { minItems: 1, uniqueItems: true }),
    ),
    dateUnit,
    target: optional('目标', '折线和柱：在左边的轴上画一条目标线', 1000, Type.Number()),
    stack: optional('叠加', '折线和柱：同一条轴上的数值叠起来', true, Type.Boolean()),
  },
  closed,
)

export const chartShape = defineBlockShape({
  name: 'chart',
  shape: {
    ...head,
    needs,
    source,
    chart: required('图', '画什么图', { kind: 'line', x: 'type', y: ['visit'] }, Plot),
    titles,
    select,
    href,
  },
  keys(block) {
    const { by, sums } = listPlotted(block)
    return [
      ...by,
      ...summedFields(block, sums).map((named): NamedKey => ({ ...named, unlessNumber: '画不成图' })),
    ]
  },
  isGrouped: () => true,
  check,
})

export type ChartBlock = BlockOf<typeof chartShape>

/** The key of the axis, and those of the values. */
function listPlotted(block: JsonObject): Record<'by' | 'sums', NamedKey[]> {
  const { x, y } = part(block, 'chart')
  const inObjects = listObjectEntries(y).flatMap(([at, { key }]) => namedKey(['chart', 'y', at, 'key'], key))
  return { by: namedKey(['chart', 'x'], x), sums: [...namedKeys(['chart', 'y'], y), ...inObjects] }
}

function check(block: JsonObject, context: BlockContext): void {
  const { report, path } = context
  const { kind, dateUnit, x } = part(block, 'chart')
  checkGroups(block, context, { ...listPlotted(block), unit: ['chart', 'dateUnit'] })
  checkSelect(block, context, asText(x))
  checkAxes(block, context)
  if (block.select === undefined) return
  const fault =
    kind === 'trend'
      ? '短趋势不能点选，请换一种图，或删去'
      : dateUnit === undefined
        ? undefined
        : '按日期汇总的值是一段日期，不能点选，请删去'
  if (fault !== undefined) report([...path, 'select'], { code: 'BAD_VALUE', text: fault })
}

/** Reports settings of axes and lines on charts that have none. */
function checkAxes(block: JsonObject, { report, path }: BlockContext): void {
  const chart = part(block, 'chart')
  const type: ChartType | undefined = chartTypes.find(({ name }) => name === chart.kind)
  if (!type || type.hasAxes) return
  const text = `「${type.title}」没有轴，请删去，或把 kind 改成 ${axisCharts.map(({ name }) => name).join(' 或 ')}`
  if (chart.stack === true) report([...path, 'chart', 'stack'], { code: 'BAD_VALUE', text })
  if (chart.target !== undefined) report([...path, 'chart', 'target'], { code: 'BAD_VALUE', text })
  for (const [at, series] of listObjectEntries(chart.y))
    for (const word of ['axis', 'kind'])
      if (series[word] !== undefined) report([...path, 'chart', 'y', at, word], { code: 'BAD_VALUE', text })
}
