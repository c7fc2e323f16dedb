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
    by: optional(
      '分组',
      '柱、折线、面积、雷达、热力、仪表：数值只写一个，按哪个字段的值分成几组，各有一种颜色（热力是各占一行，仪表是各有一个）',
      'fdynasty',
      Key,
    ),
    dateUnit,
    target: optional('目标', '折线和柱：在左边的轴上画一条目标线', 1000, Type.Number()),
    map: optional(
      '地图文件',
      '地图：上传的 GeoJSON 的路径，区域写 name（和 adcode），按名称或代码对上；缺省是浙江各市的示意图',
      'temp/0123456789abcdef0123456789abcdef.json',
      Type.String({ pattern: '^[a-z0-9]{1,20}/[0-9a-f]{32}\\.(json|txt)$' }),
    ),
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
  const { x, by, y } = part(block, 'chart')
  const inObjects = listObjectEntries(y).flatMap(([at, { key }]) => namedKey(['chart', 'y', at, 'key'], key))
  return {
    by: [...namedKey(['chart', 'x'], x), ...namedKey(['chart', 'by'], by)],
    sums: [...namedKeys(['chart', 'y'], y), ...inObjects],
  }
}

function check(block: JsonObject, context: BlockContext): void {
  const { report, path } = context
  const { kind, dateUnit, x } = part(block, 'chart')
  const type: ChartType | undefined = chartTypes.find(({ name }) => name === kind)
  checkGroups(block, context, { ...listPlotted(block), unit: ['chart', 'dateUnit'] })
  checkSelect(block, context, asText(x))
  checkAxes(block, context, type)
  checkBy(block, context, type)
  if (part(block, 'chart').map !== undefined && type && type.name !== 'map')
    report([...path, 'chart', 'map'], {
      code: 'BAD_VALUE',
      text: '只有地图用得上，请删去，或把 kind 改成 map',
    })
  if (block.select === undefined) return
  const fault = type?.isWhole
    ? `「${type.title}」不能点选，请换一种图，或删去`
    : dateUnit === undefined
      ? undefined
      : '按日期汇总的值是一段日期，不能点选，请删去'
  if (fault !== undefined) report([...path, 'select'], { code: 'BAD_VALUE', text: fault })
}

/** Reports settings of axes and lines on charts that have none. */
function checkAxes(block: JsonObject, { report, path }: BlockContext, type: ChartType | undefined): void {
  const chart = part(block, 'chart')
  if (!type || type.hasAxes) return
  const text = `「${type.title}」没有轴，请删去，或把 kind 改成 ${axisCharts.map(({ name }) => name).join(' 或 ')}`
  if (chart.stack === true) report([...path, 'chart', 'stack'], { code: 'BAD_VALUE', text })
  if (chart.target !== undefined) report([...path, 'chart', 'target'], { code: 'BAD_VALUE', text })
  for (const [at, series] of listObjectEntries(chart.y))
    for (const word of ['axis', 'kind'])
      if (series[word] !== undefined) report([...path, 'chart', 'y', at, word], { code: 'BAD_VALUE', text })
}

/** Reports groups where a chart has none, and more than one value of groups. */
function checkBy(block: JsonObject, { report, path }: BlockContext, type: ChartType | undefined): void {
  const { by, x, y } = part(block, 'chart')
  if (by === undefined || !type) return
  const able = chartTypes.filter((entry: ChartType) => entry.hasGroups).map(({ name }) => name)
  const fault = !type.hasGroups
    ? `「${type.title}」不能分组，请删去，或把 kind 改成 ${able.join('、')}`
    : by === x
      ? '分组和横轴是同一个字段，请换一个'
      : Array.isArray(y) && y.length > 1
        ? '分组的图只画一个数值，请在 y 里只留一个，或删去 by'
        : undefined
  if (fault !== undefined) report([...path, 'chart', 'by'], { code: 'BAD_VALUE', text: fault })
}
