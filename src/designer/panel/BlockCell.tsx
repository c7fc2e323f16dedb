import { useDraggable, useDroppable } from '@dnd-kit/core'
import { memo } from 'react'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { blockTitle } from '#runtime/schema/kinds/panel/blocks/plans.ts'
import { BlockView } from '#runtime/screens/panel/BlockView.tsx'
import { type BlockEdits, blockCommands } from '#runtime/screens/panel/block-commands.ts'
import { runKey } from '#runtime/ui/commands/run-key.ts'
import { InlineErrorBoundary } from '#runtime/ui/errors/InlineErrorBoundary.tsx'
import { drawableBlock, missingPart } from './block-types.ts'

interface Props {
  block: JsonObject
  at: number
  span: number
  isSelected: boolean
  isFaulty: boolean
  edits: BlockEdits
}

/** The position before the block at `at`, as a drag names its target. */
export const placeName = (at: number): string => `at:${at}`

/** A block on the grid: drawn with its data, selected, moved and resized by mouse or keys. */
export function BlockCell({ block, at, span, isSelected, isFaulty, edits }: Props) {
  const drag = useDraggable({ id: `block:${at}` })
  const drop = useDroppable({ id: placeName(at) })
  return (
    <div
      ref={drop.setNodeRef}
      className="view-panel-cell"
      data-selected={isSelected || undefined}
      data-faulty={isFaulty || undefined}
      data-over={(drop.isOver && !drag.isDragging) || undefined}
      data-dragged={drag.isDragging || undefined}
    >
      {/* The block itself takes no press and no focus: its links would leave the designer. */}
      <div className="view-panel-drawn" inert>
        <DrawnBlock block={block} />
      </div>
      <button
        type="button"
        ref={drag.setNodeRef}
        {...drag.listeners}
        className="view-panel-press"
        aria-label={`${blockTitle(block)}，第 ${at + 1} 块，宽 ${span} 列`}
        aria-pressed={isSelected}
        data-at={at}
        onClick={() => edits.select(at)}
        onKeyDown={(event) => runKey(blockCommands, { at, span, edits }, event)}
      />
    </div>
  )
}

/** The block with its data; drawn again only when the block changes. */
const DrawnBlock = memo(function DrawnBlock({ block }: { block: JsonObject }) {
  const drawable = drawableBlock(block)
  if (!drawable)
    return (
      <div className="view-panel-blank">
        <b>{blockTitle(block)}</b>
        <span>{missingPart(block)}</span>
      </div>
    )
  return (
    <InlineErrorBoundary title={`「${blockTitle(block)}」`} stamp={JSON.stringify(block)}>
      <BlockView block={drawable} />
    </InlineErrorBoundary>
  )
})
