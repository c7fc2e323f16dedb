import { Select } from 'antd'
import { Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { useFieldTypes } from '#runtime/fields/context.tsx'
import { loadPanel } from '#runtime/fields/kit/panels.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import type { SettingsPanel } from '#runtime/schema/settings-node.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { typeGroups } from '#views/catalogue/groups.ts'
import { type FieldPath, keyOf } from './document-edit.ts'
import { type ExpressionWord, expressionWords } from './formula/dependencies.ts'
import { FormulaFields } from './formula/FormulaFields.tsx'
import { FormulaTrial } from './formula/FormulaTrial.tsx'
import { PanelEditor } from './PanelEditor.tsx'
import type { FieldKey } from './PanelForm.tsx'
import { PaneHead, PanelSettings } from './PanelSettings.tsx'

const DictionaryChoice = lazyPart(
  async () => (await import('./dictionary/DictionaryChoice.tsx')).DictionaryChoice,
)
const PickerChoice = lazyPart(async () => (await import('./picker/PickerChoice.tsx')).PickerChoice)

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
  ...['code', 'source', 'fields', 'query', 'returns', 'select', 'look', 'width', 'items', 'valueType'],
])

/** The expressions that most fields have. */
const frequentExpressions: readonly ExpressionWord[] = ['compute', 'showIf']
const isExpression = (key: string): boolean => expressionWords.some((word) => word === key)

interface Props {
  field: JsonObject
  /** The place of the field, for its expressions and their trial on a record; absent where there are no records. */
  trial?: {
    document: JsonObject
    path: FieldPath
    isServed: boolean
    onSelect(path: FieldPath): void
  }
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
  // Expressions have an editor of their own.
  const hasTrial = trial !== undefined
  const isListed = useCallback(
    (key: string) => !(hasTrial && isExpression(key)) && (isWhole || frequent.has(key) || present.has(key)),
    [isWhole, present, hasTrial],
  )
  const siblings = useMemo(() => new Set(fieldKeys.map(({ value }) => value)), [fieldKeys])
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
      {panel?.some(({ field: { key } }) => key === 'dictCode') && (
        <Suspense>
          <DictionaryChoice field={field} onChange={write} />
        </Suspense>
      )}
      {panel?.some(({ field: { key } }) => key === 'popupCode') && (
        <Suspense>
          <PickerChoice field={field} siblings={siblings} onChange={write} />
        </Suspense>
      )}
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
      {trial && panel && (
        <Suspense>
          <FormulaFields
            {...trial}
            field={field}
            offered={isWhole ? expressionWords : frequentExpressions}
            onChange={write}
          />
          <FormulaTrial {...trial} field={field} />
        </Suspense>
      )}
    </aside>
  )
}

const documentTitles: Readonly<Record<string, string>> = {
  screen: '界面',
  panel: '看板',
  picker: '选择窗口',
  dict: '字典',
}

/** Whether the settings of a document have a panel. */
export const hasDocumentPanel = ({ kind }: JsonObject): boolean => Object.hasOwn(documentTitles, String(kind))

interface DocumentProps {
  document: JsonObject
  fieldKeys: readonly FieldKey[]
  onChange(document: JsonObject): void
}

/** The settings of a document itself: of a screen its list, form, buttons, table, menu and all other parts. */
export function DocumentSettings({ document, fieldKeys, onChange }: DocumentProps) {
  const [isWhole, setWhole] = useState(false)
  const isListed = useCallback((key: string) => isWhole || frequentOfDocument.has(key), [isWhole])
  const title = documentTitles[String(document.kind)] ?? '文档'
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
