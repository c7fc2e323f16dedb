import { Button } from 'antd'
import { useCallback, useState } from 'react'
import { blockTitle, findBlockPlan } from '#runtime/schema/kinds/panel/blocks/plans.ts'
import type { PanelWord } from '#runtime/schema/settings/settings-node.ts'
import { PaneHead, PanelSettings } from '../settings/PanelSettings.tsx'
import { BlockData, type BlockProps } from './BlockData.tsx'
import { FigureNames } from './FigureNames.tsx'
import { useBlockSource } from './useBlockSource.ts'

interface Props extends BlockProps {
  onCopy(): void
  onRemove(): void
}

/** The settings of the selected block: its data, and the words of its shape. */
export function BlockSettings({ onCopy, onRemove, ...edited }: Props) {
  const { block, onChange } = edited
  const data = useBlockSource(block.source)
  const [isWhole, setWhole] = useState(false)
  const plan = findBlockPlan(block)
  const isListed = useCallback(({ isCommon }: PanelWord) => isWhole || isCommon === true, [isWhole])
  const title = blockTitle(block)
  const type = String(block.type)
  return (
    <aside className="view-design-settings" aria-label={`${title}的设置`}>
      <PaneHead title={plan?.title ?? title} name={type} isWhole={isWhole} onWhole={setWhole} />
      {plan?.designer.bind && <BlockData {...edited} designer={plan.designer} data={data} />}
      <PanelSettings
        word={`block.${type}`}
        title={title}
        value={block}
        isListed={isListed}
        fieldKeys={data.fields.map(({ key, title }) => ({ value: key, text: title }))}
        onChange={onChange}
      />
      <FigureNames block={block} onChange={onChange} />
      <div className="view-panel-actions">
        <Button size="small" onClick={onCopy}>
          复制板块
        </Button>
        <Button size="small" danger onClick={onRemove}>
          删除板块
        </Button>
      </div>
    </aside>
  )
}
