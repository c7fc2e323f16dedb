import type { Placed, Row } from './command-log.ts'

/** Rows in order with their places by id. A replaced row costs O(1); inserts, removes and moves renumber what follows. */
export class RowList {
  #rows: Row[]
  #places = new Map<string, number>()

  constructor(rows: readonly Row[]) {
    this.#rows = [...rows]
    this.#renumber(0)
  }

  get rows(): readonly Row[] {
    return this.#rows
  }

  get(id: string): Row | undefined {
    const place = this.#places.get(id)
    return place === undefined ? undefined : this.#rows[place]
  }

  indexOf(id: string): number {
    return this.#places.get(id) ?? -1
  }

  replace(row: Row): void {
    const place = this.#places.get(row.id)
    if (place !== undefined) this.#rows[place] = row
  }

  /** Each row ends at its place; places ascend. */
  insert(placed: readonly Placed[]): void {
    const result: Row[] = []
    let next = 0
    for (const { at, row } of placed) {
      while (result.length < at && next < this.#rows.length) result.push(this.#rows[next++] as Row)
      result.push(row)
    }
    this.#rows = result.concat(this.#rows.slice(next))
    this.#renumber(placed[0]?.at ?? 0)
  }

  /** Answers the rows as they were when they left. */
  remove(ids: ReadonlySet<string>): Row[] {
    const gone = this.#rows.filter((row) => ids.has(row.id))
    this.#rows = this.#rows.filter((row) => !ids.has(row.id))
    for (const row of gone) this.#places.delete(row.id)
    this.#renumber(0)
    return gone
  }

  move(from: number, to: number): void {
    const [row] = this.#rows.splice(from, 1)
    if (row) this.#rows.splice(to, 0, row)
    this.#renumber(Math.min(from, to))
  }

  /** Puts the named rows in this order; rows it does not name stay behind them as they were. */
  order(ids: readonly string[]): void {
    const rank = new Map(ids.map((id, place) => [id, place]))
    const last = ids.length
    this.#rows = [...this.#rows].sort((a, b) => (rank.get(a.id) ?? last) - (rank.get(b.id) ?? last))
    this.#renumber(0)
  }

  #renumber(from: number): void {
    const start = Math.min(from, this.#rows.length)
    for (let index = start; index < this.#rows.length; index += 1)
      this.#places.set((this.#rows[index] as Row).id, index)
  }
}
