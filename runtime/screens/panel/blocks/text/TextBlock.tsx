import { Suspense } from 'react'
import type { Block } from '#runtime/schema/kinds/panel/shape.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { BlockFrame } from '../../BlockFrame.tsx'

const FigureText = lazyPart(async () => (await import('./FigureText.tsx')).FigureText)

/** Plain text with its line breaks, or one with figures. */
export const TextBlock = ({ block }: { block: Block<'text'> }) => (
  <BlockFrame title={block.title} href={block.href}>
    {block.figures || block.markdown ? (
      <Suspense fallback={<p className="pro-words" aria-busy="true" />}>
        <FigureText block={block} />
      </Suspense>
    ) : (
      <p className="pro-words">{block.text}</p>
    )}
  </BlockFrame>
)
