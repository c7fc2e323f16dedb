import { ReloadOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { type CSSProperties, Suspense, useMemo, useState } from 'react'
import type { PanelCard } from '#runtime/compile/panel/panel.ts'
import { Dictionaries } from '#runtime/contract/Dictionaries.tsx'
import type { PanelDocument } from '#runtime/schema/kinds/panel/shape.ts'
import { useDocumentTools } from '#runtime/services/useDocumentTools.ts'
import { InlineErrorBoundary } from '#runtime/ui/errors/InlineErrorBoundary.tsx'
import { useNarrow } from '#runtime/ui/layout/useNarrow.ts'
import { StateNote } from '#runtime/ui/state/StateNote.tsx'
import { QueryBar } from '../list-kit/query/QueryBar.tsx'
import { BlockView } from './BlockView.tsx'
import { Greeting } from './Greeting.tsx'
import { PanelContext, type PanelFrame } from './useBlock.ts'
import { useFilters } from './useFilters.ts'
import { usePanel } from './usePanel.ts'
import '../list-kit/list.css'
import { LoadFailure } from '#runtime/ui/errors/LoadFailure.tsx'

/** Blocks over lists, reports and calls; each loads, fails and retries on its own. */
export function PanelScreen({ document: panel }: { document: PanelDocument }) {
  const filters = useFilters(panel)
  const { params, paramKeys, select } = filters
  const { places, isLoading, error, again, refresh } = usePanel(panel, params)
  const DocumentTools = useDocumentTools()
  const narrow = useNarrow()
  const [waiting, reportWaiting] = useState(0)
  const frame = useMemo((): PanelFrame => {
    const refresh = panel.refresh === undefined ? (false as const) : panel.refresh * 1000
    return { id: panel.id, refresh, reportWaiting, params, paramKeys, select }
  }, [panel.id, panel.refresh, params, paramKeys, select])
  if (isLoading) return <div className="pro-panel" aria-busy="true" />
  if (error)
    return (
      <div className="pro-sheet">
        <LoadFailure title={`「${panel.title}」没有加载出来`} error={error} onRetry={again} />
      </div>
    )
  return (
    <PanelContext.Provider value={frame}>
      <div className="pro-panel">
        <header className="pro-panel-head">
          {panel.greeting ? <Greeting waiting={waiting} /> : <h1>{panel.title}</h1>}
          {DocumentTools && (
            <Suspense>
              <DocumentTools code={panel.id} title={panel.title} />
            </Suspense>
          )}
          <Tooltip title="刷新">
            <Button type="text" aria-label="刷新" icon={<ReloadOutlined aria-hidden />} onClick={refresh} />
          </Tooltip>
        </header>
        {filters.items.length > 0 && (
          <div className="pro-panel-filters">
            <Dictionaries codes={filters.needs}>
              <QueryBar
                items={filters.items}
                conditions={filters.conditions}
                onSearch={filters.search}
                onReset={filters.reset}
                stacked={narrow}
              />
            </Dictionaries>
          </div>
        )}
        {places.length === 0 && (
          <div className="pro-sheet">
            <StateNote
              title="没有可以查看的内容"
              text={`「${panel.title}」里的内容都需要授权，请联系管理员。`}
            />
          </div>
        )}
        <div className="pro-panel-columns" data-side={places.some(({ isAside }) => isAside) || undefined}>
          <div className="pro-panel-grid" style={{ '--columns': panel.columnCount ?? 24 } as CSSProperties}>
            {places.map(
              (place, order) => !place.isAside && <Sheet key={place.key} place={place} order={order} />,
            )}
          </div>
          <div className="pro-panel-side">
            {places.map(
              (place, order) => place.isAside && <Sheet key={place.key} place={place} order={order} />,
            )}
          </div>
        </div>
      </div>
    </PanelContext.Provider>
  )
}

/** A grid cell of the panel; `order` is its position in a one-column layout. */
const Sheet = ({ place: { span, lines }, order }: { place: PanelCard; order: number }) => (
  <div className="pro-place" style={{ '--span': span, '--order': order } as CSSProperties}>
    {lines.map((line, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: lines have the order of the document and no names
      <div key={at} className="pro-line">
        {line.map((block, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks have the order of the document and no names
          <InlineErrorBoundary key={index} title={block.title ? `「${block.title}」` : ''}>
            <BlockView block={block} />
          </InlineErrorBoundary>
        ))}
      </div>
    ))}
  </div>
)
