import { Segmented, Select } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { useFieldTypes } from '#runtime/fields/context.tsx'
import { loadPanel } from '#runtime/fields/kit/panels.ts'
import { isSameJson, type JsonObject } from '#runtime/kernel/json.ts'
import { type PanelWord, readPanel, type SettingsPanel, writePanel } from '#runtime/schema/settings-panel.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { ImmediateForm } from '#runtime/screens/form/ImmediateForm.tsx'
import { typeGroups } from '#views/catalogue/groups.ts'
import { keyOf } from './document-edit.ts'

/** The settings of most fields; the others are under 全部. */
const frequent: ReadonlySet<string> = new Set([
  ...['key', 'title', 'width', 'span', 'length', 'scale', 'defaultValue', 'compute', 'disabled'],
  ...[
    'showIf',
    'statistics',
    'query',
    'isOrder',
    'help',
    'validateRules',
    'options',
    'dictCode',
    'popupCode',
  ],
])

interface Props {
  field: JsonObject
  onChange(field: JsonObject): void
}

/** All settings of a field type: those of every field and its own, made from the shapes of the language. */
function usePanel(type: string): SettingsPanel | null {
  const types = useFieldTypes()
  const [loaded, setLoaded] = useState<{ type: string; panel: SettingsPanel } | null>(null)
  useEffect(() => {
    let isGone = false
    const load = async () => {
      const [common, special = []] = await Promise.all([
        loadPanel('field'),
        types.get(type)?.designer.settings?.(),
      ])
      if (!isGone) setLoaded({ type, panel: [...common, ...special] })
    }
    void load()
    return () => {
      isGone = true
    }
  }, [type, types])
  return loaded?.type === type ? loaded.panel : null
}

/** The settings of the selected field, written into the document as they are typed. */
export function Settings({ field, onChange }: Props) {
  const type = String(field.type ?? '')
  const panel = usePanel(type)
  const [isWhole, setWhole] = useState(false)
  const title = String(field.title ?? keyOf(field))
  return (
    <aside className="view-design-settings" aria-label={`${title}的设置`}>
      <div className="view-design-pane-head">
        <b>{title}</b>
        <code>{keyOf(field)}</code>
        <span className="pro-gap" />
        <Segmented
          size="small"
          aria-label="显示哪些设置"
          value={isWhole ? 'whole' : 'frequent'}
          options={[
            { value: 'frequent', label: '常用' },
            { value: 'whole', label: '全部' },
          ]}
          onChange={(value) => setWhole(value === 'whole')}
        />
      </div>
      <div className="view-design-type">
        <span>类型</span>
        <Select
          aria-label="类型"
          value={type}
          showSearch
          optionFilterProp="label"
          options={typeGroups('').map((group) => ({
            label: group.title,
            options: group.types.map((entry) => ({ value: entry.type, label: entry.designer.label })),
          }))}
          onChange={(value: string) => onChange({ ...field, type: value })}
        />
      </div>
      {panel && (
        <PanelForm
          key={`${type} ${isWhole}`}
          panel={panel}
          isWhole={isWhole}
          field={field}
          onChange={onChange}
        />
      )}
    </aside>
  )
}

interface PanelProps extends Props {
  panel: SettingsPanel
  isWhole: boolean
}

function PanelForm({ panel, isWhole, field, onChange }: PanelProps) {
  // The last field that this form has written: another one comes from a selection, from undo or from the source.
  const [start, setStart] = useState({ field, round: 0 })
  const [written, setWritten] = useState(field)
  if (field !== written && !isSameJson(field, written)) {
    setWritten(field)
    setStart({ field, round: start.round + 1 })
  }
  const words = useMemo(
    () => panel.filter((word) => isWhole || isFrequent(word, start.field)),
    [panel, isWhole, start],
  )
  const screen = useMemo(
    (): ScreenDocument => ({
      version: 1,
      kind: 'screen',
      id: 'designer/settings',
      title: '设置',
      fields: words.map((word) => word.field),
      form: { columns: 1 },
    }),
    [words],
  )
  const keys = new Set(words.map((word) => word.field.key))
  const write = (record: Readonly<Record<string, unknown>>) => {
    const rest = Object.fromEntries(Object.entries(field).filter(([key]) => !keys.has(key)))
    const next: JsonObject = { ...rest, ...writePanel(words, { ...record }, field) }
    // A field without a key cannot be found again.
    if (!next.key || isSameJson(next, field)) return
    setWritten(next)
    onChange(next)
  }
  return <ImmediateForm key={start.round} screen={screen} record={readPanel(words, field)} onChange={write} />
}

const isFrequent = ({ field }: PanelWord, settings: JsonObject): boolean =>
  frequent.has(field.key) || Object.hasOwn(settings, field.key)
