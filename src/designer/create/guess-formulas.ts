import { type Big, roundTo } from '#runtime/kernel/decimal.ts'

/** A column of numbers of a pasted sheet. */
export interface NumberColumn {
  key: string
  title: string
  scale: number
  /** Whether its values are percents. */
  isPercent: boolean
  /** The number of each row; null where the cell is blank. */
  values: readonly (Big | null)[]
}

/** Titles of columns that are usually computed from others. */
const computedTitle = /金额|总价|总额|价款|小计|合计|总计|总分|税额|结存|结余|余额|差额|实发|应发|利润/
/** A formula that fewer rows confirm may be one by chance. */
const MIN_ROWS = 2
const MAX_SUMMANDS = 12

interface Formula {
  compute: string
  /** In titles, for people. */
  text: string
  columns: readonly NumberColumn[]
  run(numbers: readonly Big[]): Big
}

const pairFormulas = (a: NumberColumn, b: NumberColumn): Formula[] => [
  {
    compute: a.isPercent || b.isPercent ? `${a.key} * ${b.key} / 100` : `${a.key} * ${b.key}`,
    text: `${a.title} × ${b.title}`,
    columns: [a, b],
    run: ([x, y]) => {
      const product = (x as Big).times(y as Big)
      return a.isPercent || b.isPercent ? product.div(100) : product
    },
  },
  ...[
    [a, b],
    [b, a],
  ].map(([first, second]): Formula => {
    const [from, by] = [first as NumberColumn, second as NumberColumn]
    return {
      compute: `${from.key} - ${by.key}`,
      text: `${from.title} - ${by.title}`,
      columns: [from, by],
      run: ([x, y]) => (x as Big).minus(y as Big),
    }
  }),
]

const add = (numbers: readonly Big[]): Big => numbers.reduce((sum, number) => sum.plus(number))
const join = (texts: readonly string[]): string => texts.join(' + ')

const sumFormula = (columns: readonly NumberColumn[]): Formula => ({
  compute: join(columns.map(({ key }) => key)),
  text: join(columns.map(({ title }) => title)),
  columns,
  run: add,
})

/** What was there and came, without what went: the last column. */
const restFormula = (columns: readonly NumberColumn[]): Formula => {
  const [first, last] = [columns.slice(0, -1), columns.at(-1)]
  return {
    compute: `${join(first.map(({ key }) => key))} - ${last?.key}`,
    text: `${join(first.map(({ title }) => title))} - ${last?.title}`,
    columns,
    run: (numbers) => add(numbers.slice(0, -1)).minus(numbers.at(-1) as Big),
  }
}

/** Products and differences of two columns that stand before the computed one, then sums of all columns between. */
function* candidates(before: readonly NumberColumn[]): Generator<Formula> {
  for (const [at, a] of before.entries()) for (const b of before.slice(at + 1)) yield* pairFormulas(a, b)
  for (let from = before.length - 2; from >= Math.max(0, before.length - MAX_SUMMANDS); from--) {
    const columns = before.slice(from)
    yield sumFormula(columns)
    if (columns.length > 2) yield restFormula(columns)
  }
}

/** Whether every row with all values confirms a formula, and at least one does so by numbers other than 0 and 1. */
function isConfirmed({ columns, run }: Formula, target: NumberColumn): boolean {
  let [count, isTelling] = [0, false]
  for (const [row, wanted] of target.values.entries()) {
    const numbers = columns.flatMap(({ values }) => values[row] ?? [])
    if (wanted === null || numbers.length < columns.length) continue
    if (!roundTo(run(numbers), target.scale).eq(wanted)) return false
    count += 1
    isTelling ||= numbers.every((number) => !number.eq(0) && !number.eq(1))
  }
  return count >= MIN_ROWS && isTelling
}

/** The formulas by which columns of a sheet are computed from those before them, by the keys of the columns. */
export function guessFormulas(
  columns: readonly NumberColumn[],
): ReadonlyMap<string, { compute: string; text: string }> {
  const found = columns.flatMap((target, at) => {
    if (!computedTitle.test(target.title)) return []
    const formula = [...candidates(columns.slice(0, at))].find((candidate) => isConfirmed(candidate, target))
    return formula ? [[target.key, formula] as const] : []
  })
  return new Map(found)
}
