import type { GlobalToken } from 'antd'
import type { EChartsCoreOption } from 'echarts/core'
import type { Block, Records, Shown } from '../../compile/panel.ts'
import { formatNumber, toBig } from '../../kernel/decimal.ts'
import type { Lookup } from '../../schema/field-value.ts'

export interface ChartData {
  kind: Block<'chart'>['chart']['kind']
  names: readonly string[]
  series: readonly { title: string; values: readonly (number | null)[] }[]
}

/** Names and figures of a chart, dictionary values by their texts. Keys the user may not see are not among `shown`. */
export function chartData(
  { kind, x, y }: Block<'chart'>['chart'],
  shown: readonly Shown[],
  { records }: Records,
  lookup: Lookup,
): ChartData {
  const column = shown.find(({ key }) => key === x)?.column
  const nameOf = (record: Readonly<Record<string, unknown>>): string => {
    const raw = record[x]
    if (raw === null || raw === undefined) return ''
    if (!column) return String(raw)
    const { type, field } = column
    const sent = record[`${x}_dictText`]
    return typeof sent === 'string' ? sent : type.toText(type.fromWire(raw, field), field, lookup, 'cell')
  }
  // Records of one name are one point: a report may break its figures down further than the chart does.
  const groups = new Map<string, Records['records']>()
  for (const record of records) {
    const name = nameOf(record)
    groups.set(name, [...(groups.get(name) ?? []), record])
  }
  const sum = (group: Records['records'], key: string): number | null => {
    const figures = group.flatMap((record) => toBig(record[key]) ?? [])
    const [first, ...rest] = figures
    return first ? rest.reduce((all, figure) => all.plus(figure), first).toNumber() : null
  }
  return {
    kind,
    names: [...groups.keys()],
    series: y.flatMap((key) => {
      const item = shown.find((one) => one.key === key)
      return item ? [{ title: item.title, values: [...groups.values()].map((group) => sum(group, key)) }] : []
    }),
  }
}

type Token = Pick<
  GlobalToken,
  'colorPrimary' | 'colorText' | 'colorTextSecondary' | 'colorTextTertiary' | 'colorBorderSecondary'
> &
  Pick<GlobalToken, 'colorPrimaryHover' | 'colorPrimaryBorder' | 'colorPrimaryBorderHover'> &
  Pick<GlobalToken, 'colorTextQuaternary' | 'colorFillSecondary' | 'colorBgElevated' | 'colorBgContainer'> &
  Pick<GlobalToken, 'fontFamily' | 'fontSizeSM' | 'motion'>

/** One accent; what it is compared with is a dashed grey line with its name at its end, instead of a legend. */
export function chartOption(data: ChartData, token: Token): EChartsCoreOption {
  const { kind, names, series } = data
  const text = { color: token.colorTextSecondary, fontFamily: token.fontFamily, fontSize: token.fontSizeSM }
  const shared = {
    animation: token.motion,
    aria: { enabled: true },
    textStyle: text,
    color: [
      token.colorPrimary,
      kind === 'line' ? token.colorTextTertiary : token.colorPrimaryBorder,
      token.colorPrimaryHover,
      token.colorTextQuaternary,
      token.colorPrimaryBorderHover,
      token.colorFillSecondary,
    ],
    tooltip: {
      trigger: kind === 'pie' ? 'item' : 'axis',
      confine: true,
      backgroundColor: token.colorBgElevated,
      borderColor: token.colorBorderSecondary,
      textStyle: { ...text, color: token.colorText },
      valueFormatter: (value: unknown) => formatNumber(value),
    },
  }
  const [first] = series
  if (kind === 'pie')
    return {
      ...shared,
      series: [
        {
          type: 'pie',
          name: first?.title,
          radius: ['45%', '70%'],
          label: { ...text, formatter: '{b} {d}%' },
          itemStyle: { borderColor: token.colorBgContainer, borderWidth: 1 },
          data: names.map((name, index) => ({ name, value: first?.values[index] ?? 0 })),
        },
      ],
    }
  const isCounted = series.every(({ values }) => values.every((value) => Number.isInteger(value ?? 0)))
  const isPair = kind === 'line' && series.length <= 2
  return {
    ...shared,
    ...(isPair || series.length === 1 ? {} : { legend: { top: 0, textStyle: text } }),
    grid: {
      left: 8,
      right: isPair ? 64 : 16,
      top: isPair || series.length === 1 ? 16 : 36,
      bottom: 8,
      containLabel: true,
    },
    xAxis: {
      type: 'category',
      data: names,
      boundaryGap: kind === 'bar',
      axisLabel: {
        ...text,
        hideOverlap: true,
        ...(kind === 'bar' ? { interval: 0, width: 84, overflow: 'truncate' } : {}),
      },
      axisTick: { show: false },
      axisLine: { lineStyle: { color: token.colorBorderSecondary } },
    },
    yAxis: {
      type: 'value',
      // What is counted has no halves.
      ...(isCounted ? { minInterval: 1 } : {}),
      axisLabel: { ...text, formatter: (value: number) => formatNumber(value) },
      splitLine: { lineStyle: { color: token.colorBorderSecondary } },
    },
    series: series.map(({ title, values }, index) => ({
      type: kind,
      name: title,
      data: values,
      ...(kind === 'bar' ? { barMaxWidth: 32 } : {}),
      ...(kind === 'line' ? { showSymbol: values.length === 1 } : {}),
      // Lines that end at one height do not write over each other.
      ...(isPair
        ? {
            endLabel: { ...text, lineHeight: 18, show: true, formatter: '{a}' },
            labelLayout: { moveOverlap: 'shiftY' },
          }
        : {}),
      ...(isPair && index === 0 ? { areaStyle: { opacity: 0.06 } } : {}),
      ...(isPair && index === 1 ? { lineStyle: { type: 'dashed', width: 1 } } : {}),
    })),
  }
}
