import { Button } from 'antd'
import { Suspense, useMemo, useState } from 'react'
import { type ChartData, chartData, chartPoints } from '#runtime/record/panel/chart-data.ts'
import type { Records } from '#runtime/record/panel/records.ts'
import type { ChartKind } from '#runtime/schema/kinds/panel/blocks/chart/charts.ts'
import type { Block } from '#runtime/schema/kinds/panel/shape.ts'
import { LookupProvider } from '#runtime/services/services.tsx'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { BlockBody, BlockFrame } from '../../BlockFrame.tsx'
import { RowsTable } from '../../RowsTable.tsx'
import { useBlock } from '../../useBlock.ts'
import { type Selection, useSelection } from '../../useSelection.ts'
import { useShownKeys } from '../../useShownKeys.ts'
import type { LibraryChartKind } from './library-charts.ts'
import { ownCharts } from './own-charts.ts'

// The charting library is fetched with the first chart, in parallel with its records.
const Chart = lazyPart(async () => (await import('./Chart.tsx')).Chart)

/** A chart, and the same values as a table for screen readers. */
export function ChartBlock({ block }: { block: Block<'chart'> }) {
  const state = useBlock(block)
  const { keys, lookup } = useShownKeys(block, state.document)
  const [asTable, setAsTable] = useState(false)
  const selection = useSelection(block.select)
  const points = useMemo(
    () => (state.data ? chartPoints(block.chart, keys, state.data, lookup) : null),
    [block.chart, keys, state.data, lookup],
  )
  const data = useMemo(
    () => (points ? chartData(block.chart, keys, points, lookup) : null),
    [block.chart, keys, points, lookup],
  )
  // Nothing is left where the user may see none of the values.
  if (state.isGone || data?.series.length === 0) return null
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
          {points && asTable && (
            <RowsTable title={block.title} keys={keys} data={points} selection={selection} />
          )}
        </LookupProvider>
        {data && points && !asTable && (
          <ChartDrawing block={block} data={data} points={points} selection={selection} />
        )}
      </BlockBody>
    </BlockFrame>
  )
}

const isOwn = (kind: ChartKind): kind is keyof typeof ownCharts => Object.hasOwn(ownCharts, kind)

interface DrawingProps {
  block: Block<'chart'>
  data: ChartData
  points: Records
  selection: Selection | undefined
}

/** The chart, drawn by the charting library or by a component of its own. */
function ChartDrawing({ block: { title = '', chart }, data, points, selection }: DrawingProps) {
  if (isOwn(chart.kind)) {
    const Own = ownCharts[chart.kind]
    return <Own title={title} data={data} />
  }
  const kind: LibraryChartKind = chart.kind
  const chosen = selection?.value
    ? points.records.findIndex((record) => String(record[chart.x] ?? '') === selection.value)
    : undefined
  return (
    <Suspense fallback={<div className="pro-chart" aria-busy="true" />}>
      <Chart
        title={title}
        kind={kind}
        data={data}
        isStacked={chart.stack === true}
        target={chart.target}
        chosen={chosen}
        onPick={selection && ((at) => selection.toggle(points.records[at]?.[chart.x]))}
      />
    </Suspense>
  )
}
