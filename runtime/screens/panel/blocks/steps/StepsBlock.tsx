import { Steps } from 'antd'
import type { Block } from '#runtime/schema/kinds/panel/shape.ts'
import { LookupProvider } from '#runtime/services/services.tsx'
import { useNarrow } from '#runtime/ui/layout/useNarrow.ts'
import { BlockBody, BlockFrame } from '../../BlockFrame.tsx'
import { drawValue } from '../../draw-value.tsx'
import { useBlock } from '../../useBlock.ts'
import { useShownKeys } from '../../useShownKeys.ts'
import './steps.css'

/** The steps of a record; none is reached where its value is that of no step. */
export function StepsBlock({ block }: { block: Block<'steps'> }) {
  const state = useBlock(block)
  const narrow = useNarrow()
  const { keys, lookup } = useShownKeys(block, state.document)
  if (state.isGone) return null
  const record = state.data?.records[0]
  const { state: field, steps } = block
  const current = steps.findIndex((step) => (step.value ?? step.title) === String(record?.[field] ?? ''))
  return (
    <BlockFrame title={block.title} href={block.href}>
      <BlockBody block={state}>
        <LookupProvider lookup={lookup}>
          {record && (
            <Steps
              className="pro-steps"
              current={current}
              direction={narrow ? 'vertical' : 'horizontal'}
              progressDot
              items={steps.map(({ title, note = [] }) => ({
                title,
                description: keys
                  .filter(({ key }) => note.includes(key))
                  .map((item) => <div key={item.key}>{drawValue(item, record)}</div>),
              }))}
            />
          )}
        </LookupProvider>
      </BlockBody>
    </BlockFrame>
  )
}
