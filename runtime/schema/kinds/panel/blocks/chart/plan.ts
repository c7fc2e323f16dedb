import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { defineBlockPlan, fieldOptions, hasMembers, isField } from '../block-plan.ts'
import { type ChartType, chartTypes } from './charts.ts'
import type { ChartBlock } from './shape.ts'

export type Plot = ChartBlock['chart']
/** A value of a chart with its axis and its own kind, if it has one. */
export type ChartSeries = Exclude<Plot['y'][number], string>

export const listSeries = ({ y }: Pick<Plot, 'y'>): ChartSeries[] =>
  y.map((entry) => (typeof entry === 'string' ? { key: entry } : entry))

const getPlot = ({ chart }: JsonObject): JsonObject => (isJsonObject(chart) ? chart : {})

/** A written value of a chart is a key, or an object with settings of its own. */
const getKey = (series: unknown): string => String(isJsonObject(series) ? series.key : series)
const toList = (y: unknown): readonly unknown[] => (Array.isArray(y) ? y : [])

const findChart = (kind: unknown): ChartType | undefined => chartTypes.find(({ name }) => name === kind)

/** The block with its values in groups, of which only the first value is drawn; '' for none. */
function changeBy(block: JsonObject, { by: _, ...chart }: JsonObject, by: string): JsonObject {
  return { ...block, chart: by === '' ? chart : { ...chart, by, y: toList(chart.y).slice(0, 1) } }
}

export const chartPlan = defineBlockPlan<ChartBlock>({
  name: 'chart',
  title: '图',
  keys: ({ chart }) => [chart.x, ...(chart.by ? [chart.by] : []), ...listSeries(chart).map(({ key }) => key)],
  groups: ({ chart }) => ({
    by: [chart.x, ...(chart.by ? [chart.by] : [])],
    sums: listSeries(chart).map(({ key }) => key),
    ...(chart.dateUnit && { unit: chart.dateUnit }),
  }),
  designer: {
    icon: 'bar-chart',
    starter: { title: '图', span: 12 },
    missing: ({ chart }) =>
      isJsonObject(chart) && typeof chart.x === 'string' && hasMembers(chart.y)
        ? undefined
        : '请在右边选横轴和数值',
    bind(block, fields) {
      const chart: JsonObject = isJsonObject(block.chart) ? block.chart : { kind: 'bar' }
      if (isField(chart.x, fields) && hasMembers(chart.y)) return { ...block, chart }
      const [text = fields[0]] = fields.filter(({ isNumber }) => !isNumber)
      const numbers = fields.filter(({ isNumber }) => isNumber)
      const y = numbers.slice(0, 1).map(({ key }) => key)
      return { ...block, chart: { ...chart, x: text?.key ?? '', y } }
    },
    settings(block, fields) {
      const chart = getPlot(block)
      const change = (part: JsonObject) => ({ ...block, chart: { ...chart, ...part } })
      return [
        {
          kind: 'segments',
          label: '图的种类',
          options: chartTypes.map(({ name, title }) => ({ value: name, label: title })),
          value: String(chart.kind ?? 'bar'),
          change: (kind) =>
            findChart(kind)?.hasGroups ? change({ kind }) : changeBy(block, { ...chart, kind }, ''),
        },
        {
          kind: 'one',
          label: '横轴',
          options: fieldOptions(fields),
          value: typeof chart.x === 'string' ? chart.x : undefined,
          change: (x) => change({ x }),
        },
        ...(findChart(chart.kind)?.hasGroups
          ? [
              {
                kind: 'one' as const,
                label: '分组',
                options: [
                  { value: '', label: '不分' },
                  ...fieldOptions(fields.filter(({ isNumber }) => !isNumber)),
                ],
                value: typeof chart.by === 'string' ? chart.by : '',
                change: (by: string) => changeBy(block, chart, by),
              },
            ]
          : []),
        {
          kind: 'many',
          label: '数值',
          options: fieldOptions(fields.filter(({ isNumber }) => isNumber)),
          values: toList(chart.y).map(getKey),
          change: (keys) =>
            change({ y: keys.map((key) => toList(chart.y).find((series) => getKey(series) === key) ?? key) }),
        },
      ]
    },
  },
})
