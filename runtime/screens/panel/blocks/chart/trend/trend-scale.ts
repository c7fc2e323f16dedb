import { formatNumber } from '#runtime/kernel/decimal.ts'

type Value = number | null
export interface Span {
  from: number
  to: number
}
/** Round numbers from `from` to `to`, which include zero and all values. */
export interface Scale extends Span {
  ticks: readonly number[]
}

const MAX_INTERVALS = 4

/** The smallest round step that covers `span` in a few intervals. */
function stepOver(span: number, isCounted: boolean): number {
  const least = span / MAX_INTERVALS
  const ten = 10 ** Math.floor(Math.log10(least))
  const step = ([1, 2, 5].find((round) => round * ten >= least * (1 - 1e-9)) ?? 10) * ten
  // Counts have no fractions.
  return isCounted ? Math.max(1, step) : step
}

/** The scale of a trend, which always includes zero, where its area ends. */
export function computeScale(values: readonly Value[]): Scale {
  const numbers = values.filter((value) => value !== null)
  const low = Math.min(0, ...numbers)
  const high = Math.max(0, ...numbers)
  const step = stepOver(
    high - low || 1,
    numbers.every((value) => Number.isInteger(value)),
  )
  const first = Math.floor(low / step + 1e-9)
  const last = Math.max(Math.ceil(high / step - 1e-9), first + 1)
  const ticks: number[] = []
  // Steps of .1 are multiplied, not added: three of them are not exactly .3.
  for (let at = first; at <= last; at++) ticks.push(Number((at * step).toPrecision(12)))
  return { from: ticks[0] ?? 0, to: ticks.at(-1) ?? 1, ticks }
}

/** Approximate width of a text in caption size: a Chinese character is as wide as it is high, a digit about half. */
export const measureWidth = (text: string): number =>
  [...text].reduce((sum, char) => sum + (char > '\u2e7f' ? 12 : 7), 0)

/** A text shortened to the available width. */
export function cut(text: string, room: number): string {
  if (measureWidth(text) <= room) return text
  let result = ''
  for (const char of text) {
    if (measureWidth(result + char) + 7 > room) break
    result += char
  }
  return `${result}…`
}

export interface Label {
  x: number
  text: string
}
const gap = 12

/** The names below the points: all, or every n-th from the last, so that none overlap. */
export function listLabels(names: readonly string[], xs: readonly number[], width: number): Label[] {
  const all = names.map((name, index): Label & { half: number } => {
    const text = cut(name, Math.min(96, width))
    const half = measureWidth(text) / 2
    return { text, half, x: Math.min(Math.max(xs[index] ?? 0, half), Math.max(width - half, half)) }
  })
  for (let interval = 1; interval < all.length; interval++) {
    const some = all.filter((_, index) => (all.length - 1 - index) % interval === 0)
    const isClear = some.every((label, at) => {
      const next = some[at + 1]
      return !next || label.x + label.half + gap <= next.x - next.half
    })
    if (isClear) return some.map(({ x, text }) => ({ x, text }))
  }
  return all.slice(-1).map(({ x, text }) => ({ x, text }))
}

/** Moves heights apart as little as their space requires, none above `from`, and none below `to` if all fit. */
export function spreadApart(requested: readonly { y: number; room: number }[], { from, to }: Span): number[] {
  const order = requested
    .map((_, index) => index)
    .sort((a, b) => (requested[a]?.y ?? 0) - (requested[b]?.y ?? 0))
  const places = requested.map(({ y }) => y)
  let top = from
  for (const index of order) {
    const room = requested[index]?.room ?? 0
    places[index] = Math.max(places[index] ?? 0, top + room / 2)
    top = places[index] + room / 2
  }
  let bottom = to
  for (const index of order.reverse()) {
    const room = requested[index]?.room ?? 0
    places[index] = Math.max(Math.min(places[index] ?? 0, bottom - room / 2), from + room / 2)
    bottom = places[index] - room / 2
  }
  return places
}

/** A value as text beside a chart. */
export const formatFigure = (value: Value | undefined): string =>
  value === null || value === undefined ? '–' : formatNumber(value)
