import type { PrintedRow } from './printed-block.ts'

/** The numbers of printed rows: sub-totals and blank rows have no number, and sub-totals do not count. */
export function numberRows(rows: readonly PrintedRow[]): string[] {
  let count = 0
  return rows.map(({ cells, isTotal }) => {
    if (isTotal) return ''
    count += 1
    return cells.every((text) => text === '') ? '' : String(count)
  })
}
