import { formatNumber, toBig } from '../../../kernel/decimal.ts'
import { isEmpty } from '../../../record/scope.ts'
import type { TableView } from '../table-view.ts'
import type { Block } from './cell-range.ts'
import { cellsOf } from './cells.ts'

/** How many cells of a block hold something, and of its numbers the sum and average as text; null without numbers. */
export interface Figures {
  count: number
  sum: string | null
  average: string | null
}

const averagePlaces = 2

export function figuresOf(table: TableView, block: Block): Figures {
  const { rows, columns } = cellsOf(table, block)
  let count = 0
  let numbers = 0
  let sum = toBig(0)
  for (const row of rows) {
    for (const { key, field, type } of columns) {
      if (isEmpty(row[key])) continue
      count += 1
      const number = toBig(type.toNumber?.(type.fromWire(row[key], field)) ?? null)
      if (!number || !sum) continue
      sum = sum.plus(number)
      numbers += 1
    }
  }
  if (!sum || numbers === 0) return { count, sum: null, average: null }
  return { count, sum: formatNumber(sum), average: formatNumber(sum.div(numbers), averagePlaces) }
}
