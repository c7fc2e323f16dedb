/** The active cell. `step` names the editing in progress: its changes are one undo step. */
export interface Active {
  readonly rowId: string
  readonly key: string
  readonly step: string | null
}

let steps = 0
/** A name for the next undo step. */
export const newStep = (action: 'edit' | 'pick'): string => {
  steps += 1
  return `${action} ${steps}`
}

/** The active cell of one table; rows subscribe to their own cells only, so moving the cursor draws two rows. */
export class ActiveCell {
  #active: Active | null = null
  readonly #listeners = new Set<() => void>()
  /** The editor was opened by typing: until F2 or a click in it, arrow keys leave it as in a spreadsheet. */
  isEntering = false
  /** The editor was opened for browsing: a picker opens its dialog. */
  isBrowsing = false
  /** The next editor is opened for browsing. */
  willBrowse = false
  /** The scanned code with which the editor was opened, and that of the next one. */
  scannedCode: string | null = null
  willScan: string | null = null
  /** What a command did out of sight; shown until the cursor moves or something is typed. */
  notice: string | null = null
  /** The column in which a run of Tabs began; Enter continues below it. */
  tabbedFrom: string | null = null

  get = (): Active | null => this.#active

  /** The active cell if it is in this row. */
  inRow = (rowId: string): Active | null => (this.#active?.rowId === rowId ? this.#active : null)

  /** Moves the cursor, with or without opening the editor of the cell. */
  set(rowId: string, key: string, isEditing: boolean): void {
    const same = this.#active?.rowId === rowId && this.#active.key === key
    if (same && (this.#active?.step !== null) === isEditing) return
    this.isEntering = false
    this.isBrowsing = isEditing && this.willBrowse
    this.willBrowse = false
    this.scannedCode = isEditing ? this.willScan : null
    this.willScan = null
    if (!same || isEditing) this.notice = null
    if (!same) this.tabbedFrom = null
    this.#active = { rowId, key, step: isEditing ? newStep('edit') : null }
    this.#notify()
  }

  /** A save stored the row of the active cell under another id: an open editor stays open. */
  rename(rowId: string): void {
    if (this.#active) this.#active = { ...this.#active, rowId }
    this.#notify()
  }

  say(notice: string): void {
    this.notice = notice
    this.#notify()
  }

  clear(): void {
    this.#active = null
    this.#notify()
  }

  #notify(): void {
    for (const listener of [...this.#listeners]) listener()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
