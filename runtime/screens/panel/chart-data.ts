import {
  type Block,
  type ChartSeries,
  type Records,
  type ShownKey,
  seriesOf,
} from '#runtime/compile/panel.ts'
import { toBig } from '#runtime/kernel/decimal.ts'
import type { Lookup } from '#runtime/schema/field-value.ts'

export interface ChartData {
  names: readonly string[]
  series: readonly ({ title: string; values: readonly (number | null)[] } & Pick<
    ChartSeries,
    'axis' | 'kind'
  >)[]
}

/** Names and values of a chart, dictionary values by their texts. Keys that the user may not see are not in `keys`. */
export function chartData(
  chart: Block<'chart'>['chart'],
  keys: readonly ShownKey[],
  { records }: Records,
  lookup: Lookup,
): ChartData {
  const { x } = chart
  const column = keys.find(({ key }) => key === x)?.column
  const nameOf = (record: Readonly<Record<string, unknown>>): string => {
    const raw = record[x]
    if (raw === null || raw === undefined) return ''
    if (!column) return String(raw)
    const { type, field } = column
    const sent = record[`${x}_dictText`]
    return typeof sent === 'string' ? sent : type.toText(type.fromWire(raw, field), field, lookup, 'cell')
  }
  // Records with the same name are one point: a report may be more detailed than the chart.
  const groups = new Map<string, Records['records']>()
  for (const record of records) {
    const name = nameOf(record)
    groups.set(name, [...(groups.get(name) ?? []), record])
  }
  const sum = (group: Records['records'], key: string): number | null => {
    const numbers = group.flatMap((record) => toBig(record[key]) ?? [])
    const [first, ...rest] = numbers
    return first ? rest.reduce((all, figure) => all.plus(figure), first).toNumber() : null
  }
  return {
    names: [...groups.keys()],
    series: seriesOf(chart).flatMap(({ key, axis, kind }) => {
      const item = keys.find((entry) => entry.key === key)
      return item
        ? [
            {
              title: item.title,
              values: [...groups.values()].map((group) => sum(group, key)),
              ...(axis ? { axis } : {}),
              ...(kind ? { kind } : {}),
            },
          ]
        : []
    }),
  }
}
