import { Button } from 'antd'
import { useCallback, useState } from 'react'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { PaneHead, PanelSettings } from '../PanelSettings.tsx'
import { BlockData } from './BlockData.tsx'
import { blockTitle, blockTypes, isBlockType } from './block-types.ts'
import { useBlockSource } from './useBlockSource.ts'

/** The settings of most blocks; the others are under 全部. */
const frequent: ReadonlySet<string> = new Set([
  ...['title', 'span', 'unit', 'note', 'statistics', 'scale', 'href', 'joined', 'side'],
  ...['links', 'sources', 'empty', 'text', 'cross', 'columns', 'facts'],
])

interface Props {
  block: JsonObject
  onChange(block: JsonObject): void
  onCopy(): void
  onRemove(): void
}

/** The settings of the selected block: its data, and the words of its shape. */
export function BlockSettings({ block, onChange, onCopy, onRemove }: Props) {
  const data = useBlockSource(block.source)
  const [isWhole, setWhole] = useState(false)
  const isListed = useCallback((key: string) => isWhole || frequent.has(key), [isWhole])
  const title = blockTitle(block)
  const type = String(block.type)
  const hasData = ['statistic', 'chart', 'table', 'description'].includes(type)
  return (
    <aside className="view-design-settings" aria-label={`${title}的设置`}>
      <PaneHead
        title={isBlockType(type) ? blockTypes[type].title : title}
        name={type}
        isWhole={isWhole}
        onWhole={setWhole}
      />
      {hasData && <BlockData block={block} data={data} onChange={onChange} />}
      <PanelSettings
        word={`block.${type}`}
        title={title}
        value={block}
        isListed={isListed}
        fieldKeys={data.fields.map(({ key, title }) => ({ value: key, text: title }))}
        onChange={onChange}
      />
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
