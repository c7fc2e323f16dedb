import { fillFigures } from '#runtime/schema/kinds/panel/blocks/text/placeholders.ts'
import type { Block } from '#runtime/schema/kinds/panel/shape.ts'

/** The text of a block with the texts of its figures; braces of a text without figures stay. */
export const fillText = (
  { text, figures }: Pick<Block<'text'>, 'text' | 'figures'>,
  texts: Readonly<Record<string, string>>,
): string => (figures ? fillFigures(text, texts) : text)
