import { isJsonObject } from '#runtime/kernel/json.ts'
import type { BlockOf, BlockShape } from './block-shape.ts'
import { chartShape } from './chart/shape.ts'
import { descriptionShape } from './description/shape.ts'
import { entriesShape } from './entries/shape.ts'
import { linksShape } from './links/shape.ts'
import { resultShape } from './result/shape.ts'
import { statisticShape } from './statistic/shape.ts'
import { stepsShape } from './steps/shape.ts'
import { tableShape } from './table/shape.ts'
import { textShape } from './text/shape.ts'
import { timelineShape } from './timeline/shape.ts'

/** The language of all panel blocks, in the order in which the guide lists them. */
export const blockShapes = [
  statisticShape,
  chartShape,
  descriptionShape,
  tableShape,
  entriesShape,
  linksShape,
  textShape,
  timelineShape,
  stepsShape,
  resultShape,
] as const

export type PanelBlock = BlockOf<(typeof blockShapes)[number]>

/** The language of a written block; undefined for an unknown `type`. */
export const findBlockShape = (
  block: unknown,
  shapes: readonly BlockShape[] = blockShapes,
): BlockShape | undefined =>
  isJsonObject(block) ? shapes.find(({ name }) => name === block.type) : undefined
