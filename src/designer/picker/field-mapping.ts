import { fieldTypes } from '#runtime/fields/index.ts'
import { isJsonObject, type JsonObject, listTexts } from '#runtime/kernel/json.ts'
import { findCopyFault } from '#runtime/schema/checks/expressions/expression-types.ts'
import { usualType, valueHalf } from '#runtime/schema/field-value.ts'
import { freeKey, getKey, keyOfTitle } from '../document-edit.ts'

/** A value of the chosen record or option, and the field of this document that receives it; an empty text is not chosen yet. */
export interface MappedPair {
  source: string
  target: string
}

/** A value that a chosen record or option has; `field` describes it, where a field of a document holds it. */
export interface MappingSource {
  key: string
  title: string
  field?: JsonObject
  /** Whether the picker shows it as a column. */
  isShown: boolean
}

/** What a field writes where when a record is chosen, in the order of the document. */
export function readMapping({ take, orgFields, destFields }: JsonObject): MappedPair[] {
  if (isJsonObject(take))
    return Object.entries(take).map(([target, source]) => ({ source: String(source), target }))
  const targets = listTexts(destFields)
  return listTexts(orgFields).map((source, at) => ({ source, target: targets[at] ?? '' }))
}

/** The field with another mapping, in the words that it has; incomplete pairs are left out. */
export function writeMapping(field: JsonObject, pairs: readonly MappedPair[]): JsonObject {
  const { orgFields: _, destFields: __, take, ...rest } = field
  const complete = pairs.filter(({ source, target }) => source !== '' && target !== '')
  if (complete.length === 0) return rest
  if (isJsonObject(take))
    return { ...rest, take: Object.fromEntries(complete.map(({ source, target }) => [target, source])) }
  return {
    ...field,
    orgFields: complete.map(({ source }) => source),
    destFields: complete.map(({ target }) => target),
  }
}

/** Pairs of equal keys, or else of equal titles, whose source and target are in no pair yet and whose values fit. */
export function suggestPairs(
  sources: readonly MappingSource[],
  targets: readonly JsonObject[],
  pairs: readonly MappedPair[],
): MappedPair[] {
  const taken = new Set(pairs.map(({ source }) => source))
  const filled = new Set(pairs.map(({ target }) => target))
  const found: MappedPair[] = []
  for (const source of sources) {
    const free = targets.filter((target) => !filled.has(getKey(target)))
    const target =
      free.find((entry) => getKey(entry) === source.key) ??
      free.find(({ title }) => title !== undefined && title === source.title)
    if (!target || taken.has(source.key) || findMisfit(source, target) !== undefined) continue
    filled.add(getKey(target))
    found.push({ source: source.key, target: getKey(target) })
  }
  return found
}

/** Why a field cannot hold the value of a source; undefined where it can, or where that is not certain. */
export const findMisfit = ({ field }: MappingSource, target: JsonObject): string | undefined =>
  field && findCopyFault(fieldTypes, target, field)

/** A field that fits the value of a source: read only where it is shown, else stored without being shown. */
export function fieldForSource(
  { key, title, field }: MappingSource,
  isShown: boolean,
  siblings: readonly JsonObject[],
): JsonObject {
  const { type, length, scale, dictCode, options, valueType } = field ?? {}
  const named = {
    key: freeKey({ fields: [...siblings] }, [], /^f[a-z]|[A-Z]/.test(key) ? key : keyOfTitle(title)),
    title,
  }
  const limit = length === undefined ? {} : { length }
  if (!isShown) return { ...named, type: 'hidden', ...limit }
  const half = field && valueHalf(fieldTypes, field)
  // A value that another picker writes, or that no list shows, is copied as its text.
  if (
    !half ||
    half.fillsFrom !== undefined ||
    half.offList ||
    half.column({ ...field, key, type: String(type) }) === null
  )
    return { ...named, type: usualType(fieldTypes, 'text'), ...limit, disabled: true }
  return {
    ...named,
    type,
    ...limit,
    ...(scale !== undefined && { scale }),
    ...(half.holdsChoices && {
      ...(dictCode !== undefined && { dictCode }),
      ...(options !== undefined && { options }),
      ...(valueType !== undefined && { valueType }),
    }),
    disabled: true,
  }
}
