import type { PrintBlock } from '#runtime/schema/kinds/print/shape.ts'
import type { PrintedBlock } from '../printed-block.ts'
import type { Printer } from '../printer.ts'

/** How a print block becomes what is drawn on paper. */
export interface BlockPlan<B extends PrintBlock = PrintBlock> {
  /** It prints the moves of the record, which have to be read. */
  needsMoves?: boolean
  /** The drawn blocks with the texts of a record; none where there is nothing to print. */
  compile(block: B, printer: Printer): PrintedBlock[]
}

/** The plan of the print blocks of the type `T`. */
export type PrintBlockPlan<T extends PrintBlock['type']> = BlockPlan<Extract<PrintBlock, { type: T }>>
