import type { PrintedBlock } from '#runtime/record/print/printed-block.ts'

/** Printed records as the drawing thread receives them: structured data without functions. */
export interface PdfSheet {
  /** The title in the properties of the file. */
  name: string
  institution: string
  /** The paper as documents write it: `A4 landscape`, `label 60x40 mm`. */
  page: string
  /** How often each record is drawn, one copy below the other. */
  copies: number
  /** The blocks of each record; a record starts on a new page. */
  records: readonly (readonly PrintedBlock[])[]
  /** The user and the time, in the footer. */
  note: string
}

/** Milliseconds for one file. */
export const MAX_DRAW_MS = 30_000
/** Megabytes of the thread's heap: a bill of 4,000 rows takes about 200. */
export const MAX_DRAW_MEMORY_MB = 512
