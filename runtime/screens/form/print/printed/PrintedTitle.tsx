import type { Stamp } from '#runtime/record/print/printed-block.ts'
import type { PrintedProps } from './printed-view.ts'

export const PrintedTitle = ({ block, institution }: PrintedProps<'title'>) => (
  <header className="pro-print-title">
    {institution !== undefined && <p>{institution}</p>}
    <h1>{block.title}</h1>
    {block.stamp && <StampMark stamp={block.stamp} />}
  </header>
)

const StampMark = ({ stamp }: { stamp: Stamp }) => (
  <span className="pro-print-stamp" data-initial={stamp.isInitial || undefined}>
    <b>{stamp.text}</b>
    {stamp.note !== '' && <small>{stamp.note}</small>}
  </span>
)
