import { formatNumber } from '#runtime/kernel/decimal.ts'
import { chartData, chartPoints } from '#runtime/record/panel/chart-data.ts'
import { entryTable } from '#runtime/record/panel/entry-table.ts'
import { computeProgress, formatFigure } from '#runtime/record/panel/figure.ts'
import { fillText } from '#runtime/record/panel/figure-text.ts'
import { noLookup } from '#runtime/schema/field-value.ts'
import {
  type AxisChartKind,
  type ChartKind,
  isAxisChart,
} from '#runtime/schema/kinds/panel/blocks/chart/charts.ts'
import { figureBlock } from '#runtime/schema/kinds/panel/blocks/text/plan.ts'
import type { Block, PanelBlock } from '#runtime/schema/kinds/panel/shape.ts'
import { holds, type SessionUser } from '../../../platform/http/requests/user.ts'
import type { Part } from './part.ts'
import { printCell } from './part.ts'
import { asShown, type SourceReader, type SourceRecords } from './read-source.ts'

const titled = ({ title }: { title?: string }) => (title === undefined ? {} : { title })

type Drawings = {
  readonly [T in PanelBlock['type']]: (
    block: Block<T>,
    user: SessionUser,
    read: SourceReader,
  ) => Promise<Part[]>
}

const absences = { elsewhere: '只能在系统里看', failed: '没有取到数' }

/** The parts of a block with records: none where the person may not see them. */
async function withRecords<B extends Exclude<PanelBlock, { sources: unknown }> & { source: unknown }>(
  block: B,
  read: SourceReader,
  draw: (found: SourceRecords) => Part[],
): Promise<Part[]> {
  const found = await read(block as Parameters<SourceReader>[0])
  if (found === 'hidden') return []
  if (typeof found !== 'string') return draw(found)
  return [{ type: 'text', text: `「${block.title ?? '这一块'}」${absences[found]}` }]
}

/** The chart on paper: a short trend is a line there, and what has neither axes nor shares are bars. */
const onPaper = (kind: ChartKind): AxisChartKind | 'pie' =>
  kind === 'trend' ? 'line' : kind === 'pie' || isAxisChart(kind) ? kind : 'bar'

/** What each type of block shows on paper. */
const drawings: Drawings = {
  statistic: (block, _user, read) =>
    withRecords(block, read, ({ records }) => {
      const withUnit = (text: string, unit = '') => (text === '' ? '—' : `${text}${unit && ` ${unit}`}`)
      const progress = computeProgress(block, records)
      const goal = progress && `完成 ${formatNumber(progress.share, 1)} %`
      const main = [withUnit(formatFigure(block, records), block.unit), goal].filter(Boolean).join('，')
      const facts = (block.facts ?? []).map((fact) => ({
        title: fact.title,
        text: withUnit(formatFigure(fact, records), fact.unit),
      }))
      return [{ type: 'figures', figures: [{ title: block.title, text: main }, ...facts] }]
    }),
  chart: (block, _user, read) =>
    withRecords(block, read, ({ records, columns }) => {
      const { chart } = block
      const points = chartPoints(chart, asShown(columns), records, noLookup)
      const data = chartData(chart, asShown(columns), points, noLookup)
      if (data.series.length === 0) return []
      const table = { columns, rows: points.records }
      if (points.records.length === 0) return [{ type: 'text', ...titled(block), text: '没有数据' }]
      return [
        {
          type: 'chart',
          ...titled(block),
          kind: onPaper(chart.kind),
          data,
          isStacked: chart.stack === true,
          ...(chart.target !== undefined && { target: chart.target }),
          table,
        },
      ]
    }),
  table: (block, _user, read) =>
    withRecords(block, read, ({ records, columns }) => [
      { type: 'table', ...titled(block), columns, rows: records.records },
    ]),
  description: (block, _user, read) =>
    withRecords(block, read, ({ records, columns }) => {
      const [record] = records.records
      if (!record) return []
      const figures = columns.map((column) => ({ title: column.title, text: printCell(column, record) }))
      return [{ type: 'figures', ...titled(block), figures }]
    }),
  async entries(block, user, read) {
    const parts: Part[] = []
    for (const source of block.sources) {
      if (source.needs !== undefined && !holds(user, source.needs)) continue
      const table = { ...entryTable(source), title: source.title }
      parts.push(
        ...(await withRecords(table, read, ({ records, columns, title }) =>
          records.total === 0
            ? []
            : [
                {
                  type: 'table',
                  title: `${source.title ?? title}（${records.total} 项）`,
                  columns,
                  rows: records.records,
                },
              ],
        )),
      )
    }
    const heading = block.title === undefined ? [] : [{ type: 'text', text: block.title } as const]
    return parts.length > 0 ? [...heading, ...parts] : []
  },
  steps: (block, _user, read) =>
    withRecords(block, read, ({ records }) => {
      const reached = String(records.records[0]?.[block.state] ?? '')
      const at = block.steps.findIndex(({ title, value = title }) => value === reached)
      const figures = block.steps.map(({ title }, place) => ({
        title,
        text: place < at ? '已完成' : place === at ? '进行中' : '未开始',
      }))
      return [{ type: 'figures', ...titled(block), figures }]
    }),
  result: async ({ title, text, reasons = [] }) => [
    { type: 'text', title, text: [text, ...reasons].filter((line) => line !== undefined).join('\n') },
  ],
  // Links lead nowhere on paper.
  links: async () => [],
  async text(block, _user, read) {
    if (block.widget !== undefined) return []
    const texts: Record<string, string> = {}
    for (const figure of block.figures ?? []) {
      const found = await read(figureBlock(figure))
      if (typeof found !== 'string') texts[figure.key] = formatFigure(figure, found.records)
    }
    return [{ type: 'text', ...titled(block), text: fillText(block, texts) }]
  },
  timeline(block, _user, read) {
    const { href: _, ...timeline } = block
    return withRecords(timeline, read, ({ records, columns }) => [
      { type: 'table', ...titled(block), columns, rows: records.records },
    ])
  },
}

export const drawBlock = (block: PanelBlock, user: SessionUser, read: SourceReader): Promise<Part[]> =>
  (drawings[block.type] as (block: PanelBlock, user: SessionUser, read: SourceReader) => Promise<Part[]>)(
    block,
    user,
    read,
  )
