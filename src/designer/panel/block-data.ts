import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import type { SourceField } from '#runtime/schema/kinds/panel/blocks/block-plan.ts'
import { findBlockPlan } from '#runtime/schema/kinds/panel/blocks/plans.ts'

/** A screen or a report, as the choice of a block's data names it: `screen:stock/in-bill`, `report:rp_holdings`. */
export const sourceName = (source: unknown): string | undefined => {
  if (!isJsonObject(source)) return undefined
  if (typeof source.screen === 'string') return `screen:${source.screen}`
  return typeof source.report === 'string' ? `report:${source.report}` : undefined
}

/**
 * A block bound to a screen or a report by its name. Settings that name fields of it stay; others are chosen anew. A block
 * without a title of its own has that of its data.
 */
export function bindBlock(
  block: JsonObject,
  { name, title, fields }: { name: string; title: string; fields: readonly SourceField[] },
): JsonObject {
  const [word = 'screen', id = ''] = [name.slice(0, name.indexOf(':')), name.slice(name.indexOf(':') + 1)]
  const { source: _, ...rest } = block
  const designer = findBlockPlan(block)?.designer
  const isUntitled = designer !== undefined && block.title === designer.starter.title
  const bound: JsonObject = { ...rest, ...(isUntitled && { title }), source: { [word]: id } }
  return designer?.bind?.(bound, fields) ?? bound
}
