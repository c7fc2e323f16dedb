import type { ComponentType } from 'react'
import type { Block, PanelBlock } from '#runtime/schema/kinds/panel/shape.ts'
import { ChartBlock } from './blocks/chart/ChartBlock.tsx'
import { DescriptionBlock } from './blocks/description/DescriptionBlock.tsx'
import { EntriesBlock } from './blocks/entries/EntriesBlock.tsx'
import { LinksBlock } from './blocks/links/LinksBlock.tsx'
import { StatisticBlock } from './blocks/statistic/StatisticBlock.tsx'
import { TableBlock } from './blocks/table/TableBlock.tsx'
import { TextBlock } from './blocks/text/TextBlock.tsx'

type BlockViews = { readonly [T in PanelBlock['type']]: ComponentType<{ block: Block<T> }> }

/** The component of each type of panel blocks. */
export const blockViews: BlockViews = {
  statistic: StatisticBlock,
  chart: ChartBlock,
  description: DescriptionBlock,
  table: TableBlock,
  entries: EntriesBlock,
  links: LinksBlock,
  text: TextBlock,
}
