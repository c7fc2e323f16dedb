import { fieldValues } from '#runtime/fields/values.ts'
import { evaluate, parseExpression } from '#runtime/kernel/expression.ts'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { pointer } from '#runtime/kernel/problem.ts'
import { envScope, type RecordEnv } from '#runtime/record/scope.ts'
import { groupParams } from '#runtime/schema/kinds/panel/blocks/group-params.ts'
import { findBlockPlan } from '#runtime/schema/kinds/panel/blocks/plans.ts'
import { figureBlock } from '#runtime/schema/kinds/panel/blocks/text/plan.ts'
import type { PanelBlock, PanelDocument } from '#runtime/schema/kinds/panel/shape.ts'
import { currentTime } from '../platform/store/clock.ts'
import type { Findings } from './findings.ts'
import { buildAddress, type TrialServices } from './record.ts'

/** The conditions of a query; those of filters that are empty fall away. */
function fillQuery(query: unknown, user: RecordEnv['user']): Record<string, string> {
  const scope = envScope({ user, now: currentTime(), mode: 'detail', params: {} })
  const read = (value: unknown): unknown => {
    if (typeof value !== 'string' || !value.startsWith('=')) return value
    const expression = parseExpression(value.slice(1))
    return expression.ok ? evaluate(expression.value, scope) : null
  }
  const conditions = isJsonObject(query) ? Object.entries(query) : []
  return Object.fromEntries(
    conditions
      .map(([key, value]) => [key, read(value)] as const)
      .filter(([, value]) => value !== null && value !== undefined && typeof value !== 'object')
      .map(([key, value]) => [key, String(value)]),
  )
}

/** The sources of a block by their places. */
function listSources(block: JsonObject, at: number): [path: string, source: JsonObject][] {
  const several = Array.isArray(block.sources) ? block.sources : []
  const all: [string, unknown][] = [
    [pointer('blocks', at, 'source'), block.source],
    ...several.map((source, index): [string, unknown] => [pointer('blocks', at, 'sources', index), source]),
  ]
  return all.flatMap(([path, source]) => (isJsonObject(source) ? [[path, source]] : []))
}

/** Reads what every block of a panel shows of a screen or a report. */
export async function tryPanel(
  { documents, user }: TrialServices,
  panel: PanelDocument,
  { must }: Findings,
): Promise<void> {
  const readBlock = async (block: PanelBlock, at: number): Promise<void> => {
    const figures = block.type === 'text' ? (block.figures ?? []) : []
    for (const figure of figures) await readBlock(figureBlock(figure), at)
    for (const [path, source] of listSources(block as unknown as JsonObject, at)) {
      const query = fillQuery(source.query, { ...user })
      const sort = typeof source.sort === 'string' ? source.sort : ''
      const order = sort.startsWith('-') ? 'desc' : 'asc'
      const screen = documents.screen(String(source.screen))?.document
      const report = documents.report(String(source.report))?.document
      if (!screen && !report) continue
      const address = screen ? buildAddress(screen, 'list') : `/online/cgreport/api/getData/${report?.code}`
      const ordered = { ...query, ...(sort !== '' && { column: sort.replace(/^-/, ''), order }) }
      const plan = findBlockPlan(block)
      const groups = screen && screen.url?.list === undefined ? plan?.groups?.(block) : null
      if (screen && groups) {
        const grouped = { ...ordered, ...groupParams(groups, screen, fieldValues) }
        await must(path, '汇总', { path: buildAddress(screen, 'groups'), query: grouped })
        continue
      }
      await must(path, '取数', { path: address, query: ordered })
      const summed = plan?.summedKeys?.(block) ?? []
      if (!screen || summed.length === 0 || screen.url?.list !== undefined) continue
      const field = summed.join(',')
      await must(path, '合计', { path: buildAddress(screen, 'summary'), query: { ...query, field } })
    }
  }
  for (const [at, block] of panel.blocks.entries()) await readBlock(block, at)
}
