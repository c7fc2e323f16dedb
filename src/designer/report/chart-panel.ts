import type { JsonObject } from '#runtime/kernel/json.ts'
import { chartPlan } from '#runtime/schema/kinds/panel/blocks/chart/plan.ts'
import { statisticPlan } from '#runtime/schema/kinds/panel/blocks/statistic/plan.ts'
import { currentVersion } from '#runtime/schema/names/document-version.ts'

/** A chart of the rows of a report: a plot of columns over one, or numbers in total. */
export interface ChartChoice {
  /** A kind of charts, or `statistic`. */
  kind: string
  x: string
  y: string[]
}

/** A panel document with the chart, or with one number for each value, of all rows. */
export function chartPanel(report: JsonObject, { kind, x, y }: ChartChoice): JsonObject {
  const [group = 'panel', name = 'chart'] = String(report.id).split('/')
  const title = String(report.title ?? '')
  const source = { report: String(report.code ?? '') }
  const titles = Object.fromEntries(
    (Array.isArray(report.fields) ? (report.fields as JsonObject[]) : []).map(({ key, title: word }) => [
      String(key),
      String(word ?? key),
    ]),
  )
  const blocks =
    kind === statisticPlan.name
      ? y.map((value) => ({
          type: statisticPlan.name,
          title: titles[value] ?? value,
          span: 6,
          source,
          value,
          statistics: 'sum',
        }))
      : [{ type: chartPlan.name, title, span: 24, source, chart: { kind, x, y } }]
  return {
    version: currentVersion,
    kind: 'panel',
    id: `${group}/${name}-chart`,
    title: `${title}图`,
    needs: `${group}:${name}-chart`,
    menu: { parent: group, icon: 'bar-chart' },
    blocks,
  }
}
