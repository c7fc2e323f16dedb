import { ArrowDownOutlined, ArrowUpOutlined, CloseOutlined } from '@ant-design/icons'
import { useDraggable, useDroppable } from '@dnd-kit/core'
import { Button } from 'antd'
import { type CSSProperties, memo, type RefObject } from 'react'
import type { PlacedBlock } from '#runtime/compile/panel/arrangement.ts'
import { arrangementLimits } from '#runtime/schema/kinds/panel/arrangement.ts'
import { runKey } from '#runtime/ui/commands/run-key.ts'
import { EdgeHandle, WidthHandle } from '#runtime/ui/layout/EdgeHandle.tsx'
import type { PanelFrame } from '../../useBlock.ts'
import { PlacedContent } from '../PlacedContent.tsx'
import { arrangeCommands } from './arrange-commands.ts'
import type { Arranging } from './useArranging.ts'

interface Props {
  block: PlacedBlock
  at: number
  count: number
  columns: number
  frame: PanelFrame | undefined
  grid: RefObject<HTMLDivElement | null>
  isNarrow: boolean
  edits: Pick<Arranging, 'move' | 'resize' | 'stretch' | 'remove'>
}

/** The pixels of a step of the height. */
const STEP = 96

/** A block of the page that is being arranged: dragged, resized, or both by keys; on a phone moved up and down. */
export function ArrangeCell({ block, at, count, columns, frame, grid, isNarrow, edits }: Props) {
  const { key, title, span, height = 0 } = block
  const drag = useDraggable({ id: key })
  const drop = useDroppable({ id: key })
  const { move, resize, stretch, remove } = edits
  const heightText = height === 0 ? '随内容' : `${height} 格`
  return (
    <div
      ref={drop.setNodeRef}
      className="pro-place pro-arranged"
      data-sized={height > 0 || undefined}
      data-over={(drop.isOver && !drag.isDragging) || undefined}
      data-dragged={drag.isDragging || undefined}
      style={{ '--span': span, '--order': at, '--height': height } as CSSProperties}
    >
      <div className="pro-arranged-bar">
        <button
          type="button"
          ref={drag.setNodeRef}
          {...(isNarrow ? {} : drag.listeners)}
          className="pro-arranged-press"
          aria-label={`${title}，第 ${at + 1} 块，宽 ${span} 列，高${heightText}`}
          data-at={at}
          onKeyDown={(event) =>
            runKey(arrangeCommands, { at, span, height, edits: { move, resize, remove }, stretch }, event)
          }
        >
          {title}
        </button>
        {isNarrow && (
          <>
            <Button
              type="text"
              aria-label={`上移${title}`}
              icon={<ArrowUpOutlined aria-hidden />}
              disabled={at === 0}
              onClick={() => move(at, at - 1)}
            />
            <Button
              type="text"
              aria-label={`下移${title}`}
              icon={<ArrowDownOutlined aria-hidden />}
              disabled={at === count - 1}
              onClick={() => move(at, at + 1)}
            />
          </>
        )}
        <Button
          type="text"
          aria-label={`去掉${title}`}
          icon={<CloseOutlined aria-hidden />}
          onClick={() => remove(at)}
        />
      </div>
      {/* The block itself takes no press and no focus: its links would leave the page. */}
      {!isNarrow && (
        <>
          <div className="pro-arranged-drawn" inert>
            <Drawn block={block} frame={frame} />
          </div>
          <WidthHandle
            title={title}
            span={span}
            columns={columns}
            grid={grid}
            onResize={(size) => resize(at, size)}
          />
          <EdgeHandle
            edge="bottom"
            label={`${title}的高度`}
            size={height}
            least={0}
            most={arrangementLimits.height}
            text={heightText}
            getStep={() => STEP}
            onResize={(size) => stretch(at, size)}
          />
        </>
      )}
    </div>
  )
}

/** The content, drawn again only when the block or its panel changes. */
const Drawn = memo(
  PlacedContent,
  (before, after) => before.block.content === after.block.content && before.frame === after.frame,
)
