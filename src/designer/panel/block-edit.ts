import { getSpan } from '#runtime/compile/panel/panel.ts'
import { type JsonObject, listObjects } from '#runtime/kernel/json.ts'
import { findBlockPlan } from '#runtime/schema/kinds/panel/blocks/plans.ts'
import type { PanelBlock } from '#runtime/schema/kinds/panel/shape.ts'

/** The most columns of a panel, and their number by default. */
export const DEFAULT_COLUMNS = 24

export const listBlocks = (panel: JsonObject): JsonObject[] => listObjects(panel.blocks)

export const countColumns = ({ columnCount }: JsonObject): number =>
  typeof columnCount === 'number' && columnCount >= 1 ? columnCount : DEFAULT_COLUMNS

/** The columns that a written block takes. */
export const getWidth = (block: JsonObject, columns: number): number =>
  getSpan(
    { type: block.type as PanelBlock['type'], ...(typeof block.span === 'number' && { span: block.span }) },
    columns,
  )

/** Puts a block before the position `at`. */
export const insertBlock = (panel: JsonObject, at: number, block: JsonObject): JsonObject => ({
  ...panel,
  blocks: listBlocks(panel).toSpliced(at, 0, block),
})

/** The block that took the place of a changed one: an answer that comes later finds the block that it was meant for. */
const successors = new WeakMap<JsonObject, JsonObject>()

export function replaceBlock(panel: JsonObject, at: number, block: JsonObject): JsonObject {
  const blocks = listBlocks(panel)
  const former = blocks[at]
  if (former && former !== block) successors.set(former, block)
  return { ...panel, blocks: blocks.with(at, block) }
}

/** Changes a block of an earlier document as it is in this one; undefined where this one does not have it any more. */
export function updateBlock(
  panel: JsonObject,
  block: JsonObject,
  edit: (present: JsonObject) => JsonObject,
): JsonObject | undefined {
  const blocks = listBlocks(panel)
  let present: JsonObject | undefined = block
  while (present && !blocks.includes(present)) present = successors.get(present)
  return present && replaceBlock(panel, blocks.indexOf(present), edit(present))
}

export const removeBlock = (panel: JsonObject, at: number): JsonObject => ({
  ...panel,
  blocks: listBlocks(panel).toSpliced(at, 1),
})

/** Moves a block to the position `to`, counted without it. */
export function moveBlock(panel: JsonObject, from: number, to: number): JsonObject {
  const blocks = listBlocks(panel)
  const [block] = blocks.slice(from, from + 1)
  if (!block || to < 0 || to >= blocks.length || to === from) return panel
  return { ...panel, blocks: blocks.toSpliced(from, 1).toSpliced(to, 0, block) }
}

/** The panel with another width of a block, within its columns. */
export function resizeBlock(panel: JsonObject, at: number, span: number): JsonObject {
  const block = listBlocks(panel)[at]
  if (!block) return panel
  const columns = countColumns(panel)
  const width = Math.min(columns, Math.max(1, Math.round(span)))
  return width === getWidth(block, columns) ? panel : replaceBlock(panel, at, { ...block, span: width })
}

interface PlacedBlock {
  block: JsonObject
  /** The position in the document. */
  at: number
}

/** A card of the grid: its lines are stacked, each a block or several joined numbers side by side. */
export interface Card {
  span: number
  isAside: boolean
  lines: PlacedBlock[][]
}

const isFigure = (block: JsonObject | undefined): boolean =>
  block !== undefined && findBlockPlan(block)?.isFigure === true

/** The cards of a panel in order, faulty blocks included. */
export function listCards(panel: JsonObject): Card[] {
  const columns = countColumns(panel)
  const cards: Card[] = []
  for (const [at, block] of listBlocks(panel).entries()) {
    const last = block.joined === true ? cards.at(-1) : undefined
    const line = last?.lines.at(-1)
    if (line && isFigure(block) && isFigure(line[0]?.block)) line.push({ block, at })
    else if (last) last.lines.push([{ block, at }])
    else
      cards.push({ span: getWidth(block, columns), isAside: block.side === true, lines: [[{ block, at }]] })
  }
  return cards
}
