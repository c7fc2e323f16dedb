import type { Records } from '#runtime/compile/panel/panel.ts'
import { formatNumber, toBig } from '#runtime/kernel/decimal.ts'
import type { Block } from '#runtime/schema/kinds/panel/shape.ts'

/** A number of a block, or one of the smaller ones below it. */
export type Figure = Pick<Block<'statistic'>, 'value' | 'statistics' | 'scale'>

/** A statistic as text: thousands separators and its own decimals; '' for no value. */
export function formatFigure(
  { value, statistics, scale }: Figure,
  { records, total, isEstimated, totals }: Records,
): string {
  const isCounted = value === 'total' && !records.some((record) => Object.hasOwn(record, 'total'))
  if (isCounted) return `${isEstimated ? '约 ' : ''}${formatNumber(total, scale)}`
  if (!statistics) {
    const raw = records[0]?.[value]
    return toBig(raw) ? formatNumber(raw, scale) : raw === null || raw === undefined ? '' : String(raw)
  }
  const computed = totals?.[value]?.[statistics]
  if (computed !== undefined) return formatNumber(computed, scale ?? (statistics === 'sum' ? undefined : 2))
  const figures = records.flatMap((record) => toBig(record[value]) ?? [])
  const [first, ...rest] = figures
  if (!first) return ''
  const sum = rest.reduce((all, figure) => all.plus(figure), first)
  return statistics === 'sum' ? formatNumber(sum, scale) : formatNumber(sum.div(figures.length), scale ?? 2)
}
