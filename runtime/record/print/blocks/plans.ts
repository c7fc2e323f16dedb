import type { PrintBlock } from '#runtime/schema/kinds/print/shape.ts'
import { barcodePlan } from './barcode.ts'
import type { BlockPlan, PrintBlockPlan } from './block-plan.ts'
import { fieldsPlan } from './fields.ts'
import { movesPlan } from './moves.ts'
import { pageBreakPlan } from './page-break.ts'
import { picturePlan } from './picture.ts'
import { qrPlan } from './qr.ts'
import { signaturesPlan } from './signatures.ts'
import { tablePlan } from './table.ts'
import { textPlan } from './text.ts'
import { titlePlan } from './title.ts'

type PrintBlockPlans = { readonly [T in PrintBlock['type']]: PrintBlockPlan<T> }

/** How each type of print blocks is printed. */
export const printBlockPlans: PrintBlockPlans = {
  title: titlePlan,
  text: textPlan,
  fields: fieldsPlan,
  table: tablePlan,
  moves: movesPlan,
  signatures: signaturesPlan,
  barcode: barcodePlan,
  qr: qrPlan,
  picture: picturePlan,
  pageBreak: pageBreakPlan,
}

export const getPrintPlan = ({ type }: PrintBlock): BlockPlan => printBlockPlans[type]
