import type { Big } from 'big.js'
import { toBig } from '#runtime/kernel/decimal.ts'
import type { Sender } from '#runtime/kernel/sender.ts'
import type { CellChange, Row } from '../changes/command-log.ts'
import { sameValue } from '../changes/delta.ts'
import type { Listeners } from '../listeners.ts'
import type { Values } from '../scope.ts'

/** A value that another page shows and has not saved. */
export interface ForeignCell extends Sender {
  value: unknown
}

export type ForeignRow = ReadonlyMap<string, ForeignCell>

/** The parts of a row store that its foreign cells read. */
interface Rows {
  /** The rows as they were opened or last saved; another list after each save. */
  initial(): readonly Row[]
  row(id: string): Row | undefined
  /** The cells that change when values are set in a row, with its own formulas. */
  changes(row: Row, values: Values): readonly CellChange[]
}

/**
 * The cells of a detail table that other pages changed and have not saved, by row. They are beside the rows of the
 * store: no total counts them and no save sends them.
 */
export class ForeignCells {
  readonly #rows = new Map<string, ForeignRow>()
  readonly #listeners: Listeners
  readonly #store: Rows
  #saved: { of: readonly Row[]; rows: ReadonlyMap<string, Row> } | null = null

  constructor(listeners: Listeners, store: Rows) {
    this.#listeners = listeners
    this.#store = store
  }

  /** The foreign cells of a row by key; a new object after each change. */
  of(id: string): ForeignRow | undefined {
    return this.#rows.get(id)
  }

  /** Number of cells by the name of their user. */
  get counts(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>()
    for (const row of this.#rows.values())
      for (const { name } of row.values()) counts.set(name, (counts.get(name) ?? 0) + 1)
    return counts
  }

  /** Takes changed cells of a page; a cell with its saved value was withdrawn. Returns the keys that changed. */
  receive(id: string, values: Values, { page, name }: Sender): string[] {
    const saved = this.#savedRow(id)
    if (!saved) return []
    const row = new Map(this.#rows.get(id))
    const keys = Object.keys(values).filter((key) => {
      const [value, before] = [values[key], row.get(key)]
      if (sameValue(saved[key], value)) return row.delete(key)
      if (before && before.page === page && sameValue(before.value, value)) return false
      row.set(key, { value, page, name })
      return true
    })
    if (keys.length > 0) this.#replace([[id, row]])
    return keys
  }

  /** Removes the cells of a page that was closed. */
  drop(page: string): void {
    this.#keep((cell) => cell.page !== page)
  }

  /** Removes the cells whose value is the saved one now, and those of removed rows. */
  settle(): void {
    this.#keep(({ value }, id, key) => {
      const saved = this.#savedRow(id)
      return saved !== undefined && !sameValue(saved[key], value)
    })
  }

  clear(): void {
    this.#keep(() => false)
  }

  /** A row as it is drawn: with the foreign cells that were not changed here, and the formulas over them. */
  applyTo(row: Row): Row {
    const cells = this.#rows.get(row.id)
    const saved = cells && this.#savedRow(row.id)
    if (!cells || !saved) return row
    const unchanged = [...cells].filter(([key]) => sameValue(saved[key], row[key]))
    const values = Object.fromEntries(unchanged.map(([key, { value }]) => [key, value]))
    const changes = this.#store.changes(row, values)
    return { ...row, ...Object.fromEntries(changes.map(({ key, after }) => [key, after])) }
  }

  /** By how much the foreign cells would change the sum of a column; null if they would not. */
  difference(key: string): Big | null {
    let sum: Big | null = null
    for (const id of this.#rows.keys()) {
      const row = this.#store.row(id)
      const [before, after] = row ? [toBig(row[key] ?? 0), toBig(this.applyTo(row)[key] ?? 0)] : []
      if (before && after) sum = sum ? sum.plus(after).minus(before) : after.minus(before)
    }
    return sum?.eq(0) ? null : sum
  }

  #savedRow(id: string): Row | undefined {
    const of = this.#store.initial()
    if (this.#saved?.of !== of) this.#saved = { of, rows: new Map(of.map((row) => [row.id, row])) }
    return this.#saved.rows.get(id)
  }

  #keep(isKept: (cell: ForeignCell, id: string, key: string) => boolean): void {
    this.#replace(
      [...this.#rows].flatMap(([id, row]): [string, ForeignRow][] => {
        const remaining = new Map([...row].filter(([key, cell]) => isKept(cell, id, key)))
        return remaining.size === row.size ? [] : [[id, remaining]]
      }),
    )
  }

  #replace(rows: readonly [string, ForeignRow][]): void {
    for (const [id, row] of rows)
      if (row.size > 0) this.#rows.set(id, row)
      else this.#rows.delete(id)
    if (rows.length === 0) return
    for (const [id] of rows) this.#listeners.mark(`row ${id}`)
    this.#listeners.mark('totals')
    this.#listeners.flush()
  }
}

/** 系统管理员还有 1 格未保存，未计入; null if there is no foreign cell. */
export function unsavedByOthers(all: readonly ForeignCells[]): string | null {
  const counts = new Map<string, number>()
  for (const cells of all)
    for (const [name, count] of cells.counts) counts.set(name, (counts.get(name) ?? 0) + count)
  if (counts.size === 0) return null
  return `${[...counts].map(([name, count]) => `${name}还有 ${count} 格`).join('、')}未保存，未计入`
}
