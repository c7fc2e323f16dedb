import type { PrintedBlock } from '#runtime/record/print/printed-block.ts'
import type { Running } from '#runtime/record/print/running.ts'
import type { PageLayout } from '#runtime/schema/kinds/print/page.ts'

/** Printed records as the drawing thread receives them: structured data without functions. */
export interface PdfSheet {
  /** The title in the properties of the file. */
  name: string
  institution: string
  /** The paper with its margins and its labels. */
  layout: PageLayout
  /** How often each record is drawn: one copy below the other, or on so many labels. */
  copies: number
  /** The place of the first label on its sheet, counted from 1. */
  start: number
  /** The records; each starts on a new page, or is a label. */
  records: readonly PdfRecord[]
  /** The printed pictures as data addresses by their paths; a picture that is missing cannot be printed. */
  pictures: Readonly<Record<string, string>>
  /** Pictures as SVG texts by their paths, which the server drew itself. */
  drawings?: Readonly<Record<string, string>>
}

/** What the drawing thread is to do: one PDF file, or its first pages as PNG pictures. */
export interface DrawingOrder {
  sheet: PdfSheet
  asPictures: boolean
}

/** Pages that are drawn as pictures. */
export const MAX_PICTURES = 10

export interface PdfRecord {
  blocks: readonly PrintedBlock[]
  running: Running
}

/** Milliseconds for one file. */
export const MAX_DRAW_MS = 30_000
/** Megabytes of the thread's heap: a bill of 4,000 rows takes about 200. */
export const MAX_DRAW_MEMORY_MB = 512
