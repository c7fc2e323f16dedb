import { useDraggable, useDroppable } from '@dnd-kit/core'
import { memo } from 'react'
import type { JsonObject } from '#runtime/kernel/json.ts'
import type { PrintedBlock } from '#runtime/record/print/printed-block.ts'
import { SheetBlock } from '#runtime/screens/form/print/Sheet.tsx'
import { runKey } from '#runtime/ui/commands/run-key.ts'
import { InlineErrorBoundary } from '#runtime/ui/errors/InlineErrorBoundary.tsx'
import { type PrintBlockContext, printCommands } from '../commands/print-commands.ts'
import { printBlockTitle } from './print-edit.ts'

interface Props extends PrintBlockContext {
  block: JsonObject
  /** What the block prints of the record. */
  printed: readonly PrintedBlock[]
  institution?: string
  isSelected: boolean
  isFaulty: boolean
  onSelect(at: number): void
}

/** A block on the paper: printed with the record, selected, dragged, and moved by keys. Its frame takes no place. */
export function PaperBlock(props: Props) {
  const { block, at, count, edits, printed, institution, isSelected, isFaulty, onSelect } = props
  const drag = useDraggable({ id: `block:${at}` })
  const drop = useDroppable({ id: `at:${at}` })
  const title = printBlockTitle(block)
  // A field goes into the block, a block before it.
  const over = String(drop.active?.id).startsWith('field:') ? 'into' : 'before'
  const isBlank = printed.length === 0 || printed.every(({ type }) => type === 'pageBreak')
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button is not broken at the end of a page
    <div
      ref={(node) => {
        drag.setNodeRef(node)
        drop.setNodeRef(node)
      }}
      {...drag.listeners}
      role="button"
      tabIndex={0}
      className="view-print-block"
      aria-label={`${title}，第 ${at + 1} 块，共 ${count} 块`}
      aria-pressed={isSelected}
      data-at={at}
      data-blank={isBlank || undefined}
      data-selected={isSelected || undefined}
      data-faulty={isFaulty || undefined}
      data-over={drop.isOver && !drag.isDragging ? over : undefined}
      data-dragged={drag.isDragging || undefined}
      onClick={() => onSelect(at)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' || event.key === ' ') {
          event.preventDefault()
          onSelect(at)
        } else runKey(printCommands, { at, count, edits }, event)
      }}
    >
      <Printed printed={printed} institution={institution} title={title} />
      {isBlank && (
        <span className="view-print-blank">
          {title}
          {printed.length === 0 && '（这条记录不印）'}
        </span>
      )}
    </div>
  )
}

interface PrintedProps extends Pick<Props, 'printed' | 'institution'> {
  title: string
}

/** The content takes no press. */
const Printed = memo(function Printed({ printed, institution, title }: PrintedProps) {
  return (
    <div inert>
      <InlineErrorBoundary title={`「${title}」`} stamp={JSON.stringify(printed)}>
        {printed.map((block, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a block have a fixed order
          <SheetBlock key={at} block={block} institution={institution} />
        ))}
      </InlineErrorBoundary>
    </div>
  )
})
