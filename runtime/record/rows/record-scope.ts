import { toPlain } from '#runtime/kernel/decimal.ts'
import type { Scope } from '#runtime/kernel/expression.ts'
import { headScope, type LevelKeys, type RecordEnv, type Values } from '../scope.ts'
import type { RowStore } from './row-store.ts'

/** The part of an open record that its expressions read. */
interface OpenRecord {
  head: Values
  env: RecordEnv
  keys: LevelKeys
  rows(key: string): RowStore | undefined
}

/**
 * Head and columns of an open record as an expression sees them at any time; for the columns in `summed`
 * (`items.famount`) the running sum replaces the list.
 */
export function recordScope(record: OpenRecord, summed?: ReadonlySet<string>): Scope {
  const head = () => headScope(record.head, record.env, record.keys)
  const read: Scope = (path) => {
    const at = path[0] === 'form' ? 1 : 0
    const store = record.rows(path[at] ?? '')
    if (!store) return head()(path)
    const column = path[at + 1]
    if (column === undefined) return store.filledRows
    const total = summed?.has(`${path[at]}.${column}`) ? store.total(column) : undefined
    if (total) return total.count === 0 ? [] : [toPlain(total.sum)]
    return store.filledRows.map((row) => row[column] ?? null)
  }
  read.findKind = (path) => head().findKind?.(path)
  return read
}
