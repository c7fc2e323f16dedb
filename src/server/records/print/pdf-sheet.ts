import type { PrintedBlock } from '#runtime/record/print/print-record.ts'

/** A printed record as the drawing thread receives it: structured data without functions. */
export interface PdfSheet {
  /** The title in the properties of the file. */
  name: string
  institution: string
  /** The paper as documents write it: `A4 landscape`, `label 60x40 mm`. */
  page: string
  copies: number
  blocks: readonly PrintedBlock[]
  /** The user and the time, in the footer. */
  note: string
}

/** Milliseconds for one file. */
export const MAX_DRAW_TIME = 30_000
/** Megabytes of the thread's heap: a bill of 4,000 rows takes about 200. */
export const MAX_DRAW_MEMORY_MB = 512
