import type { Placed, Row } from '../changes/command-log.ts'

/**
 * Rows in order with their positions by id. Replacing a row costs O(1). Positions are indexed from the top only as
 * far as they were requested, so neither opening a long document nor an insert indexes all rows at once.
 */
export class RowList {
  #rows: Row[]
  /** Valid only if the row is at that position: moved rows are indexed again on request. */
  readonly #places = new Map<string, number>()
  /** Rows before this position are indexed. */
  #numbered = 0

  constructor(rows: readonly Row[]) {
    this.#rows = [...rows]
  }

  get rows(): readonly Row[] {
    return this.#rows
  }

  get(id: string): Row | undefined {
    return this.#rows[this.indexOf(id)]
  }

  /** -1 for an unknown id. */
  indexOf(id: string): number {
    const index = this.#places.get(id)
    if (index !== undefined && this.#rows[index]?.id === id) return index
    while (this.#numbered < this.#rows.length) {
      const place = this.#numbered++
      const at = (this.#rows[place] as Row).id
      this.#places.set(at, place)
      if (at === id) return place
    }
    return -1
  }

  replace(row: Row): void {
    const place = this.indexOf(row.id)
    if (place >= 0) this.#rows[place] = row
  }

  /** Positions ascend and are final positions. */
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

  /** Returns the removed rows. */
  remove(ids: ReadonlySet<string>): Row[] {
    const removed = this.#rows.filter((row) => ids.has(row.id))
    this.#rows = this.#rows.filter((row) => !ids.has(row.id))
    for (const row of removed) this.#places.delete(row.id)
    this.#renumber(0)
    return removed
  }

  move(from: number, to: number): void {
    const [row] = this.#rows.splice(from, 1)
    if (row) this.#rows.splice(to, 0, row)
    this.#renumber(Math.min(from, to))
  }

  /** Puts the named rows into this order; other rows stay after them. */
  order(ids: readonly string[]): void {
    const rank = new Map(ids.map((id, place) => [id, place]))
    const last = ids.length
    this.#rows = [...this.#rows].sort((a, b) => (rank.get(a.id) ?? last) - (rank.get(b.id) ?? last))
    this.#renumber(0)
  }

  #renumber(from: number): void {
    this.#numbered = Math.min(this.#numbered, from)
  }
}
