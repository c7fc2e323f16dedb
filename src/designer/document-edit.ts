import { isJsonObject, type JsonObject, listObjects } from '#runtime/kernel/json.ts'
import { initials } from '#runtime/kernel/text/pinyin.ts'
import { detailTableName } from '#runtime/schema/compose/copy-document.ts'
import { withFlowFields } from '#runtime/schema/kinds/screen/flow-fields.ts'
import { isOverlay } from '#runtime/schema/kinds/screen/overlay.ts'

/** The addresses of a screen whose record is a part of a document: no route of records reads its sheets or saves it. */
export const partUrl = { add: '/design/documents' }

/** The keys from the head to a field: `['items', 'fnum']` is a field of the detail table `items`. */
export type FieldPath = readonly string[]

/** The path as one text, by which fields are compared and found. */
export const joinPath = (path: FieldPath): string => path.join('.')

/** Whether a document declares fields: an overlay changes those of its base, a picker names those of its source. */
export const declaresFields = (document: JsonObject): boolean =>
  Array.isArray(document.fields) && document.fields.every(isJsonObject) && !isOverlay(document)

export const listFields = (holder: JsonObject): JsonObject[] => listObjects(holder.fields)

/** The fields of the head that may be named: those of the document, and those that its flow makes. */
export const listNamedFields = (document: JsonObject): JsonObject[] => listFields(withFlowFields(document))

export const getKey = (field: JsonObject): string => String(field.key ?? '')

export function fieldAt(document: JsonObject, path: FieldPath): JsonObject | undefined {
  let holder: JsonObject | undefined = document
  for (const key of path) holder = holder && listFields(holder).find((field) => getKey(field) === key)
  return path.length === 0 ? undefined : holder
}

/** `f` and the first letters of the title: 单据编号 is `fdjbh`. */
export function keyOfTitle(title: string): string {
  const letters = initials(title)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
  return `f${letters.slice(0, 30) || 'field'}`
}

/** Why a field cannot have this key among `siblings`; empty where it can. */
export const keyFault = (key: string, siblings: ReadonlySet<string>): string =>
  !/^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(key)
    ? '字段名以字母开头，只含字母、数字、下划线'
    : siblings.has(key)
      ? `已有字段 ${key}，请换一个`
      : ''

/** The document with other fields in the head or in the detail table at `path`. */
function changeFields(
  holder: JsonObject,
  path: FieldPath,
  change: (fields: JsonObject[]) => JsonObject[],
): JsonObject {
  const [key, ...rest] = path
  if (key === undefined) return { ...holder, fields: change(listFields(holder)) }
  return {
    ...holder,
    fields: listFields(holder).map((field) =>
      getKey(field) === key ? changeFields(field, rest, change) : field,
    ),
  }
}

/** Puts a field before the position `at` of its list, in the head also behind its neighbour in the groups of the form. */
export function insertField(
  document: JsonObject,
  parent: FieldPath,
  at: number,
  field: JsonObject,
): JsonObject {
  const changed = changeFields(document, parent, (fields) => fields.toSpliced(at, 0, field))
  const neighbour = parent.length === 0 ? listFields(document)[at - 1] : undefined
  return neighbour ? groupBehind(changed, getKey(neighbour), getKey(field)) : changed
}

/** The document with a key behind another one in the group of the form that names it. */
function groupBehind(document: JsonObject, neighbour: string, key: string): JsonObject {
  const { form } = document
  if (!isJsonObject(form) || !Array.isArray(form.groups)) return document
  const groups = form.groups.map((group) => {
    const keys: unknown[] = isJsonObject(group) && Array.isArray(group.fields) ? group.fields : []
    const at = keys.indexOf(neighbour)
    return at < 0 ? group : { ...group, fields: keys.toSpliced(at + 1, 0, key) }
  })
  return { ...document, form: { ...form, groups } }
}

/** Puts fields behind the one at `path`: in its list, and on the form in its group. */
export function insertBehind(
  document: JsonObject,
  path: FieldPath,
  added: readonly JsonObject[],
): JsonObject {
  if (added.length === 0) return document
  const behind = <T>(list: readonly T[], at: number, more: readonly T[]): T[] =>
    list.toSpliced(at < 0 ? list.length : at + 1, 0, ...more)
  const key = path.at(-1)
  const changed = changeFields(document, path.slice(0, -1), (fields) =>
    behind(
      fields,
      fields.findIndex((field) => getKey(field) === key),
      added,
    ),
  )
  const { form } = changed
  if (path.length > 1 || !isJsonObject(form) || !Array.isArray(form.groups)) return changed
  const drawn = added.filter(({ type, form }) => type !== 'hidden' && form !== false).map(getKey)
  const groups = form.groups.map((group) =>
    isJsonObject(group) && Array.isArray(group.fields) && group.fields.includes(key)
      ? { ...group, fields: behind(group.fields, group.fields.indexOf(key), drawn) }
      : group,
  )
  return { ...changed, form: { ...form, groups } }
}

/** A field with another key, which a picker then fills in the place of the old one. */
function withKey(field: JsonObject, old: string, key: string): JsonObject {
  const { destFields, take } = field
  return {
    ...field,
    key,
    ...(Array.isArray(destFields) && {
      destFields: destFields.map((entry) => (entry === old ? key : entry)),
    }),
    ...(isJsonObject(take) && {
      take: Object.fromEntries(
        Object.entries(take).map(([target, source]) => [target === old ? key : target, source]),
      ),
    }),
  }
}

