import type { GridController } from '../controller/GridController.ts'
import type { Active } from '../state/active-cell.ts'
import { pickerOfCount } from './after-pick.ts'

/** A scanner types its code and Enter at a pace that nobody types at. */
const MIN_LENGTH = 6
const MAX_MS_PER_KEY = 60

type Key = Pick<KeyboardEvent, 'key' | 'timeStamp' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** Recognises the codes of a bar code scanner among the keys typed into one cell after the other. */
export class ScanReader {
  #cell = ''
  #text = ''
  #begun = 0
  #last = 0

  /** Notes a key that is typed into a cell. Returns the code if the key is the Enter that ends a scan. */
  read({ key, timeStamp, ...modifiers }: Key, cell: string): string | null {
    if (key === 'Shift') return null
    const { ctrlKey, metaKey, altKey } = modifiers
    const isLetter = key.length === 1 && !ctrlKey && !metaKey && !altKey
    const follows = cell === this.#cell && timeStamp - this.#last <= 4 * MAX_MS_PER_KEY
    const text = follows ? this.#text : ''
    const isScan =
      key === 'Enter' && text.length >= MIN_LENGTH && timeStamp - this.#begun <= text.length * MAX_MS_PER_KEY
    if (text === '') this.#begun = timeStamp
    this.#cell = cell
    this.#last = timeStamp
    this.#text = isLetter ? text + key : ''
    return isScan ? text : null
  }
}

/**
 * Codes scanned in the cell that counts the pick before: such a code is no count but the next record, for which the last
 * row is used if it is blank, else a new one. Returns whether the key ended a scan.
 */
export function scanKey(key: Key, now: Active, grid: GridController, reader: ScanReader): boolean {
  const picker = pickerOfCount(grid, now.key)
  if (!picker) return false
  const { store, active, cursor } = grid
  const code = reader.read(key, `${now.rowId} ${now.key}`)
  const isLastBlank = () => {
    const last = store.rows.at(-1)
    return last !== undefined && store.filledRows.at(-1) !== last && !store.pending.has(last.id)
  }
  if (code === null || !(grid.canAppend || isLastBlank())) return false
  cursor.close()
  if (now.step !== null) store.cancel(now.step)
  if (!isLastBlank()) grid.append()
  const row = store.rows.at(-1)
  if (!row) return true
  active.willScan = code
  cursor.go(row.id, picker.key, true)
  return true
}
