import type { Block } from '#runtime/schema/kinds/panel/shape.ts'
import { BlockFrame } from '../../BlockFrame.tsx'

/** Plain text with its line breaks. */
export const TextBlock = ({ block }: { block: Block<'text'> }) => (
  <BlockFrame title={block.title} href={block.href}>
    <p className="pro-words">{block.text}</p>
  </BlockFrame>
)
