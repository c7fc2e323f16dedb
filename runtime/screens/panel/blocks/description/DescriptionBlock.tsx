import type { Block } from '#runtime/schema/kinds/panel/shape.ts'
import { LookupProvider } from '#runtime/services/services.tsx'
import { BlockBody, BlockFrame } from '../../BlockFrame.tsx'
import { drawValue } from '../../draw-value.tsx'
import { useBlock } from '../../useBlock.ts'
import { useShownKeys } from '../../useShownKeys.ts'

/** The values of one record. */
export function DescriptionBlock({ block }: { block: Block<'description'> }) {
  const state = useBlock(block)
  const { keys, lookup } = useShownKeys(block, state.document)
  if (state.isGone) return null
  const record = state.data?.records[0]
  return (
    <BlockFrame title={block.title} href={block.href}>
      <BlockBody block={state}>
        <LookupProvider lookup={lookup}>
          <dl className="pro-facts" style={{ '--columns': block.columnCount ?? 1 } as React.CSSProperties}>
            {record &&
              keys.map((item) => (
                <div key={item.key}>
                  <dt>{item.title}</dt>
                  <dd>{drawValue(item, record)}</dd>
                </div>
              ))}
          </dl>
        </LookupProvider>
      </BlockBody>
    </BlockFrame>
  )
}
