import { Suspense } from 'react'
import type { Block } from '#runtime/schema/kinds/panel/shape.ts'
import { LookupProvider } from '#runtime/services/services.tsx'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { BlockBody, BlockFrame } from '../../BlockFrame.tsx'
import { RowsTable } from '../../RowsTable.tsx'
import { useBlock } from '../../useBlock.ts'
import { useShownKeys } from '../../useShownKeys.ts'

const CrossBlock = lazyPart(async () => (await import('./CrossBlock.tsx')).CrossBlock)

/** The first rows of a list, a report or a call. */
export function TableBlock({ block }: { block: Block<'table'> }) {
  const state = useBlock(block)
  const { keys, lookup } = useShownKeys(block, state.document)
  if (state.isGone) return null
  // An address with placeholders is the link of each row, not of the block.
  const links = block.href?.includes('{') ? { rowHref: block.href } : { href: block.href }
  return (
    <BlockFrame title={block.title} href={links.href}>
      <BlockBody block={state}>
        <LookupProvider lookup={lookup}>
          {state.data && block.cross && (
            <Suspense>
              <CrossBlock block={block} cross={block.cross} keys={keys} state={state} data={state.data} />
            </Suspense>
          )}
          {state.data && !block.cross && (
            <RowsTable
              title={block.title}
              keys={keys}
              data={state.data}
              path={state.path}
              href={links.rowHref}
            />
          )}
        </LookupProvider>
      </BlockBody>
    </BlockFrame>
  )
}
