import { isJsonObject } from '#runtime/kernel/json.ts'
import { barcodeShape } from './barcode.ts'
import type { PrintBlockOf, PrintBlockShape } from './block-shape.ts'
import { fieldsShape } from './fields.ts'
import { movesShape } from './moves.ts'
import { pageBreakShape } from './page-break.ts'
import { pictureShape } from './picture.ts'
import { qrShape } from './qr.ts'
import { signaturesShape } from './signatures.ts'
import { tableShape } from './table.ts'
import { textShape } from './text.ts'
import { titleShape } from './title.ts'

/** The language of all print blocks, in the order in which the guide lists them. */
export const printBlockShapes = [
  titleShape,
  textShape,
  fieldsShape,
  tableShape,
  movesShape,
  signaturesShape,
  barcodeShape,
  qrShape,
  pictureShape,
  pageBreakShape,
] as const

export type PrintBlock = PrintBlockOf<(typeof printBlockShapes)[number]>

/** The language of a written block; undefined for an unknown `type`. */
export const findPrintBlockShape = (block: unknown): PrintBlockShape | undefined =>
  isJsonObject(block) ? printBlockShapes.find(({ name }) => name === block.type) : undefined
