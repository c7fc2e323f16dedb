import { Select } from 'antd'
import { useCallback, useEffect, useState } from 'react'
import { useFieldTypes } from '#runtime/fields/context.tsx'
import { loadPanel } from '#runtime/fields/kit/panels.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { hasKind } from '#runtime/schema/kinds/written.ts'
import type { SettingsPanel } from '#runtime/schema/settings-node.ts'
import { typeGroups } from '#views/catalogue/groups.ts'
import { type FieldPath, keyOf } from './document-edit.ts'
import { FormulaTrial } from './FormulaTrial.tsx'
import { PanelEditor } from './PanelEditor.tsx'
import type { FieldKey } from './PanelForm.tsx'
import { PaneHead, PanelSettings } from './PanelSettings.tsx'

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

/** The settings of most screens and panels; the others are under 全部. */
const frequentOfDocument: ReadonlySet<string> = new Set([
  ...['title', 'menu', 'table', 'list', 'form', 'actions', 'flow', 'rowRules', 'related', 'import'],
  ...['columns', 'filters', 'refresh', 'greeting'],
])

interface Props {
  field: JsonObject
  /** Where the field is, for a trial of its formula on a record; absent where there are no records. */
  trial?: { document: JsonObject; path: FieldPath; isServed: boolean }
  fieldKeys: readonly FieldKey[]
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
export function Settings({ field, trial, fieldKeys, onChange }: Props) {
  const type = String(field.type ?? '')
  const panel = usePanel(type)
  const [isWhole, setWhole] = useState(false)
  const title = String(field.title ?? keyOf(field))
  // The words that the field had at first stay, so that clearing one does not remove its input.
  const [present] = useState(() => new Set(Object.keys(field)))
  const isListed = useCallback(
    (key: string) => isWhole || frequent.has(key) || present.has(key),
    [isWhole, present],
  )
  const write = (next: JsonObject) => {
    // A field without a key cannot be found again.
    if (next.key) onChange(next)
  }
  return (
    <aside className="view-design-settings" aria-label={`${title}的设置`}>
      <PaneHead title={title} name={keyOf(field)} isWhole={isWhole} onWhole={setWhole} />
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
        <PanelEditor
          key={type}
          title={title}
          panel={panel}
          value={field}
          isListed={isListed}
          fieldKeys={fieldKeys}
          onChange={write}
        />
      )}
      {trial && <FormulaTrial {...trial} field={field} onChange={write} />}
    </aside>
  )
}

interface DocumentProps {
  document: JsonObject
  fieldKeys: readonly FieldKey[]
  onChange(document: JsonObject): void
}

/** The settings of a screen or a panel itself: its list, form, buttons, table, menu and all other parts. */
export function DocumentSettings({ document, fieldKeys, onChange }: DocumentProps) {
  const [isWhole, setWhole] = useState(false)
  const isListed = useCallback((key: string) => isWhole || frequentOfDocument.has(key), [isWhole])
  const title = hasKind(document, 'panel') ? '面板' : '界面'
  return (
    <aside className="view-design-settings" aria-label={`${String(document.title ?? document.id)}的设置`}>
      <PaneHead title={title} name={String(document.id)} isWhole={isWhole} onWhole={setWhole} />
      <PanelSettings
        word={`document.${String(document.kind)}`}
        title={title}
        value={document}
        isListed={isListed}
        fieldKeys={fieldKeys}
        onChange={onChange}
      />
    </aside>
  )
}
