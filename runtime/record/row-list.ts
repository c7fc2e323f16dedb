import type { Placed, Row } from './command-log.ts'

/**
 * Rows in order with their places by id. A replaced row costs O(1). Places are numbered from the top as far as somebody
 * asked for them, so neither opening a long bill nor an insert counts all of its rows at once.
 */
export class RowList {
  #rows: Row[]
  /** Right for a row only where that row stands there: what moved is numbered anew when it is asked for. */
  readonly #places = new Map<string, number>()
  /** Rows before this place are numbered. */
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

  /** -1 for an id that no row has. */
  indexOf(id: string): number {
    const known = this.#places.get(id)
    if (known !== undefined && this.#rows[known]?.id === id) return known
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
    this.#numbered = Math.min(this.#numbered, from)
  }
}
