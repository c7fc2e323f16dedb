import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { type CSSProperties, Suspense, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { placeBlocks } from '#runtime/compile/panel/arrangement.ts'
import { DEFAULT_COLUMNS, type PanelCard } from '#runtime/compile/panel/panel.ts'
import { arrangementQuery } from '#runtime/data/arrangements.ts'
import { type ArrangedBlock, readArrangement } from '#runtime/schema/kinds/panel/arrangement.ts'
import type { PanelDocument } from '#runtime/schema/kinds/panel/shape.ts'
import { useServices } from '#runtime/services/services.tsx'
import { LoadFailure } from '#runtime/ui/errors/LoadFailure.tsx'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { StateNote } from '#runtime/ui/state/StateNote.tsx'
import { PanelGrid } from '../PanelGrid.tsx'
import type { PanelFrame } from '../useBlock.ts'
import { PlacedContent } from './PlacedContent.tsx'
import { useOrigins, useOtherPanels } from './useOrigins.ts'
import '../panel.css'
import './personal.css'

const Arranger = lazyPart(async () => (await import('./arrange/Arranger.tsx')).Arranger)

interface Props {
  panel: PanelDocument
  frame: PanelFrame
  /** The cards of the panel as its document arranges them. */
  places: readonly PanelCard[]
  /** The place for buttons in the head of the page. */
  slot: HTMLElement | null
}

/** A panel as the user arranged it, else as its document does; the user may arrange it. */
export function Personal({ panel, frame, places, slot }: Props) {
  const { http } = useServices()
  const [isArranging, setArranging] = useState(false)
  const wasArranging = useRef(false)
  const { data: stored, error, refetch } = useQuery(arrangementQuery(http, panel.id))
  const arrangement = useMemo(() => readArrangement(stored), [stored])
  if (stored === undefined && !error) return <div className="pro-panel-grid" aria-busy="true" />
  if (isArranging)
    return (
      <Suspense fallback={<div className="pro-panel-grid" aria-busy="true" />}>
        <Arranger
          panel={panel}
          frame={frame}
          arrangement={arrangement}
          isStored={stored !== null}
          slot={slot}
          onClose={() => setArranging(false)}
        />
      </Suspense>
    )
  const grid = <PanelGrid title={panel.title} columnCount={panel.columnCount} places={places} />
  const open = () => {
    wasArranging.current = true
    setArranging(true)
  }
  return (
    <>
      {slot &&
        createPortal(
          // The button has the focus again after the mode that it opened.
          <Button
            autoFocus={wasArranging.current}
            disabled={error !== null && stored === undefined}
            onClick={open}
          >
            自定义
          </Button>,
          slot,
        )}
      {arrangement ? (
        <PlacedGrid panel={panel} frame={frame} blocks={arrangement.blocks} />
      ) : (
        <>
          {error && stored === undefined && (
            <Notice text="您排的内容没有加载出来，先显示默认的。" onRetry={() => void refetch()} />
          )}
          {stored !== null && stored !== undefined && (
            <Notice text="您排的内容已读不出来，显示的是默认的，可以重新自定义。" />
          )}
          {grid}
        </>
      )}
    </>
  )
}

const Notice = ({ text, onRetry }: { text: string; onRetry?: () => void }) => (
  <Alert
    className="pro-personal-notice"
    type="warning"
    showIcon
    message={text}
    action={
      onRetry && (
        <Button size="small" type="link" onClick={onRetry}>
          再试一次
        </Button>
      )
    }
  />
)

interface GridProps {
  panel: PanelDocument
  frame: PanelFrame
  blocks: readonly ArrangedBlock[]
}

function PlacedGrid({ panel, frame, blocks }: GridProps) {
  const panels = useOtherPanels(panel)
  const others = useMemo(() => {
    const used = new Set(blocks.map((block) => block.panel))
    return panels.filter(({ id }) => used.has(id))
  }, [panels, blocks])
  const { origins, isLoading, error, again } = useOrigins(panel, frame, others)
  const columns = panel.columnCount ?? DEFAULT_COLUMNS
  const { placed } = useMemo(() => placeBlocks(blocks, origins, columns), [blocks, origins, columns])
  if (error)
    return (
      <div className="pro-sheet">
        <LoadFailure title={`「${panel.title}」没有加载出来`} error={error} onRetry={again} />
      </div>
    )
  if (isLoading) return <div className="pro-panel-grid" aria-busy="true" />
  if (placed.length === 0)
    return (
      <div className="pro-sheet">
        <StateNote title="这里还没有内容" text="点「自定义」添加内容，或恢复成默认的。" />
      </div>
    )
  return (
    <div className="pro-panel-columns">
      <div className="pro-panel-grid" style={{ '--columns': columns } as CSSProperties}>
        {placed.map((block, order) => (
          <div
            key={block.key}
            className="pro-place"
            data-sized={block.height !== undefined || undefined}
            style={{ '--span': block.span, '--order': order, '--height': block.height } as CSSProperties}
          >
            <PlacedContent block={block} frame={origins.get(block.panel)?.frame} />
          </div>
        ))}
      </div>
    </div>
  )
}
