import { isJsonObject, isSameJson, type JsonObject } from '#runtime/kernel/json.ts'
import { getSpan } from '#runtime/schema/derive.ts'
import { withFlowFields, withoutStates } from '#runtime/schema/kinds/screen/flow-fields.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { fieldAt, getKey, insertField, listFields, replaceField } from '../document-edit.ts'
import { type Arrangement, type FieldPlace, placeField, readArrangement } from './arrangement.ts'

/** A screen whose form is laid out. */
export interface LaidOut {
  /** The draft as it is written: a screen, or an overlay with its differences. */
  document: JsonObject
  /** The screen that is drawn: the draft, an overlay merged into its bases. */
  screen: ScreenDocument
  /** The merged bases of an overlay; null for a screen. */
  base: JsonObject | null
}

function withoutKey(part: JsonObject, key: string): JsonObject {
  const { [key]: _, ...rest } = part
  return rest
}

/** A part with another value of a word; undefined removes it. In an overlay only what differs from the base is written. */
function withWord(part: JsonObject, base: JsonObject | null, word: string, value: unknown): JsonObject {
  const inherited = base?.[word]
  if (isSameJson(value ?? null, inherited ?? null)) return withoutKey(part, word)
  return { ...part, [word]: value ?? null }
}

const asPart = (value: unknown): JsonObject => (isJsonObject(value) ? value : {})
const withPart = (holder: JsonObject, key: string, part: JsonObject): JsonObject =>
  Object.keys(part).length === 0 ? withoutKey(holder, key) : { ...holder, [key]: part }

function withFormWord({ document, base }: LaidOut, word: string, value: unknown): JsonObject {
  const form = withWord(asPart(document.form), base && asPart(base.form), word, value)
  return withPart(document, 'form', form)
}

/** The draft with another value of a setting of a field of the head. */
function withSetting({ document, base }: LaidOut, key: string, word: string, value: unknown): JsonObject {
  if (base) {
    const changes = listFields(document)
    const written = changes.find((change) => getKey(change) === key)
    const changed = withWord(written ?? { key }, fieldAt(base, [key]) ?? null, word, value)
    const rest = Object.keys(changed).length > 1 ? [changed] : []
    const fields = written
      ? changes.flatMap((change) => (change === written ? rest : [change]))
      : [...changes, ...rest]
    return fields.length === 0 ? withoutKey(document, 'fields') : { ...document, fields }
  }
  const field = fieldAt(document, [key])
  if (field) return replaceField(document, [key], withWord(field, null, word, value))
  // The document declares a field that its flow makes.
  const made = fieldAt(withFlowFields(document), [key])
  if (!made) return document
  const declared = insertField(document, [], listFields(document).length, withWord(made, null, word, value))
  return isJsonObject(document.flow) && document.flow.field === key ? withoutStates(declared) : declared
}

/** The number of columns of the form; undefined for the automatic one. */
export const withColumns = (laidOut: LaidOut, columns: number | undefined): JsonObject =>
  withFormWord(laidOut, 'columnCount', columns)

/** The draft with another width of a field, within the columns of the form. */
export function withSpan(laidOut: LaidOut, key: string, span: number, columns: number): JsonObject {
  const field = laidOut.screen.fields.find((entry) => entry.key === key)
  const width = Math.min(columns, Math.max(1, Math.round(span)))
  if (!field || width === getSpan(field)) return laidOut.document
  if (isJsonObject(field.form) && field.form.span !== undefined)
    return withSetting(laidOut, key, 'form', { ...field.form, span: width })
  return withSetting(laidOut, key, 'span', width === 1 ? undefined : width)
}

/** The `form` of a field that forms show: what its base says, where that shows it. */
function shownForm({ base }: LaidOut, key: string): unknown {
  const form = base && fieldAt(base, [key])?.form
  return form === false || form === null ? undefined : form
}

/** The draft with another arrangement of its form. */
export function withArrangement(laidOut: LaidOut, arrangement: Arrangement): JsonObject {
  const before = readArrangement(laidOut.screen)
  if (arrangement === before) return laidOut.document
  let { document } = laidOut
  for (const key of arrangement.left.filter((entry) => !before.left.includes(entry)))
    document = withSetting({ ...laidOut, document }, key, 'form', false)
  for (const key of before.left.filter((entry) => !arrangement.left.includes(entry)))
    document = withSetting({ ...laidOut, document }, key, 'form', shownForm(laidOut, key))
  if (arrangement.isAutomatic) return document
  const { groups } = arrangement
  return withFormWord({ ...laidOut, document }, 'groups', groups.length > 0 ? groups : undefined)
}

/**
 * The draft with a new field at a place of its form, and beside the same neighbour in `fields`. The groups stay automatic
 * where the position in `fields` is enough.
 */
export function withNewField(
  laidOut: LaidOut,
  arrangement: Arrangement,
  field: JsonObject,
  place: FieldPlace,
): JsonObject {
  const key = String(field.key)
  const { fields = [] } = arrangement.groups[place.group] ?? {}
  const keys = laidOut.screen.fields.map((entry) => entry.key)
  const before = keys.indexOf(fields[place.at - 1] ?? '')
  const behind = keys.indexOf(fields[place.at] ?? '')
  const at = before >= 0 ? before + 1 : behind >= 0 ? behind : keys.length
  const document = insertField(laidOut.document, [], at, field)
  const goal = placeField(arrangement, key, place)
  const now = readArrangement(withFlowFields(document) as unknown as ScreenDocument)
  if (now.isAutomatic && isSameJson(now.groups, goal.groups)) return document
  return withFormWord({ ...laidOut, document }, 'groups', goal.groups)
}
