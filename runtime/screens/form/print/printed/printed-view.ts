import type { PrintedBlock } from '#runtime/record/print/printed-block.ts'

export interface PrintedProps<T extends PrintedBlock['type']> {
  block: Extract<PrintedBlock, { type: T }>
  institution?: string
}
