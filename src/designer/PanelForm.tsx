import { useMemo, useRef, useState } from 'react'
import { isSameJson, type JsonObject } from '#runtime/kernel/json.ts'
import type { PanelNode, PanelWord } from '#runtime/schema/settings-node.ts'
import { readPanel, writePanel } from '#runtime/schema/settings-panel.ts'
import type { Field, ScreenDocument } from '#runtime/schema/types.ts'
import { ImmediateForm } from '#runtime/screens/form/ImmediateForm.tsx'
import { partUrl } from './document-edit.ts'
import type { PanelPath } from './panel-path.ts'

interface Props {
  /** The words that the form edits; those with a panel of their own are not among them. */
  words: readonly PanelWord[]
  value: JsonObject
  /** The keys of fields with their titles, which words with a field's key offer. */
  fieldKeys: readonly FieldKey[]
  onChange(value: JsonObject): void
}

/** A field of the document, as words that name a field offer it. */
export interface FieldKey {
  value: string
  text: string
}

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

/** The pattern of words that name a field. */
const keyPattern = '^[A-Za-z][A-Za-z0-9_]{0,63}$'
/** Words of this pattern that name something else: the field itself, a button, or a field of another screen. */
const otherNames: ReadonlySet<string> = new Set(['key', 'code', 'renamedFrom', 'by', 'fk', 'ref', 'value'])

/** Whether a word contains the key of a field of the document. */
export const isFieldKey = ({ key, type, validateRules }: Field): boolean =>
  type === 'input' &&
  !otherNames.has(key) &&
  (validateRules ?? []).some(({ pattern }) => pattern === keyPattern)

const offered = (field: Field, options: readonly FieldKey[]): Field =>
  isFieldKey(field) ? { ...field, type: 'select', options: [...options], allowInput: true } : field

/** The words of a part of the document as a form of the runtime, written into the document as they are typed. */
export function PanelForm({ words, value, fieldKeys, onChange }: Props) {
  // The last value that this form has written: another one comes from a selection, from undo or from the source.
  const [start, setStart] = useState({ value, round: 0 })
  const [written, setWritten] = useState(value)
  if (value !== written && !isSameJson(value, written)) {
    setWritten(value)
    setStart({ value, round: start.round + 1 })
  }
  // The offered fields are those of the beginning: a title that is being typed must not renew its own form.
  const offeredKeys = useRef(fieldKeys)
  offeredKeys.current = fieldKeys
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round is another form
  const screen = useMemo(
    (): ScreenDocument => ({
      version: 1,
      kind: 'screen',
      id: 'designer/settings',
      title: '设置',
      url: partUrl,
      fields: words.map((word) => offered(word.field, offeredKeys.current)),
      form: { columns: 1 },
    }),
    [words, start.round],
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
  return <ImmediateForm key={start.round} screen={screen} record={readPanel(words, value)} onChange={write} />
}
