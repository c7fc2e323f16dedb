import { toBig, toPlain } from '#runtime/kernel/decimal.ts'
import type { Lookup } from '#runtime/schema/field-value.ts'
import { type ChartSeries, listSeries, type Plot } from '#runtime/schema/kinds/panel/blocks/chart/plan.ts'
import { printValue } from '../print-value.ts'
import type { Records, ShownValue } from './records.ts'

export interface ChartData {
  names: readonly string[]
  /** The stored values of the names. */
  keys?: readonly unknown[]
  series: readonly ({ title: string; values: readonly (number | null)[] } & Pick<
    ChartSeries,
    'axis' | 'kind'
  >)[]
}

type Chart = Pick<Plot, 'x' | 'y' | 'by'>

const formatName = (
  record: Records['records'][number],
  named: string,
  keys: readonly ShownValue[],
  lookup: Lookup,
): string => {
  const column = keys.find(({ key }) => key === named)?.column
  const raw = record[named]
  if (raw === null || raw === undefined) return ''
  if (!column) return String(raw)
  return printValue(column, record, lookup)
}

/** The points of a chart: records with the same names are one, with summed values; a report may be more detailed. */
export function chartPoints(
  chart: Chart,
  keys: readonly ShownValue[],
  { records }: Records,
  lookup: Lookup,
): Records {
  const groups = new Map<string, Records['records']>()
  for (const record of records) {
    const name = JSON.stringify(
      [chart.x, chart.by ?? []].flat().map((named) => formatName(record, named, keys, lookup)),
    )
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
  const names = records.map((record) => formatName(record, chart.x, keys, lookup))
  if (chart.by !== undefined) return groupedData({ ...chart, by: chart.by }, keys, { records, names }, lookup)
  return {
    names,
    keys: records.map((record) => record[chart.x]),
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

/** A series for each value of the groups, in the order in which they come; nothing where the user may not see the value or the groups. */
function groupedData(
  chart: Chart & { by: string },
  keys: readonly ShownValue[],
  { records, names }: { records: Records['records']; names: readonly string[] },
  lookup: Lookup,
): ChartData {
  const [value] = listSeries(chart)
  const isShown = [chart.by, value?.key].every((key) => keys.some((item) => item.key === key))
  const firsts = new Map<string, Records['records'][number]>()
  for (const [at, record] of records.entries()) {
    const name = names[at] ?? ''
    if (!firsts.has(name)) firsts.set(name, record)
  }
  const places = new Map([...firsts.keys()].map((name, at) => [name, at]))
  const series = new Map<string, (number | null)[]>()
  if (isShown && value)
    for (const [at, record] of records.entries()) {
      const group = formatName(record, chart.by, keys, lookup) || '（空）'
      const values = series.get(group) ?? [...places].map(() => null)
      values[places.get(names[at] ?? '') ?? 0] = toBig(record[value.key])?.toNumber() ?? null
      series.set(group, values)
    }
  return {
    names: [...places.keys()],
    keys: [...firsts.values()].map((record) => record[chart.x]),
    series: [...series].map(([title, values]) => ({ title, values })),
  }
}
