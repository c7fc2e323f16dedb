import { Button } from 'antd'
import { type ReactNode, Suspense, useMemo, useState } from 'react'
import { type ChartData, chartData, chartPoints } from '#runtime/record/panel/chart-data.ts'
import type { Records } from '#runtime/record/panel/records.ts'
import { type ChartKind, chartTypes } from '#runtime/schema/kinds/panel/blocks/chart/charts.ts'
import type { Block } from '#runtime/schema/kinds/panel/shape.ts'
import { LookupProvider } from '#runtime/services/services.tsx'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { saveFile } from '#runtime/ui/save-file.ts'
import { BlockBody, BlockFrame } from '../../BlockFrame.tsx'
import { drawValue } from '../../draw-value.tsx'
import { RowsTable } from '../../RowsTable.tsx'
import { useBlock } from '../../useBlock.ts'
import { type Selection, useSelection } from '../../useSelection.ts'
import { useShownKeys } from '../../useShownKeys.ts'
import { ownCharts } from './own-charts.ts'

const Chosen = lazyPart(async () => (await import('./Chosen.tsx')).Chosen)

const isOwn = (kind: ChartKind): kind is keyof typeof ownCharts => Object.hasOwn(ownCharts, kind)

/** The component of each kind. The charting library is fetched with the first chart, in parallel with its records. */
const charts = Object.fromEntries(
  chartTypes.map(({ name }) => [
    name,
    isOwn(name) ? undefined : lazyPart(async () => (await import('./Chart.tsx')).loadChart(name)),
  ]),
)

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
  const save = async (drawn: ChartData) => {
    const { chartCsv } = await import('#runtime/record/panel/chart-csv.ts')
    saveFile(
      new Blob([chartCsv(drawn, named?.title ?? '')], { type: 'text/csv' }),
      `${block.title ?? '图'}.csv`,
    )
  }
  const named = keys.find(({ key }) => key === block.chart.x)
  const drawName = (at: number) => {
    const point = points?.records[at]
    return named && point && drawValue(named, point)
  }
  const hasRows = state.data !== undefined && state.data.records.length > 0
  return (
    <BlockFrame
      title={block.title}
      href={block.href}
      tools={
        hasRows && (
          <>
            {selection?.value && (asTable || block.chart.kind !== 'map') && (
              <Suspense>
                <Chosen
                  text={findText(selection.value, data)}
                  onClear={() => selection.toggle(selection.value)}
                />
              </Suspense>
            )}
            {asTable && data && (
              <Button type="text" size="small" onClick={() => void save(data)}>
                导出
              </Button>
            )}
            <Button type="text" size="small" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
              {asTable ? '看图' : '看表格'}
            </Button>
          </>
        )
      }
    >
      <BlockBody block={state}>
        <LookupProvider lookup={lookup}>
          {points && asTable && points.total > MAX_ROWS && (
            <p className="pro-block-cut">
              共 {points.total.toLocaleString('en-US')} 行，只列前 {MAX_ROWS} 行，导出的有全部
            </p>
          )}
          {points && asTable && (
            <RowsTable title={block.title} keys={keys} data={firstRows(points)} selection={selection} />
          )}
        </LookupProvider>
        {data && !asTable && (
          <LookupProvider lookup={lookup}>
            <ChartDrawing block={block} data={data} selection={selection} drawName={drawName} />
          </LookupProvider>
        )}
      </BlockBody>
    </BlockFrame>
  )
}

/** Rows of a table that a page draws at once. */
const MAX_ROWS = 500
const firstRows = (points: Records): Records => ({ ...points, records: points.records.slice(0, MAX_ROWS) })

/** The text of the chosen value: of several, as a district of a map has them, that of the first. */
function findText(value: string, data: ChartData | null): string {
  const findName = (text: string) =>
    data?.names[data.keys?.findIndex((key) => String(key ?? '') === text) ?? -1]
  const parts = value.split(',')
  const [first = value] = parts
  return findName(value) ?? `${findName(first) ?? first}${parts.length > 1 ? ` 等 ${parts.length} 个` : ''}`
}

interface DrawingProps {
  block: Block<'chart'>
  data: ChartData
  selection: Selection | undefined
  drawName(at: number): ReactNode
}

const waiting = <div className="pro-chart" aria-busy="true" />

/** The chart, drawn by the charting library or by a component of its own. */
function ChartDrawing({ block: { title = '', chart }, data, selection, drawName }: DrawingProps) {
  if (isOwn(chart.kind)) {
    const Own = ownCharts[chart.kind]
    return (
      <Suspense fallback={waiting}>
        <Own title={title} data={data} selection={selection} drawName={drawName} map={chart.map} />
      </Suspense>
    )
  }
  const Chart = charts[chart.kind]
  if (!Chart) return null
  const chosen = selection?.value
    ? data.keys?.findIndex((key) => String(key ?? '') === selection.value)
    : undefined
  return (
    <Suspense fallback={waiting}>
      <Chart
        title={title}
        data={data}
        isStacked={chart.stack === true}
        target={chart.target}
        chosen={chosen}
        onPick={selection && ((at) => selection.toggle(data.keys?.[at]))}
      />
    </Suspense>
  )
}
