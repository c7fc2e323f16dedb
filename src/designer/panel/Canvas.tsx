import { useDroppable } from '@dnd-kit/core'
import { type CSSProperties, useMemo, useRef } from 'react'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { blockTitle } from '#runtime/schema/kinds/panel/blocks/plans.ts'
import type { BlockEdits } from '#runtime/screens/panel/block-commands.ts'
import { PanelContext } from '#runtime/screens/panel/useBlock.ts'
import { WidthHandle } from '#runtime/ui/layout/EdgeHandle.tsx'
import { useSize } from '#runtime/ui/layout/useSize.ts'
import { StateNote } from '#runtime/ui/state/StateNote.tsx'
import { BlockCell, placeName } from './BlockCell.tsx'
import { listBlocks } from './block-edit.ts'
import { type Card, countColumns, listCards } from './panel-grid.ts'

interface Props {
  panel: JsonObject
  selected: number | null
  /** The positions of blocks with problems. */
  faulty: ReadonlySet<number>
  edits: BlockEdits
}

/** The width of a page of staff that shows a panel, in pixels. */
const PAGE_WIDTH = 960

/** Blocks of a draft are loaded on their own, apart from the served panel, and only once. */
const frame = { id: 'designer', refresh: false, params: {} } as const

/** The grid of a panel with its blocks over real data. */
export function Canvas({ panel, selected, faulty, edits }: Props) {
  const [pane, { width }] = useSize<HTMLDivElement>()
  const scale = width === 0 ? 1 : Math.min(1, width / PAGE_WIDTH)
  const grid = useRef<HTMLDivElement>(null)
  const columns = countColumns(panel)
  const count = listBlocks(panel).length
  const end = useDroppable({ id: placeName(count) })
  const cards = useMemo(() => listCards(panel), [panel])
  const draw = (card: Card) => {
    const first = card.lines[0]?.[0]
    return (
      <div
        key={first?.at}
        className="pro-place view-panel-place"
        style={{ '--span': card.span } as CSSProperties}
      >
        {card.lines.map((line) => (
          <div key={line[0]?.at} className="pro-line">
            {line.map(({ block, at }) => (
              <BlockCell
                key={at}
                block={block}
                at={at}
                span={card.span}
                isSelected={at === selected}
                isFaulty={faulty.has(at)}
                edits={edits}
              />
            ))}
          </div>
        ))}
        {first && !card.isAside && (
          <WidthHandle
            title={blockTitle(first.block)}
            span={card.span}
            columns={columns}
            grid={grid}
            onResize={(span) => edits.resize(first.at, span)}
          />
        )}
      </div>
    )
  }
  return (
    <PanelContext.Provider value={frame}>
      <div ref={pane}>
        <div className="view-panel-canvas" style={{ '--scale': scale } as CSSProperties}>
          <div className="pro-panel-columns" data-side={cards.some(({ isAside }) => isAside) || undefined}>
            <div ref={grid} className="pro-panel-grid" style={{ '--columns': columns } as CSSProperties}>
              {cards.filter(({ isAside }) => !isAside).map(draw)}
              <div ref={end.setNodeRef} className="view-panel-end" data-over={end.isOver || undefined}>
                {count === 0 && <StateNote title="还没有板块" text="在左边选一种，或拖到这里。" />}
              </div>
            </div>
            {cards.some(({ isAside }) => isAside) && (
              <div className="pro-panel-side">{cards.filter(({ isAside }) => isAside).map(draw)}</div>
            )}
          </div>
        </div>
      </div>
    </PanelContext.Provider>
  )
}
