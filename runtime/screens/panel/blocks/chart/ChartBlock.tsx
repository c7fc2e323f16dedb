import { Button } from 'antd'
import { Suspense, useMemo, useState } from 'react'
import type { ChartKind } from '#runtime/schema/kinds/panel/blocks/chart/charts.ts'
import type { Block } from '#runtime/schema/kinds/panel/shape.ts'
import { LookupProvider } from '#runtime/services/services.tsx'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { BlockBody, BlockFrame } from '../../BlockFrame.tsx'
import { RowsTable } from '../../RowsTable.tsx'
import { useBlock } from '../../useBlock.ts'
import { useShownKeys } from '../../useShownKeys.ts'
import { type ChartData, chartData, chartPoints } from './chart-data.ts'
import type { LibraryChartKind } from './library-charts.ts'
import { ownCharts } from './own-charts.ts'

// The charting library is fetched with the first chart, in parallel with its records.
const Chart = lazyPart(async () => (await import('./Chart.tsx')).Chart)

/** A chart, and the same values as a table for screen readers. */
export function ChartBlock({ block }: { block: Block<'chart'> }) {
  const state = useBlock(block)
  const { keys, lookup } = useShownKeys(block, state.document)
  const [asTable, setAsTable] = useState(false)
  const data = useMemo(
    () => (state.data ? chartData(block.chart, keys, state.data, lookup) : null),
    [block.chart, keys, state.data, lookup],
  )
  if (state.isGone) return null
  const hasRows = state.data !== undefined && state.data.records.length > 0
  return (
    <BlockFrame
      title={block.title}
      href={block.href}
      tools={
        hasRows && (
          <Button type="text" size="small" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
            {asTable ? '看图' : '看表格'}
          </Button>
        )
      }
    >
      <BlockBody block={state}>
        <LookupProvider lookup={lookup}>
          {state.data && asTable && (
            <RowsTable
              title={block.title}
              keys={keys}
              data={chartPoints(block.chart, keys, state.data, lookup)}
            />
          )}
        </LookupProvider>
        {data && !asTable && <ChartDrawing block={block} data={data} />}
      </BlockBody>
    </BlockFrame>
  )
}

const isOwn = (kind: ChartKind): kind is keyof typeof ownCharts => Object.hasOwn(ownCharts, kind)

/** The chart, drawn by the charting library or by a component of its own. */
function ChartDrawing({ block: { title = '', chart }, data }: { block: Block<'chart'>; data: ChartData }) {
  if (isOwn(chart.kind)) {
    const Own = ownCharts[chart.kind]
    return <Own title={title} data={data} />
  }
  const kind: LibraryChartKind = chart.kind
  return (
    <Suspense fallback={<div className="pro-chart" aria-busy="true" />}>
      <Chart title={title} kind={kind} data={data} isStacked={chart.stack === true} />
    </Suspense>
  )
}
