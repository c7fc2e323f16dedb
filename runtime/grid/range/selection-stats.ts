import { formatNumber } from '#runtime/kernel/decimal.ts'
import { isEmpty } from '#runtime/kernel/json.ts'
import { ColumnTotal } from '#runtime/record/formulas/column-total.ts'
import type { Block } from '../state/cell-range.ts'
import type { GridState } from '../state/GridState.ts'
import { sliceCells } from './cells.ts'

/** Number of filled cells of a block, and sum and average of its numbers as text; null without numbers. */
export interface SelectionStats {
  count: number
  sum: string | null
  average: string | null
}

/** Cells show at least two decimals, so their sum does. */
const DEFAULT_SCALE = 2
/** Number of cells aggregated between two checks of the clock. */
export const CELLS_PER_SLICE = 2_000

/** Aggregates a block in slices; the caller may do other work between them. */
export function* aggregate(table: GridState, block: Block): Generator<undefined, SelectionStats> {
  const { columns } = sliceCells(table, { ...block, bottom: block.top })
  const total = new ColumnTotal()
  const size = Math.ceil(CELLS_PER_SLICE / columns.length)
  let count = 0
  let places = 0
  for (let from = block.top; from <= block.bottom; from += size) {
    if (from > block.top) yield
    const rows = table.visibleRows.slice(from, Math.min(from + size, block.bottom + 1))
    for (const { key, field, type } of columns) {
      const before = total.count
      for (const row of rows) {
        const raw = row[key]
        if (isEmpty(raw)) continue
        count += 1
        const value = type.toNumber ? type.fromWire(raw, field) : null
        const number = value === null ? null : type.toNumber?.(value)
        // A number longer than a double is stored as text: it is summed as a decimal.
        if (number !== null) total.add(typeof value === 'string' ? value : number)
      }
      if (total.count > before) places = Math.max(places, Math.min(DEFAULT_SCALE, field.scale ?? 0))
    }
  }
  if (total.count === 0) return { count, sum: null, average: null }
  const { sum } = total
  return {
    count,
    sum: formatNumber(sum, Math.max(places, sum.c.length - 1 - sum.e)),
    average: formatNumber(sum.div(total.count), DEFAULT_SCALE),
  }
}

const sliceLength = 5

/**
 * Runs the work in idle time, a few milliseconds at a time, so that no key waits for it. Returns the cancel function.
 */
export function inSlices<T>(work: Generator<undefined, T>, onResult: (result: T) => void): () => void {
  let turn: ReturnType<typeof setTimeout>
  const go = () => {
    const end = performance.now() + sliceLength
    do {
      const { done, value } = work.next()
      if (done) return onResult(value)
    } while (performance.now() < end)
    turn = setTimeout(go)
  }
  turn = setTimeout(go)
  return () => clearTimeout(turn)
}
