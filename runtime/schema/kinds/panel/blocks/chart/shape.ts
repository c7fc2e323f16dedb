import Type from 'typebox'
import { type JsonObject, listObjectEntries } from '#runtime/kernel/json.ts'
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
import { head, href, perm, titles } from '../parts.ts'
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
      '哪些字段；要用右轴或另一种画法的写成对象',
      ['visit', { key: 'amount', axis: 'right', kind: 'line' }],
      Type.Array(Type.Union([Key, Series]), { minItems: 1, uniqueItems: true }),
    ),
    stack: optional('叠加', '折线和柱：同一条轴上的数值叠起来', true, Type.Boolean()),
  },
  closed,
)

export const chartShape = defineBlockShape({
  name: 'chart',
  shape: {
    ...head,
    perm,
    source,
    chart: required('图', '画什么图', { kind: 'line', x: 'type', y: ['visit'] }, Plot),
    titles,
    href,
  },
  keys(block) {
    const { x, y } = part(block, 'chart')
    const values = [
      ...namedKeys(['chart', 'y'], y),
      ...listObjectEntries(y).flatMap(([at, { key }]) => namedKey(['chart', 'y', at, 'key'], key)),
    ]
    return [
      ...namedKey(['chart', 'x'], x),
      ...values.map((named): NamedKey => ({ ...named, unlessNumber: '画不成图' })),
    ]
  },
  check,
})

export type ChartBlock = BlockOf<typeof chartShape>

/** Reports settings of axes and lines on charts that have none. */
function check(block: JsonObject, { report, path }: BlockContext): void {
  const chart = part(block, 'chart')
  const type: ChartType | undefined = chartTypes.find(({ name }) => name === chart.kind)
  if (!type || type.hasAxes) return
  const text = `「${type.title}」没有轴，请删去，或把 kind 改成 ${axisCharts.map(({ name }) => name).join(' 或 ')}`
  if (chart.stack === true) report([...path, 'chart', 'stack'], { code: 'BAD_VALUE', text })
  for (const [at, series] of listObjectEntries(chart.y))
    for (const word of ['axis', 'kind'])
      if (series[word] !== undefined) report([...path, 'chart', 'y', at, word], { code: 'BAD_VALUE', text })
}
