import { toBig, toPlain } from '#runtime/kernel/decimal.ts'
import { addDays, dayNumber } from '#runtime/kernel/time.ts'

/** Continues a series of cell values: `at` counts from the first value after it (0), or before it (-1). */
export type Series = (at: number) => unknown

/**
 * Series as in spreadsheets: numbers and dates with a constant step keep it, a single date counts on, texts that end
 * in a number count on with it, all other values repeat.
 */
export function continueSeries(values: readonly unknown[]): Series {
  return numbers(values) ?? days(values) ?? numbered(values) ?? repeat(values)
}

/** The index in a sequence of `length` that repeats in both directions. */
export const wrap = (at: number, length: number): number => ((at % length) + length) % length

const repeat =
  (values: readonly unknown[]): Series =>
  (at) =>
    values[wrap(at, values.length)] ?? null

/** The constant step of at least two values; null otherwise. */
function evenStep(run: readonly number[]): number | null {
  const step = (run[1] ?? Number.NaN) - (run[0] ?? Number.NaN)
  const isEven = run.every((value, at) => at === 0 || Math.abs(value - (run[at - 1] as number) - step) < 1e-9)
  return Number.isNaN(step) || !isEven ? null : step
}

function numbers(values: readonly unknown[]): Series | null {
  const run = values.map((value) => (typeof value === 'number' ? toBig(value) : null))
  const [first, second] = run
  if (!first || !second || run.includes(null)) return null
  if (evenStep(run.map(Number)) === null) return null
  const step = second.minus(first)
  return (at) => toPlain(first.plus(step.times(at < 0 ? at : at + values.length)))
}

function days(values: readonly unknown[]): Series | null {
  const run = values.map((value) => (typeof value === 'string' ? dayNumber(value) : null))
  const first = values[0]
  if (typeof first !== 'string' || run.includes(null)) return null
  const step = run.length === 1 ? 1 : evenStep(run as number[])
  if (step === null || step === 0) return null
  return (at) => addDays(first, step * (at < 0 ? at : at + values.length))
}

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
