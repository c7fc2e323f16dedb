import { toBig, toPlain } from '#runtime/kernel/decimal.ts'
import type { Lookup } from '#runtime/schema/field-value.ts'
import { type ChartSeries, listSeries, type Plot } from '#runtime/schema/kinds/panel/blocks/chart/plan.ts'
import { printValue } from '../print-value.ts'
import type { Records, ShownValue } from './records.ts'

export interface ChartData {
  names: readonly string[]
  series: readonly ({ title: string; values: readonly (number | null)[] } & Pick<
    ChartSeries,
    'axis' | 'kind'
  >)[]
}

type Chart = Pick<Plot, 'x' | 'y'>

const formatName = (
  record: Records['records'][number],
  { x }: Chart,
  keys: readonly ShownValue[],
  lookup: Lookup,
): string => {
  const column = keys.find(({ key }) => key === x)?.column
  const raw = record[x]
  if (raw === null || raw === undefined) return ''
  if (!column) return String(raw)
  return printValue(column, record, lookup)
}

/** The points of a chart: records with the same name are one, with summed values; a report may be more detailed. */
export function chartPoints(
  chart: Chart,
  keys: readonly ShownValue[],
  { records }: Records,
  lookup: Lookup,
): Records {
  const groups = new Map<string, Records['records']>()
  for (const record of records) {
    const name = formatName(record, chart, keys, lookup)
    groups.set(name, [...(groups.get(name) ?? []), record])
  }
  const sum = (group: Records['records'], key: string) => {
    const [first, ...rest] = group.flatMap((record) => toBig(record[key]) ?? [])
    return first ? toPlain(rest.reduce((all, figure) => all.plus(figure), first)) : null
  }
  const points = [...groups.values()].map((group) => ({
    ...group[0],
    ...Object.fromEntries(listSeries(chart).map(({ key }) => [key, sum(group, key)])),
  }))
  return { records: points, total: points.length }
}

/** Names and values of the points of a chart, dictionary values by their texts. Keys that the user may not see are not in `keys`. */
export function chartData(
  chart: Chart,
  keys: readonly ShownValue[],
  { records }: Records,
  lookup: Lookup,
): ChartData {
  return {
    names: records.map((record) => formatName(record, chart, keys, lookup)),
    series: listSeries(chart).flatMap(({ key, axis, kind }) => {
      const item = keys.find((entry) => entry.key === key)
      if (!item) return []
      return [
        {
          title: item.title,
          values: records.map((record) => toBig(record[key])?.toNumber() ?? null),
          ...(axis ? { axis } : {}),
          ...(kind ? { kind } : {}),
        },
      ]
    }),
  }
}
