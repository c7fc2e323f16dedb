import { type Figure, formatFigure } from '#runtime/record/panel/figure.ts'
import type { Records } from '#runtime/record/panel/records.ts'
import type { BlockData } from '../../useBlock.ts'

/** The text of a number: a sum has the decimals of its field, unless it has its own. */
export function formatShown(figure: Figure, data: Records, document: BlockData['document']): string {
  const scale = document?.fields.find(({ key }) => key === figure.value)?.scale
  return formatFigure(
    figure.statistics === 'sum' && scale !== undefined ? { scale, ...figure } : figure,
    data,
  )
}
