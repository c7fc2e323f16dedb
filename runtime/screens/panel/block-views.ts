import type { ComponentType } from 'react'
import type { Block, PanelBlock } from '#runtime/schema/kinds/panel/shape.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { EntriesBlock } from './blocks/entries/EntriesBlock.tsx'
import { LinksBlock } from './blocks/links/LinksBlock.tsx'
import { StatisticBlock } from './blocks/statistic/StatisticBlock.tsx'
import { TableBlock } from './blocks/table/TableBlock.tsx'
import { TextBlock } from './blocks/text/TextBlock.tsx'

type BlockViews = { readonly [T in PanelBlock['type']]: ComponentType<{ block: Block<T> }> }

/** The component of each type of panel blocks; those that the home page of most users does not have are loaded with their first block. */
export const blockViews: BlockViews = {
  statistic: StatisticBlock,
  table: TableBlock,
  entries: EntriesBlock,
  links: LinksBlock,
  text: TextBlock,
  chart: lazyPart(async () => (await import('./blocks/chart/ChartBlock.tsx')).ChartBlock),
  description: lazyPart(
    async () => (await import('./blocks/description/DescriptionBlock.tsx')).DescriptionBlock,
  ),
  timeline: lazyPart(async () => (await import('./blocks/timeline/TimelineBlock.tsx')).TimelineBlock),
  steps: lazyPart(async () => (await import('./blocks/steps/StepsBlock.tsx')).StepsBlock),
  result: lazyPart(async () => (await import('./blocks/result/ResultBlock.tsx')).ResultBlock),
}
