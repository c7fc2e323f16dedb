/** Bounds of a workbook that is read: checked before or while it is unpacked, in a thread of its own. */
export const MAX_FILE_BYTES = 20 * 1024 * 1024
export const MAX_SHEET_ROWS = 20_000
export const MAX_SHEET_COLUMNS = 200
export const MAX_UNPACKED_BYTES = 100 * 1024 * 1024
/** Files that unpack to little are not compared with their packed size: tables repeat themselves. */
export const MIN_BOMB_BYTES = 10 * 1024 * 1024
export const MAX_RATIO = 100
export const MAX_ENTRIES = 1000
/** Texts that a workbook keeps once for all its cells, used or not: 50 columns of the longest sheet. */
export const MAX_SHARED_TEXTS = 1_000_000
export const MAX_READ_MS = 30_000
/** The heap of the thread; the unpacked parts of a workbook are outside of it. */
export const MAX_READ_MEMORY_MB = 320

/** The reason why a workbook is not read. */
export type ReadFault =
  | 'type'
  | 'encrypted'
  | 'size'
  | 'texts'
  | 'memory'
  | 'rows'
  | 'columns'
  | 'markup'
  | 'damaged'
  | 'time'

export class ReadError extends Error {
  constructor(readonly fault: ReadFault) {
    super(fault)
  }
}

/** The cells of a visible sheet as texts: rows from the first one of the sheet, without blank tails. */
export interface SheetTexts {
  name: string
  rows: string[][]
}

/** The messages of the reading thread, in this order. */
export type ReadMessage =
  | { kind: 'sheet'; name: string }
  | { kind: 'rows'; rows: string[][] }
  | { kind: 'end' }
  | { kind: 'fault'; fault: ReadFault }
