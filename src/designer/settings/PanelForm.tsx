import { useMemo, useRef, useState } from 'react'
import { WidgetsProvider } from '#runtime/contract/widgets.ts'
import { fieldTypes } from '#runtime/fields/index.ts'
import { isSameJson, type JsonObject } from '#runtime/kernel/json.ts'
import { usualType } from '#runtime/schema/field-value.ts'
import { currentVersion } from '#runtime/schema/names/document-version.ts'
import type { PanelNode, PanelWord } from '#runtime/schema/settings/settings-node.ts'
import { readPanel, writePanel } from '#runtime/schema/settings/settings-panel.ts'
import { type Field, isDetail, type ScreenDocument } from '#runtime/schema/types.ts'
import { ImmediateForm } from '#runtime/screens/form/ImmediateForm.tsx'
import { partUrl } from '../document-edit.ts'
import { namesField } from '../field-names.ts'
import { useExpressionWidgets, widgetsByHold } from '../formula/expression-widget.ts'
import { menuGroups, useMenuTree } from '../useMenuTree.ts'
import { type Offer, useAllOffers } from './offers.ts'
import type { PanelPath } from './panel-path.ts'

interface Props {
  /** The words that the form edits; those with a panel of their own are not among them. */
  words: readonly PanelWord[]
  /** Where the part stands that has the words. */
  path?: PanelPath
  value: JsonObject
  /** The keys of fields with their titles, which words with a field's key offer. */
  fieldKeys: readonly FieldKey[]
  onChange(value: JsonObject): void
}

/** A field of the document, as words that name a field offer it. */
export type FieldKey = Offer

/** The properties of an editor of a part of a document. */
export interface NodeProps {
  node: PanelNode
  value: unknown
  path: PanelPath
  fieldKeys: readonly FieldKey[]
  onChange(value: unknown): void
  /** Opens a part of the value in its place. */
  onOpen(step: string | number): void
}

/** The patterns of words that name a group of the menu, and an icon. */
const groupPattern = '^[a-z][a-z0-9-]{0,39}$'
const iconPattern = '^[A-Za-z0-9:-]{1,60}$'
const hasPattern = ({ type, validateRules }: Field, isWanted: (pattern: unknown) => boolean): boolean =>
  fieldTypes.get(type)?.dataType === 'text' && (validateRules ?? []).some(({ pattern }) => isWanted(pattern))

/** Whether a word contains the key of a field of the document. */
export const isFieldKey = (field: Field): boolean =>
  hasPattern(field, (pattern) => namesField(field.key, pattern))

const isMenuGroup = (field: Field): boolean =>
  field.key === 'parent' && hasPattern(field, (pattern) => pattern === groupPattern)

const isIcon = (field: Field): boolean =>
  field.key === 'icon' && hasPattern(field, (pattern) => pattern === iconPattern)

const withOptions = (field: Field, options: readonly Offer[]): Field => ({
  ...field,
  type: usualType(fieldTypes, 'choice'),
  options: [...options],
  allowInput: true,
})

const offered = (field: Field, keys: readonly FieldKey[], groups: readonly FieldKey[]): Field => {
  if (isIcon(field)) return { ...field, widget: 'menu-icon' }
  if (isDetail(field)) return { ...field, fields: field.fields.map((inner) => offered(inner, keys, groups)) }
  const options = isFieldKey(field) ? keys : isMenuGroup(field) ? groups : []
  return options.length > 0 || isFieldKey(field) ? withOptions(field, options) : field
}

/** The groups of the menu with their names, where a word names one; the same list until another answer arrives. */
function useOfferedGroups(words: readonly PanelWord[]): readonly FieldKey[] {
  const { data } = useMenuTree(words.some(({ field }) => isMenuGroup(field)))
  return useMemo(() => menuGroups(data ?? []).map(({ id, name }) => ({ value: id, text: name })), [data])
}

const noPath: PanelPath = []

/** The words of a part of the document as a form of the runtime, written into the document as they are typed. */
export function PanelForm({ words, path = noPath, value, fieldKeys, onChange }: Props) {
  // The last values that this form has written: others come from a selection, from undo or from the source.
  const [round, setRound] = useState(0)
  const [written, setWritten] = useState(value)
  if (value !== written) {
    setWritten(value)
    if (!isSameJson(readPanel(words, value), readPanel(words, written))) setRound(round + 1)
  }
  const groups = useOfferedGroups(words)
  const widgets = useExpressionWidgets()
  // The offered fields are those of the beginning: a title that is being typed must not renew its own form.
  const offers = useAllOffers()
  const atFirst = useRef({ fieldKeys, offers })
  atFirst.current = { fieldKeys, offers }
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round is another form
  const screen = useMemo(
    (): ScreenDocument => ({
      version: currentVersion,
      kind: 'screen',
      id: 'designer/settings',
      title: '设置',
      url: partUrl,
      fields: words.map((word) => {
        const { field } = word
        const { fieldKeys: keys, offers } = atFirst.current
        if (widgets && word.holds) return { ...field, widget: widgetsByHold[word.holds] }
        const options = offers([...path, field.key], word)
        return options ? withOptions(field, options) : offered(field, keys, groups)
      }),
      form: { columnCount: 1 },
    }),
    [words, round, groups, widgets],
  )
  const keys = new Set(words.map((word) => word.field.key))
  const write = (record: Readonly<Record<string, unknown>>) => {
    const rest = Object.fromEntries(Object.entries(value).filter(([key]) => !keys.has(key)))
    const next: JsonObject = { ...rest, ...writePanel(words, { ...record }, value) }
    if (isSameJson(next, value)) return
    setWritten(next)
    onChange(next)
  }
  if (words.length === 0) return null
  const form = <ImmediateForm key={round} screen={screen} record={readPanel(words, value)} onChange={write} />
  return widgets ? <WidgetsProvider value={widgets}>{form}</WidgetsProvider> : form
}
