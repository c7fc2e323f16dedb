import { ReloadOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { type ComponentType, type CSSProperties, useMemo } from 'react'
import { Contained } from '../../fields/parts/Contained.tsx'
import type { PanelBlock, PanelDocument } from '../../schema/types.ts'
import { textOf } from '../parts/errors.ts'
import { StateNote } from '../parts/StateNote.tsx'
import { ChartBlock } from './ChartBlock.tsx'
import { DescriptionBlock } from './DescriptionBlock.tsx'
import { LinksBlock } from './LinksBlock.tsx'
import { StatisticBlock } from './StatisticBlock.tsx'
import { TableBlock } from './TableBlock.tsx'
import { TextBlock } from './TextBlock.tsx'
import { PanelContext } from './useBlock.ts'
import { usePanel } from './usePanel.ts'
import './panel.css'

const faces = {
  statistic: StatisticBlock,
  chart: ChartBlock,
  description: DescriptionBlock,
  table: TableBlock,
  links: LinksBlock,
  text: TextBlock,
} satisfies Record<PanelBlock['type'], unknown>

/** Blocks over lists, reports and calls; each loads, fails and tries again by itself. */
export function PanelScreen({ document: panel }: { document: PanelDocument }) {
  const { places, isLoading, error, again, refresh } = usePanel(panel)
  const frame = useMemo(
    () => ({ id: panel.id, refresh: panel.refresh === undefined ? (false as const) : panel.refresh * 1000 }),
    [panel.id, panel.refresh],
  )
  if (isLoading) return <div className="pro-panel" aria-busy="true" />
  if (error)
    return (
      <div className="pro-sheet">
        <StateNote tone="error" title={`「${panel.title}」没有加载出来`} text={textOf(error)}>
          <Button onClick={again}>再试一次</Button>
        </StateNote>
      </div>
    )
  return (
    <PanelContext.Provider value={frame}>
      <div className="pro-panel">
        <header className="pro-panel-head">
          <h1>{panel.title}</h1>
          <Tooltip title="刷新">
            <Button type="text" aria-label="刷新" icon={<ReloadOutlined aria-hidden />} onClick={refresh} />
          </Tooltip>
        </header>
        {places.length === 0 && (
          <div className="pro-sheet">
            <StateNote
              title="没有可以查看的内容"
              text={`「${panel.title}」里的内容都需要授权，请联系管理员。`}
            />
          </div>
        )}
        <div className="pro-panel-grid" style={{ '--columns': panel.columns ?? 24 } as CSSProperties}>
          {places.map(({ key, span, blocks }) => (
            <div key={key} className="pro-place" style={{ '--span': span } as CSSProperties}>
              {blocks.map((block, index) => {
                const Face = faces[block.type] as ComponentType<{ block: PanelBlock }>
                return (
                  // biome-ignore lint/suspicious/noArrayIndexKey: blocks stand in the document's order and have no names
                  <Contained key={index} what={block.title ? `「${block.title}」` : ''}>
                    <Face block={block} />
                  </Contained>
                )
              })}
            </div>
          ))}
        </div>
      </div>
    </PanelContext.Provider>
  )
}
