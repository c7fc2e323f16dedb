import { type ComponentType, Suspense } from 'react'
import { useRuntime } from '#runtime/fields/context.tsx'
import type { PanelBlock } from '#runtime/schema/types.ts'
import { ChartBlock } from './ChartBlock.tsx'
import { DescriptionBlock } from './DescriptionBlock.tsx'
import { EntriesBlock } from './EntriesBlock.tsx'
import { LinksBlock } from './LinksBlock.tsx'
import { StatisticBlock } from './StatisticBlock.tsx'
import { TableBlock } from './TableBlock.tsx'
import { TextBlock } from './TextBlock.tsx'
import './panel.css'

const blockComponents = {
  statistic: StatisticBlock,
  chart: ChartBlock,
  description: DescriptionBlock,
  table: TableBlock,
  entries: EntriesBlock,
  links: LinksBlock,
  text: TextBlock,
} satisfies Record<PanelBlock['type'], unknown>

/** A block drawn by its widget if it names one, else by its type. */
export function BlockView({ block }: { block: PanelBlock }) {
  const { blockWidgets } = useRuntime()
  const Widget = 'widget' in block && block.widget ? blockWidgets?.get(block.widget) : undefined
  const Own = blockComponents[block.type] as ComponentType<{ block: PanelBlock }>
  return Widget ? (
    <Suspense fallback={<div className="pro-block" aria-busy="true" />}>
      <Widget block={block} />
    </Suspense>
  ) : (
    <Own block={block} />
  )
}
