import { toBig, toPlain } from '#runtime/kernel/decimal.ts'
import { addDays, addMonths, dayNumber } from '#runtime/kernel/time.ts'
import type { DataType } from '#runtime/schema/field-value.ts'

/** Continues a series of cell values: `at` counts from the first value after it (0), or before it (-1). */
export type Series = (at: number) => unknown

/**
 * Series as in spreadsheets: numbers, dates and months with a constant step keep it, a single date or month counts on, texts
 * that end in a number count on with it, all other values repeat. The digits of other types have a meaning of their own: a
 * time, an address, an amount written as text.
 */
export const continueSeries = (values: readonly unknown[], dataType: DataType): Series =>
  series[dataType]?.(values) ?? repeat(values)

/** The index in a sequence of `length` that repeats in both directions. */
export const wrap = (at: number, length: number): number => ((at % length) + length) % length

const repeat =
  (values: readonly unknown[]): Series =>
  (at) =>
    values[wrap(at, values.length)] ?? null

/** The constant step of at least two values; null otherwise. */
function evenStep(run: readonly number[]): number | null {
  const step = (run[1] ?? Number.NaN) - (run[0] ?? Number.NaN)
  const isEven = run.every((value, at) => at === 0 || value - (run[at - 1] as number) === step)
  return Number.isNaN(step) || !isEven ? null : step
}

/** Compared as decimals: an amount of more than 15 digits is text, and continues as text. */
function numbers(values: readonly unknown[]): Series | null {
  const run = values.map(toBig)
  const [first, second] = run
  if (!first || !second) return null
  const step = second.minus(first)
  if (!run.every((value, at) => value?.eq(first.plus(step.times(at))))) return null
  const isText = typeof values[0] === 'string'
  return (at) => {
    const next = first.plus(step.times(at < 0 ? at : at + values.length))
    return isText ? next.toFixed() : toPlain(next)
  }
}

/** The series of days or months: the number of a text, and the text some of them later. */
const dates =
  (toNumber: (text: string) => number | null, add: (text: string, count: number) => string | null) =>
  (values: readonly unknown[]): Series | null => {
    const run = values.map((value) => (typeof value === 'string' ? toNumber(value) : null))
    const first = values[0]
    if (typeof first !== 'string' || run.includes(null)) return null
    const step = run.length === 1 ? 1 : evenStep(run as number[])
    if (step === null || step === 0) return null
    return (at) => add(first, step * (at < 0 ? at : at + values.length))
  }

const days = dates(dayNumber, addDays)

const months = dates((text) => {
  const isMonth = dayNumber(`${text}-01`) !== null
  return isMonth ? Number(text.slice(0, 4)) * 12 + Number(text.slice(5)) : null
}, addMonths)

const tail = /^(.*?)(\d{1,15})$/s

function numbered(values: readonly unknown[]): Series | null {
  const parts = values.map((value) => (typeof value === 'string' ? tail.exec(value) : null))
  const [first] = parts
  if (!first || parts.some((part) => part?.[1] !== first[1]) || first[1] === '') return null
  const run = parts.map((part) => Number(part?.[2]))
  const step = run.length === 1 ? 1 : evenStep(run)
  if (step === null) return null
  const digits = first[2]?.length ?? 1
  return (at) => {
    const next = (run[0] as number) + step * (at < 0 ? at : at + values.length)
    return next < 0 ? null : `${first[1]}${String(next).padStart(digits, '0')}`
  }
}

const series: Partial<Record<DataType, (values: readonly unknown[]) => Series | null>> = {
  number: numbers,
  date: days,
  datetime: days,
  month: months,
  text: (values) => days(values) ?? numbered(values),
}
