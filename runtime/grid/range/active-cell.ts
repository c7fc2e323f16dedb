/** Where the cursor stands. `step` names the editing in progress: its changes are one undo step. */
export interface Active {
  readonly rowId: string
  readonly key: string
  readonly step: string | null
}

let steps = 0

/** The active cell of one table; rows hear only of their own, so moving the cursor draws two rows. */
export class ActiveCell {
  #active: Active | null = null
  readonly #listeners = new Set<() => void>()
  /** The editor was opened by typing: until F2 or a press in it arrows leave it, as in a spreadsheet. */
  isEntering = false
  /** The column in which a run of Tabs began; Enter goes on below it. */
  tabbedFrom: string | null = null

  get = (): Active | null => this.#active

  /** The active cell if it stands in this row. */
  inRow = (rowId: string): Active | null => (this.#active?.rowId === rowId ? this.#active : null)

  /** Moves the cursor, with or without opening the cell's editor. */
  set(rowId: string, key: string, isEditing: boolean): void {
    const same = this.#active?.rowId === rowId && this.#active.key === key
    if (same && (this.#active?.step !== null) === isEditing) return
    if (isEditing) steps += 1
    this.isEntering = false
    if (!same) this.tabbedFrom = null
    this.#active = { rowId, key, step: isEditing ? `edit ${steps}` : null }
    for (const listener of [...this.#listeners]) listener()
  }

  clear(): void {
    this.#active = null
    for (const listener of [...this.#listeners]) listener()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
