import { Segmented } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { loadPanel } from '#runtime/fields/kit/panels.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import type { PanelWord, SettingsPanel } from '#runtime/schema/settings/settings-node.ts'
import { PanelEditor } from './PanelEditor.tsx'
import type { FieldKey } from './PanelForm.tsx'
import type { PanelPath } from './panel-path.ts'

interface Props {
  /** The name of the panel: `document.…` of a document, `block.…` of a block. */
  word: string
  title: string
  value: JsonObject
  isListed(word: PanelWord): boolean
  fieldKeys: readonly FieldKey[]
  firstOpen?: string | null
  tools?(path: PanelPath): ReactNode
  onChange(value: JsonObject): void
}

/** The settings of a part of a document, made from its shape. */
export function PanelSettings({ word, ...props }: Props) {
  const [loaded, setLoaded] = useState<{ word: string; panel: SettingsPanel } | null>(null)
  useEffect(() => {
    let isGone = false
    void loadPanel(word).then((panel) => !isGone && setLoaded({ word, panel }))
    return () => {
      isGone = true
    }
  }, [word])
  return loaded?.word === word && <PanelEditor key={word} panel={loaded.panel} {...props} />
}

interface HeadProps {
  title: string
  name: string
  isWhole: boolean
  onWhole(isWhole: boolean): void
}

/** The head of a pane of settings, with the choice between the frequent ones and all. */
export const PaneHead = ({ title, name, isWhole, onWhole }: HeadProps) => (
  <div className="view-design-pane-head">
    <b>{title}</b>
    <code>{name}</code>
    <span className="pro-gap" />
    <Segmented
      size="small"
      aria-label="显示哪些设置"
      value={isWhole ? 'whole' : 'frequent'}
      options={[
        { value: 'frequent', label: '常用' },
        { value: 'whole', label: '全部' },
      ]}
      onChange={(value) => onWhole(value === 'whole')}
    />
  </div>
)
