import { useMemo } from 'react'
import type { Block } from '#runtime/compile/panel.ts'
import { RuntimeProvider, useRuntime } from '#runtime/fields/context.tsx'
import { BlockBody, BlockFrame } from './BlockFrame.tsx'
import { RowsTable } from './RowsTable.tsx'
import { useBlock } from './useBlock.ts'
import { useShownKeys } from './useShownKeys.ts'

/** The first rows of a list, a report or a call. */
export function TableBlock({ block }: { block: Block<'table'> }) {
  const runtime = useRuntime()
  const own = useBlock(block)
  const { shown, lookup } = useShownKeys(block, own.document)
  const value = useMemo(() => ({ ...runtime, lookup }), [runtime, lookup])
  if (own.isGone) return null
  // An address with placeholders is the link of each row, not of the block.
  const ways = block.href?.includes('{') ? { rowHref: block.href } : { href: block.href }
  return (
    <BlockFrame title={block.title} href={ways.href}>
      <BlockBody block={own}>
        <RuntimeProvider value={value}>
          {own.data && (
            <RowsTable
              title={block.title}
              shown={shown}
              data={own.data}
              path={own.path}
              href={ways.rowHref}
            />
          )}
        </RuntimeProvider>
      </BlockBody>
    </BlockFrame>
  )
}
