import { ReloadOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { Suspense, useMemo, useState } from 'react'
import { Dictionaries } from '#runtime/contract/Dictionaries.tsx'
import type { PanelDocument } from '#runtime/schema/kinds/panel/shape.ts'
import { DocumentTools } from '#runtime/services/DocumentTools.tsx'
import { useNarrow } from '#runtime/ui/layout/useNarrow.ts'
import { QueryBar } from '../list-kit/query/QueryBar.tsx'
import { Greeting } from './Greeting.tsx'
import { PanelGrid } from './PanelGrid.tsx'
import { refreshTime } from './panel-filters.ts'
import { PanelTabs } from './tabs/PanelTabs.tsx'
import { PanelContext, type PanelFrame } from './useBlock.ts'
import { useFilters } from './useFilters.ts'
import { usePanel } from './usePanel.ts'
import '../list-kit/list.css'
import { LoadFailure } from '#runtime/ui/errors/LoadFailure.tsx'
import { lazyPart } from '#runtime/ui/lazy.tsx'

const Personal = lazyPart(async () => (await import('./personal/Personal.tsx')).Personal)
const Wall = lazyPart(async () => (await import('./wall/Wall.tsx')).Wall)

/** Blocks over lists, reports and calls; each loads, fails and retries on its own. */
export function PanelScreen({ document: panel }: { document: PanelDocument }) {
  const filters = useFilters(panel)
  const { params, paramKeys, select } = filters
  const { places, isLoading, error, again, refresh } = usePanel(panel, params)
  const narrow = useNarrow()
  const [waiting, reportWaiting] = useState(0)
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  const time = refreshTime(panel)
  const frame = useMemo(
    (): PanelFrame => ({ id: panel.id, refresh: time, reportWaiting, params, paramKeys, select }),
    [panel.id, time, params, paramKeys, select],
  )
  if (isLoading) return <div className="pro-panel" aria-busy="true" />
  if (error)
    return (
      <div className="pro-sheet">
        <LoadFailure title={`「${panel.title}」没有加载出来`} error={error} onRetry={again} />
      </div>
    )
  if (panel.wall && !narrow)
    return (
      <PanelContext.Provider value={frame}>
        <Suspense fallback={<div className="pro-panel" aria-busy="true" />}>
          <Wall panel={panel} places={places} />
        </Suspense>
      </PanelContext.Provider>
    )
  const Grid = places.some(({ tab }) => tab !== undefined) ? PanelTabs : PanelGrid
  return (
    <PanelContext.Provider value={frame}>
      <div className="pro-panel">
        <header className="pro-panel-head">
          {panel.greeting ? <Greeting waiting={waiting} /> : <h1>{panel.title}</h1>}
          {panel.personal && <span ref={setSlot} className="pro-panel-tools" />}
          <DocumentTools id={panel.id} code={panel.id} title={panel.title} />
          <Tooltip title="刷新">
            <Button type="text" aria-label="刷新" icon={<ReloadOutlined aria-hidden />} onClick={refresh} />
          </Tooltip>
        </header>
        {filters.items.length > 0 && (
          <div className="pro-panel-filters">
            <Dictionaries codes={filters.needs}>
              <QueryBar
                memoryId={panel.id}
                items={filters.items}
                conditions={filters.conditions}
                onSearch={filters.search}
                onReset={filters.reset}
                stacked={narrow}
              />
            </Dictionaries>
          </div>
        )}
        {panel.personal ? (
          <Suspense fallback={<div className="pro-panel-grid" aria-busy="true" />}>
            <Personal panel={panel} frame={frame} places={places} slot={slot} />
          </Suspense>
        ) : (
          <Grid title={panel.title} columnCount={panel.columnCount} places={places} />
        )}
      </div>
    </PanelContext.Provider>
  )
}
