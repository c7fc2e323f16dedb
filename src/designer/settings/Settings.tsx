import { Select } from 'antd'
import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { AnyFieldType, FieldTypes } from '#runtime/contract/contract.ts'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import { loadPanel } from '#runtime/fields/kit/panels.ts'
import { isSameJson, type JsonObject } from '#runtime/kernel/json.ts'
import { typeGroups } from '#runtime/preview/type-groups.ts'
import { noLookup } from '#runtime/schema/field-value.ts'
import { hasCapability } from '#runtime/schema/kinds/plans.ts'
import type { PanelWord, SettingsPanel } from '#runtime/schema/settings/settings-node.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import type { Companion } from '../api.ts'
import { declaresFields, type FieldPath, fieldAt, getKey, listFields } from '../document-edit.ts'
import { type ExpressionPlace, ExpressionPlaceProvider } from '../formula/expression-place.ts'
import { listExpressionWords } from '../formula/expression-words.ts'
import { useDesigned } from '../useDesigned.ts'
import { documentPanelTitle } from './document-panel.ts'
import { FieldName } from './FieldName.tsx'
import { OffersProvider, offersOfField, useDocumentOffers } from './offers.ts'
import { PanelEditor } from './PanelEditor.tsx'
import { type FieldKey, PanelForm } from './PanelForm.tsx'
import { PaneHead, PanelSettings } from './PanelSettings.tsx'
import type { PanelPath } from './panel-path.ts'
import { RuleSwitches } from './RuleSwitches.tsx'

const DictionaryChoice = lazyPart(
  async () => (await import('../dictionary/DictionaryChoice.tsx')).DictionaryChoice,
)
const PickerChoice = lazyPart(async () => (await import('../picker/PickerChoice.tsx')).PickerChoice)
const FieldMapping = lazyPart(async () => (await import('../picker/FieldMapping.tsx')).FieldMapping)
const Formulas = lazyPart(async () => (await import('../formula/Formulas.tsx')).Formulas)
const RuleTemplates = lazyPart(async () => (await import('./rules/RuleTemplates.tsx')).RuleTemplates)

interface Props {
  field: JsonObject
  /** Where the field stands; absent: in a form. */
  place?: 'field' | 'column'
  /** Whether the field was added just now: its name is typed first. */
  isNew?: boolean
  isWhole: boolean
  onWhole(isWhole: boolean): void
  /** The place of the field, for its expressions and their trial on a record; absent where there are no records. */
  trial?: {
    document: JsonObject
    path: FieldPath
    servedId: string | null
    onSelect(path: FieldPath): void
  }
  /** The new documents that are released with this one. */
  companions?: readonly Companion[]
  fieldKeys: readonly FieldKey[]
  /** Renames the field; present where it is released. */
  onRename?: ((to: string) => void) | undefined
  /** Receives the field, and the fields that its settings add behind it. */
  onChange(field: JsonObject, added?: readonly JsonObject[]): void
  /** Changes the field as it is when an answer has come. */
  onUpdate(edit: (present: JsonObject) => JsonObject): void
}

const noCompanions: readonly Companion[] = []
const noPath: FieldPath = []

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

/** Whether the values of a field of the type are numbers. */
const hasNumbers = (types: FieldTypes, type: string, valueType: unknown): boolean => {
  const read = types.get(type)?.fromText('1', { key: 'value', type }, noLookup)
  return valueType === 'number' || (read?.ok === true && typeof read.value === 'number')
}

/** Whether a setting changes anything in a field of a type. */
function isUseful(type: AnyFieldType | undefined, { appliesTo }: PanelWord, isNumber: boolean): boolean {
  if (!type || appliesTo?.values === undefined) return true
  const hasValue = type.dataType !== 'rows'
  if (appliesTo.values === 'number') return isNumber
  if (appliesTo.values === 'queried') return hasValue && type.query !== null
  if (appliesTo.values === 'single') return hasValue
  const plain = { key: 'value', type: type.type }
  return !isSameJson(type.column(plain), type.column({ ...plain, length: 7 }))
}

/** Whether panels show a keyword of a field before 全部 is chosen. */
const isCommonIn = ({ isCommon }: PanelWord, place: 'field' | 'column'): boolean =>
  isCommon === true || isCommon === place

/** A number that is typed as the default value is one where the values of the field are numbers. */
const defaultNumber = (word: PanelWord): PanelWord =>
  word.field.key === 'defaultValue' ? { ...word, shape: 'scalar' } : word

