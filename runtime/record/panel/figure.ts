import { type Big, formatNumber, toBig } from '#runtime/kernel/decimal.ts'
import type { Block } from '#runtime/schema/kinds/panel/shape.ts'
import type { Records } from './records.ts'

/** A number of a block, or one of the smaller ones below it. */
export type Figure = Pick<Block<'statistic'>, 'value' | 'statistics' | 'scale'>

/** A statistic as text: thousands separators and its own decimals; '' for no value. */
export function formatFigure(figure: Figure, data: Records): string {
  const { value, statistics, scale } = figure
  const { records, total, isEstimated } = data
  const isCounted = value === 'total' && !records.some((record) => Object.hasOwn(record, 'total'))
  if (isCounted) return `${isEstimated ? '约 ' : ''}${formatNumber(total, scale)}`
  if (!statistics) {
    const raw = records[0]?.[value]
    return toBig(raw) ? formatNumber(raw, scale) : raw === null || raw === undefined ? '' : String(raw)
  }
  const computed = computeFigure(figure, data)
  return computed ? formatNumber(computed, scale ?? (statistics === 'sum' ? undefined : 2)) : ''
}

/** The number of a figure; null without one. */
function computeFigure({ value, statistics }: Figure, { records, total, totals }: Records): Big | null {
  const [record] = records
  if (value === 'total' && (!record || !Object.hasOwn(record, 'total'))) return toBig(total)
  if (!statistics) return toBig(record?.[value])
  const computed = totals?.[value]?.[statistics]
  // The database has no sum over no rows; for people it is zero, as on the first day of a month.
  if (computed !== undefined) return toBig(computed ?? (statistics === 'sum' && total === 0 ? 0 : null))
  const figures = records.flatMap((entry) => toBig(entry[value]) ?? [])
  const [first, ...rest] = figures
  if (!first) return null
  const sum = rest.reduce((all, figure) => all.plus(figure), first)
  return statistics === 'sum' ? sum : sum.div(figures.length)
}

export interface Progress {
  /** Per cent of the target; may be above 100 or below 0. */
  share: number
  target: Big
}

/** How much of its target a number has reached; null where one of them is missing, or the target is not above zero. */
export function computeProgress(
  { target, ...figure }: Figure & Pick<Block<'statistic'>, 'target'>,
  data: Records,
): Progress | null {
  if (target === undefined) return null
  const reached = computeFigure(figure, data)
  const goal = typeof target === 'number' ? toBig(target) : computeFigure({ ...figure, value: target }, data)
  return reached && goal?.gt(0) ? { share: reached.div(goal).times(100).toNumber(), target: goal } : null
}
