import type { ChartData } from '#runtime/record/panel/chart-data.ts'
import {
  computeScale,
  cut,
  formatFigure,
  type Label,
  listLabels,
  measureWidth,
  spreadApart,
} from './trend-scale.ts'

interface ChartPoint {
  x: number
  y: number
}
export interface Line {
  title: string
  path: string
  /** Area down to zero; only for the first series. */
  area: string
  /** Points without a neighbour. */
  dots: readonly ChartPoint[]
  /** The position of each value; null for a missing value. */
  points: readonly (ChartPoint | null)[]
  /** Its name and last value, beside its end. */
  end: { x: number; y: number; title: string; value: string } | null
}
/** The layout of a trend in an area of the given size in pixels. */
export interface TrendPlan {
  left: number
  right: number
  bottom: number
  ticks: readonly { y: number; text: string }[]
  labels: readonly Label[]
  xs: readonly number[]
  lines: readonly Line[]
}

const top = 16
const foot = 32
const side = 16
/** Line heights of a name with its value, and of a name alone. */
const MAX_END = 120
const MIN_TITLE = 36

/** Runs of adjacent values; a missing value breaks the line. */
function splitRuns(points: readonly (ChartPoint | null)[]): ChartPoint[][] {
  const runs: ChartPoint[][] = [[]]
  for (const point of points)
    if (point) runs.at(-1)?.push(point)
    else runs.push([])
  return runs.filter((run) => run.length > 0)
}

const near = (number: number): number => Math.round(number * 10) / 10
const drawPath = (run: readonly ChartPoint[]): string =>
  run.map(({ x, y }, at) => `${at ? 'L' : 'M'}${near(x)} ${near(y)}`).join('')

/** Computes the layout of a trend in an area of the given size in pixels. */
export function planTrend({ names, series }: ChartData, width: number, height: number): TrendPlan {
  const scale = computeScale(series.flatMap(({ values }) => values))
  const texts = series.map(({ title, values }) => {
    const value = ` ${formatFigure(values.findLast((item) => item !== null))}`
    return { title: cut(title, Math.max(MIN_TITLE, MAX_END - measureWidth(value))), value }
  })
  const beside = texts.map(({ title, value }) => measureWidth(title + value))
  const left = side + Math.max(...scale.ticks.map((tick) => measureWidth(formatFigure(tick)))) + 8
  const right = Math.max(left + 1, width - side - Math.max(0, ...beside) - 12)
  const bottom = Math.max(top + 1, height - foot)
  const toY = (value: number): number =>
    bottom - ((value - scale.from) / (scale.to - scale.from)) * (bottom - top)
  const xs = names.map((_, at) =>
    names.length === 1 ? (left + right) / 2 : left + (at / (names.length - 1)) * (right - left),
  )
  const drawn = series.map(({ values }) =>
    values.map((value, at) => (value === null ? null : { x: xs[at] ?? left, y: toY(value) })),
  )
  const lasts = drawn.map((points) => points.findLast((point) => point !== null))
  const labelled = lasts.flatMap((last, index) => (last ? [{ index, y: last.y, room: 18 }] : []))
  const heights = spreadApart(labelled, { from: 4, to: bottom + 8 })
  return {
    left,
    right,
    bottom,
    ticks: scale.ticks.map((tick) => ({ y: toY(tick), text: formatFigure(tick) })),
    labels: listLabels(names, xs, width),
    xs,
    lines: series.map(({ title }, index) => {
      const points = drawn[index] ?? []
      const runs = splitRuns(points)
      const long = runs.filter((run) => run.length > 1)
      const nothing = near(toY(0))
      const text = texts[index] ?? { title, value: '' }
      const place = labelled.findIndex((item) => item.index === index)
      return {
        title,
        path: long.map(drawPath).join(''),
        area:
          index === 0
            ? long.map((run) => `${drawPath(run)}V${nothing}H${near(run[0]?.x ?? 0)}Z`).join('')
            : '',
        dots: runs.filter((run) => run.length === 1).flat(),
        points,
        end: place < 0 ? null : { x: (xs.at(-1) ?? right) + 12, y: heights[place] ?? 0, ...text },
      }
    }),
  }
}

/** Text alternative of a trend: start, end and range. */
export function describeTrend(title: string, { names, series }: ChartData): string {
  const sentences = series.flatMap(({ title: name, values }) => {
    const points = values.flatMap((value, at) => (value === null ? [] : [{ value, at: names[at] ?? '' }]))
    const [first] = points
    const last = points.at(-1)
    if (!first || !last) return []
    const highest = points.reduce((best, point) => (point.value > best.value ? point : best))
    return `${name}从 ${first.at} 的 ${formatFigure(first.value)} 到 ${last.at} 的 ${formatFigure(last.value)}，最高是 ${highest.at} 的 ${formatFigure(highest.value)}`
  })
  return [title, sentences.join('；')].filter((part) => part !== '').join('：')
}