/** The settings of the selected field, written into the document as they are typed. */
export function Settings({
  field,
  place = 'field',
  isNew = false,
  isWhole,
  onWhole,
  trial,
  companions = noCompanions,
  fieldKeys,
  onRename,
  onChange,
  onUpdate,
}: Props) {
  const type = String(field.type ?? '')
  const { valueType } = field
  const types = useFieldTypes()
  const loaded = usePanel(type)
  const isNumber = hasNumbers(types, type, valueType)
  const panel = useMemo(() => (isNumber ? loaded?.map(defaultNumber) : loaded), [isNumber, loaded])
  const titleWord = useMemo(() => panel?.filter((word) => word.field.key === 'title') ?? [], [panel])
  const expressions = useMemo(() => listExpressionWords(panel ?? []), [panel])
  const title = String(field.title ?? getKey(field))
  // The words that the field had at first stay, so that clearing one does not remove its input.
  const [present] = useState(() => new Set(Object.keys(field)))
  // Expressions have an editor of their own.
  const hasTrial = trial !== undefined
  const isListed = useCallback(
    (word: PanelWord) => {
      const { key } = word.field
      if (word.editor === 'head' || (hasTrial && word.editor !== undefined)) return false
      if (present.has(key)) return true
      return isWhole
        ? word.replacedBy === undefined
        : isCommonIn(word, place) && isUseful(types.get(type), word, isNumber)
    },
    [isWhole, present, hasTrial, place, types, type, isNumber],
  )
  const basics = useRef<HTMLDivElement>(null)
  const hasTitle = titleWord.length > 0
  const hasFocused = useRef(!isNew)
  useEffect(() => {
    if (hasFocused.current || !hasTitle) return
    hasFocused.current = true
    basics.current?.querySelector('input')?.select()
  }, [hasTitle])
  const dictionaries = useMemo(
    () => companions.filter(({ body }) => hasCapability(body, 'hasChoices')),
    [companions],
  )
  const pickers = useMemo(
    () => companions.filter(({ body }) => hasCapability(body, 'picksRecords')),
    [companions],
  )
  const commonKeys = useMemo(
    () => new Set(panel?.filter((word) => isCommonIn(word, place)).map(({ field: { key } }) => key)),
    [panel, place],
  )
  const siblings = useMemo(() => new Set(fieldKeys.map(({ value }) => value)), [fieldKeys])
  const levelFields = trial
    ? listFields(fieldAt(trial.document, trial.path.slice(0, -1)) ?? trial.document)
    : []
  return (
    <aside className="view-design-settings" aria-label={`${title}的设置`}>
      <PaneHead title={title} name={getKey(field)} isWhole={isWhole} onWhole={onWhole} />
      <div className="view-design-basics" ref={basics}>
        <PanelForm words={titleWord} value={field} fieldKeys={fieldKeys} onChange={onChange} />
        <div className="view-design-row">
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
        <FieldName field={field} siblings={siblings} onRename={onRename} onChange={onChange} />
        {panel?.some(({ field: { key } }) => key === 'dictCode') && (
          <Suspense>
            <DictionaryChoice field={field} drafts={dictionaries} onChange={onChange} />
          </Suspense>
        )}
        {panel?.some(({ field: { key } }) => key === 'popupCode') && (
          <Suspense>
            <PickerChoice field={field} drafts={pickers} siblings={siblings} onUpdate={onUpdate} />
          </Suspense>
        )}
        {hasTrial && panel?.some(({ editor }) => editor === 'mapping') && (
          <Suspense>
            <FieldMapping field={field} siblings={levelFields} drafts={pickers} onChange={onChange} />
          </Suspense>
        )}
        {hasTrial && <RuleSwitches field={field} onChange={onChange} />}
        {hasTrial && (
          <Suspense>
            <RuleTemplates field={field} siblings={levelFields} onChange={onChange} />
          </Suspense>
        )}
      </div>
      {panel && (
        <ExpressionPlaceProvider value={trial ?? null}>
          <OffersProvider value={offersOfField}>
            <PanelEditor
              key={type}
              title={title}
              panel={panel}
              value={field}
              isListed={isListed}
              fieldKeys={fieldKeys}
              onChange={onChange}
            />
          </OffersProvider>
        </ExpressionPlaceProvider>
      )}
      {trial && panel && (
        <Suspense>
          <Formulas
            {...trial}
            field={field}
            words={expressions}
            isOffered={(key) => isWhole || commonKeys.has(key)}
            onChange={onChange}
          />
        </Suspense>
      )}
    </aside>
  )
}

interface DocumentProps extends Pick<Props, 'isWhole' | 'onWhole'> {
  document: JsonObject
  /** Selected again: the part that the address names was open before. */
  isAgain?: boolean
  /** The id under which it is served, to try expressions on one of its records. */
  servedId?: string | null
  fieldKeys: readonly FieldKey[]
  /** What else is offered where a part is open. */
  tools?(path: PanelPath): ReactNode
  onChange(document: JsonObject): void
}

/** The settings of a document itself: of a screen its list, form, buttons, table, menu and all other parts. */
export function DocumentSettings(props: DocumentProps) {
  const { document, isAgain, servedId = null, isWhole, onWhole, fieldKeys, tools, onChange } = props
  const isListed = useCallback(({ isCommon }: PanelWord) => isWhole || isCommon === true, [isWhole])
  const title = documentPanelTitle(document) ?? '文档'
  const { part } = useDesigned()
  const offers = useDocumentOffers(document)
  const place = useMemo(
    (): ExpressionPlace | null => (declaresFields(document) ? { document, path: noPath, servedId } : null),
    [document, servedId],
  )
  return (
    <aside className="view-design-settings" aria-label={`${String(document.title ?? document.id)}的设置`}>
      <PaneHead title={title} name={String(document.id)} isWhole={isWhole} onWhole={onWhole} />
      <ExpressionPlaceProvider value={place}>
        <OffersProvider value={offers}>
          <PanelSettings
            word={`document.${String(document.kind)}`}
            title={title}
            value={document}
            firstOpen={isAgain ? null : part}
            isListed={isListed}
            fieldKeys={fieldKeys}
            {...(tools && { tools })}
            onChange={onChange}
          />
        </OffersProvider>
      </ExpressionPlaceProvider>
    </aside>
  )
}
