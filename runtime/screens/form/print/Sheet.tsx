import type { ComponentType } from 'react'
import type { PrintedBlock } from '#runtime/record/print/printed-block.ts'
import type { PrintedProps } from './printed/printed-view.ts'
import { printedViews } from './printed-views.ts'
import './sheet.css'

interface Props {
  blocks: readonly PrintedBlock[]
  institution?: string
  /** How often the content is drawn, one below the other. */
  copies?: number
}

/** The content of one record or one list, as it is on paper or on a label. */
export function Sheet({ blocks, institution, copies = 1 }: Props) {
  return Array.from({ length: copies }, (_, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: equal copies, in a fixed number
    <article key={at} className="pro-print-copy">
      {blocks.map((block, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a template have a fixed order
        <SheetBlock key={place} block={block} institution={institution} />
      ))}
    </article>
  ))
}

export function SheetBlock({ block, institution }: PrintedProps<PrintedBlock['type']>) {
  const View = printedViews[block.type] as ComponentType<PrintedProps<PrintedBlock['type']>>
  return <View block={block} institution={institution} />
}