/** The table of a detail table that is named after that of the document. */
const ownTable = ({ table }: JsonObject, key: string): string | undefined =>
  isJsonObject(table) && typeof table.name === 'string' ? detailTableName(table.name, key) : undefined

/** A copy of a sample or a field under another key; a detail table gets a table of its own. */
export function newField(document: JsonObject, sample: JsonObject, key: string): JsonObject {
  const field = withKey(structuredClone(sample), getKey(sample), key)
  const name = ownTable(document, key)
  return isJsonObject(field.table) && name ? { ...field, table: { ...field.table, name } } : field
}

/**
 * A field whose key follows its title: as long as the key is the one that the palette or the last title gave, the field is not
 * released, and nothing else in the document names it.
 */
export function keyedByTitle(
  document: JsonObject,
  base: JsonObject | null,
  path: FieldPath,
  field: JsonObject,
  sampleKey: string,
): JsonObject {
  const old = path.at(-1) ?? ''
  const before = fieldAt(document, path)
  const isGiven = [sampleKey, keyOfTitle(String(before?.title ?? ''))].some(
    (key) => old.startsWith(key) && /^\d*$/.test(old.slice(key.length)),
  )
  if (!before || !isGiven || getKey(field) !== old || field.title === before.title) return field
  if (base && fieldAt(base, formerPath(base, document, path))) return field
  const rest = removeField(document, path)
  if (typeof field.title !== 'string' || field.title.trim() === '') return field
  if (
    JSON.stringify(rest)
      .match(/[A-Za-z][A-Za-z0-9_]*/g)
      ?.includes(old)
  )
    return field
  const key = freeKey(rest, path.slice(0, -1), keyOfTitle(field.title))
  const table = isJsonObject(field.table) ? field.table.name : undefined
  return table === ownTable(document, old) ? newField(document, field, key) : withKey(field, old, key)
}

/** The path of a field in the released document, which may have other names for it and for its detail table. */
export function formerPath(released: JsonObject, document: JsonObject, path: FieldPath): FieldPath {
  const former: string[] = []
  for (const [at, key] of path.entries()) {
    const note = fieldAt(document, path.slice(0, at + 1))?.renamedFrom
    former.push(typeof note === 'string' && !fieldAt(released, [...former, key]) ? note : key)
  }
  return former
}

/** The document with another field at `path`; a new key replaces the old one in the lists of columns and groups. */
export function replaceField(document: JsonObject, path: FieldPath, replaced: JsonObject): JsonObject {
  const old = path.at(-1) ?? ''
  const field = getKey(replaced) === old ? replaced : withKey(replaced, old, getKey(replaced))
  const changed = changeFields(document, path.slice(0, -1), (fields) =>
    fields.map((entry) => (getKey(entry) === old ? field : entry)),
  )
  return path.length === 1 && getKey(field) !== old ? renameInLists(changed, old, getKey(field)) : changed
}

/** The document without a field, also in the lists of columns and groups. */
export function removeField(document: JsonObject, path: FieldPath): JsonObject {
  const old = path.at(-1) ?? ''
  const changed = changeFields(document, path.slice(0, -1), (fields) =>
    fields.filter((entry) => getKey(entry) !== old),
  )
  return path.length === 1 ? renameInLists(changed, old, null) : changed
}

/** Moves a field to the position `at` of its own list, counted without it. */
export function moveField(document: JsonObject, path: FieldPath, at: number): JsonObject {
  return changeFields(document, path.slice(0, -1), (fields) => {
    const field = fields.find((entry) => getKey(entry) === path.at(-1))
    if (!field) return fields
    return fields.filter((entry) => entry !== field).toSpliced(at, 0, field)
  })
}

/** A key that no field of the list has: `fname`, `fname2`, … */
export function freeKey(document: JsonObject, parent: FieldPath, wanted: string): string {
  const holder = parent.length === 0 ? document : fieldAt(document, parent)
  const taken = new Set(holder ? listNamedFields(holder).map(getKey) : [])
  for (let number = 1; ; number++) {
    const key = number === 1 ? wanted : `${wanted}${number}`
    if (!taken.has(key)) return key
  }
}

/** The lists of field keys in `list.fields` and the groups of the form, with a key renamed, or removed for null. */
function renameInLists(document: JsonObject, old: string, key: string | null): JsonObject {
  const rename = (keys: unknown): unknown =>
    Array.isArray(keys)
      ? keys.flatMap((entry) => (entry === old ? (key === null ? [] : [key]) : [entry]))
      : keys
  const { list, form } = document
  const changed = { ...document }
  if (isJsonObject(list) && Array.isArray(list.fields))
    changed.list = { ...list, fields: rename(list.fields) }
  if (isJsonObject(form) && Array.isArray(form.groups))
    changed.form = {
      ...form,
      groups: form.groups
        .map((group) => (isJsonObject(group) ? { ...group, fields: rename(group.fields) } : group))
        .filter((group) => !isJsonObject(group) || !Array.isArray(group.fields) || group.fields.length > 0),
    }
  return changed
}
