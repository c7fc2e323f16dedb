import type { Row } from '#runtime/record/changes/command-log.ts'
import type { RowStore } from '#runtime/record/rows/row-store.ts'
import type { Lookup } from '#runtime/schema/field-value.ts'
import { type Column, cellText } from './columns.ts'

const collator = new Intl.Collator('zh-CN', { numeric: true })

/** Compares rows by one column: numbers by value, times by their code, others by text; empty values last. */
export function compareBy(
  { store, lookup }: { store: RowStore; lookup: Lookup },
  column: Column,
  isDescending: boolean,
): (a: Row, b: Row) => number {
  const { type, field, key } = column
  const direction = isDescending ? -1 : 1
  const toNumber = type.toNumber
  const cache = new Map<string, string | number | null>()
  const getSortKey = (row: Row) => {
    const before = cache.get(row.id)
    if (before !== undefined) return before
    const text = toNumber ? null : cellText(store, row, column, lookup, 'full')
    const value = toNumber ? toNumber(type.fromWire(row[key], field)) : text === '' ? null : text
    cache.set(row.id, value)
    return value
  }
  return (a, b) => {
    const [left, right] = [getSortKey(a), getSortKey(b)]
    if (left === null || right === null) return left === right ? 0 : left === null ? 1 : -1
    const order =
      typeof left === 'number' && typeof right === 'number'
        ? left - right
        : collator.compare(String(left), String(right))
    return direction * order
  }
}
