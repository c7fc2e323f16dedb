import type { JsonObject } from '#runtime/kernel/json.ts'

export interface ListRequest {
  pageNo: number
  pageSize: number
  column: string
  order: string
  conditions: Readonly<Record<string, string>>
}

const compare = (left: unknown, right: unknown): number =>
  typeof left === 'number' && typeof right === 'number'
    ? left - right
    : String(left ?? '').localeCompare(String(right ?? ''), 'zh-CN')

/** Whether a row meets one condition of a list request: a part of a text, one of several values, or a bound. */
function meets(row: JsonObject, name: string, text: string): boolean {
  const [, key = name, bound] = /^(.*)_(begin|end)$/.exec(name) ?? []
  // A name of no column limits nothing, as in the lists of documents.
  if (!(key in row)) return true
  const value = row[key]
  if (bound) {
    const limit = typeof value === 'number' ? Number(text) : text
    const side = compare(value, limit)
    return bound === 'begin' ? side >= 0 : side <= 0 || String(value).startsWith(text)
  }
  if (text.includes('*'))
    return text
      .split(/[*\s]+/)
      .filter(Boolean)
      .every((part) => String(value).includes(part))
  return text.split(',').includes(String(value))
}

/** The rows that a list request finds, in its order; all of them on one page for a page size of 0. */
export function listRows(
  rows: readonly JsonObject[],
  { pageNo, pageSize, column, order, conditions }: ListRequest,
): { records: JsonObject[]; total: number } {
  const found = rows.filter((row) =>
    Object.entries(conditions).every(([name, text]) => meets(row, name, text)),
  )
  const [key = ''] = column.split(',')
  const isKnown = rows.some((row) => key in row)
  const sorted = isKnown ? found.toSorted((left, right) => compare(left[key], right[key])) : found
  const ordered = isKnown && order.startsWith('desc') ? sorted.reverse() : sorted
  const start = (pageNo - 1) * pageSize
  return {
    records: pageSize > 0 ? ordered.slice(start, start + pageSize) : ordered,
    total: ordered.length,
  }
}
