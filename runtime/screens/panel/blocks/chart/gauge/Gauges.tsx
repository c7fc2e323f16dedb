import { formatNumber } from '#runtime/kernel/decimal.ts'
import { BlockNone } from '../../../BlockFrame.tsx'
import { GaugeArc } from '../../statistic/GaugeArc.tsx'
import type { OwnChartProps } from '../own-chart.ts'

/** A gauge for each value, which is a number of per cent; of groups with their names. */
export function Gauges({ title, data: { names, series } }: OwnChartProps) {
  const gauges = names.flatMap((name, at) =>
    series.flatMap(({ title: group, values }) => {
      const value = values[at] ?? null
      if (value === null) return []
      return [{ name: series.length > 1 ? `${name}（${group}）` : name, value }]
    }),
  )
  if (gauges.length === 0) return <BlockNone />
  return (
    <ul className="pro-gauges" aria-label={title}>
      {gauges.map(({ name, value }) => (
        <li key={name}>
          <span className="pro-target" role="img" aria-label={`${name} ${formatNumber(value, 1)}%`}>
            <GaugeArc share={value} />
          </span>
          <span aria-hidden="true">{name}</span>
        </li>
      ))}
    </ul>
  )
}
