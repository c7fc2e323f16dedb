import { csvText } from '#runtime/kernel/text/formula-text.ts'
import type { ChartData } from './chart-data.ts'

/** The values of a chart as a file of comma-separated values that spreadsheets open: a line for each name. */
export function chartCsv({ names, series }: ChartData, title: string): string {
  const lines = [
    [csvText(title), ...series.map((entry) => csvText(entry.title))],
    ...names.map((name, at) => [csvText(name), ...series.map(({ values }) => String(values[at] ?? ''))]),
  ]
  return `\uFEFF${lines.map((cells) => cells.join(',')).join('\r\n')}\r\n`
}
