import { getSpan } from '#runtime/compile/panel/panel.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { findBlockPlan } from '#runtime/schema/kinds/panel/blocks/plans.ts'
import type { PanelBlock } from '#runtime/schema/kinds/panel/shape.ts'
import { listBlocks, replaceBlock } from './block-edit.ts'

/** The most columns of a panel, and their number by default. */
const DEFAULT_COLUMNS = 24

export const countColumns = ({ columnCount }: JsonObject): number =>
  typeof columnCount === 'number' && columnCount >= 1 ? columnCount : DEFAULT_COLUMNS

/** The columns that a written block takes. */
const getWidth = (block: JsonObject, columns: number): number =>
  getSpan(
    { type: block.type as PanelBlock['type'], ...(typeof block.span === 'number' && { span: block.span }) },
    columns,
  )

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
