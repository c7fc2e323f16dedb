import type { JsonObject } from '#runtime/kernel/json.ts'
import type { BlockPlan } from '#runtime/schema/kinds/panel/blocks/block-plan.ts'
import { findBlockPlan } from '#runtime/schema/kinds/panel/blocks/plans.ts'
import type { PanelBlock } from '#runtime/schema/kinds/panel/shape.ts'

/** The block that the palette adds. */
export const newBlock = ({ name, designer }: BlockPlan): JsonObject => ({ type: name, ...designer.starter })

const isPart = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null

/** What a block needs before the runtime can draw it; undefined for a complete one. */
export function missingPart(block: JsonObject): string | undefined {
  const designer = findBlockPlan(block)?.designer
  if (!designer) return '这种板块不认识，请在右边或「源文件」里改'
  const { source } = block
  const hasSource =
    isPart(source) && Object.values(source).some((word) => typeof word === 'string' && word !== '')
  if (designer.bind && !hasSource) return '请在右边选数据来源'
  return designer.missing(block)
}

/** A block that the runtime can draw. */
export const drawableBlock = (block: JsonObject): PanelBlock | undefined =>
  missingPart(block) === undefined ? (block as unknown as PanelBlock) : undefined
