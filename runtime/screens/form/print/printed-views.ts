import type { ComponentType } from 'react'
import type { PrintedBlock } from '#runtime/record/print/printed-block.ts'
import { PrintedBarcode } from './printed/PrintedBarcode.tsx'
import { PrintedFields } from './printed/PrintedFields.tsx'
import { PrintedPageBreak } from './printed/PrintedPageBreak.tsx'
import { PrintedPicture } from './printed/PrintedPicture.tsx'
import { PrintedQrCode } from './printed/PrintedQrCode.tsx'
import { PrintedSignatures } from './printed/PrintedSignatures.tsx'
import { PrintedTable } from './printed/PrintedTable.tsx'
import { PrintedText } from './printed/PrintedText.tsx'
import { PrintedTitle } from './printed/PrintedTitle.tsx'
import type { PrintedProps } from './printed/printed-view.ts'

type PrintedViews = { readonly [T in PrintedBlock['type']]: ComponentType<PrintedProps<T>> }

/** The component of each type of printed blocks. */
export const printedViews: PrintedViews = {
  title: PrintedTitle,
  text: PrintedText,
  fields: PrintedFields,
  table: PrintedTable,
  signatures: PrintedSignatures,
  barcode: PrintedBarcode,
  qr: PrintedQrCode,
  picture: PrintedPicture,
  pageBreak: PrintedPageBreak,
}
