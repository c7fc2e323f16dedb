import {
  asText,
  isJsonObject,
  type JsonObject,
  listObjectEntries,
  listObjects,
} from '#runtime/kernel/json.ts'
import { nearestWord } from '#runtime/kernel/text/names.ts'
import { withoutAliases } from '../../aliases.ts'
import { withFollowUpFields } from '../../names/follow-up-fields.ts'
import type { ProblemCode } from '../../names/problem-codes.ts'
import { listFlowFields, withFlowFields, withoutStates } from './flow-fields.ts'
import { withPlainWords } from './plain-words.ts'
import { withEntryFields } from './postings/entry-fields.ts'

/** A document of kind screen that names another as its base. */
export const isOverlay = (json: unknown): json is JsonObject =>
  isJsonObject(json) && json.kind === 'screen' && (json.extends ?? undefined) !== undefined

/** A problem of an overlay, at a path of the overlay. */
export interface OverlayProblem {
  path: readonly (string | number)[]
  code: ProblemCode
  text: string
  /** The unknown name, and the known names. */
  word?: string
  words?: Iterable<string>
  /** The id of a base that does not exist. */
  missing?: string
}

/** The merged screen, and the ids of its bases, nearest first; or the problems that prevent it. */
export type Resolution =
  | { ok: true; document: JsonObject; bases: readonly string[] }
  | { ok: false; problems: readonly OverlayProblem[] }

/** The keys that an overlay has of its own: it replaces them as a whole. */
export const replacedWhole: ReadonlySet<string> = new Set([
  '$schema',
  'version',
  'kind',
  'id',
  'title',
  'description',
  'component',
  'perm',
  'roles',
  'menu',
  'public',
])
/** The keys of an overlay that are never taken from the base. */
const overlayKeys = [...replacedWhole, 'extends', 'fields']
/** The keys of a field that decide its storage; only the screen that defines the table may set them. */
const storage = [
  'key',
  'type',
  'column',
  'length',
  'scale',
  'store',
  'persist',
  'renamedFrom',
  'auto',
  'table',
]
const storageWords: ReadonlySet<string> = new Set([
  ...storage,
  'relation',
  'writeOnly',
  'from',
  'rollup',
  'follow',
])

/** A document that is no overlay as it is served: with the fields that its flow, its ledger or its follow-ups make, and one word for each meaning. */
export const servedDocument = (written: JsonObject): JsonObject =>
  withPlainWords(withFlowFields(withFollowUpFields(withEntryFields(written))))

/**
 * The document as it is served: see `servedDocument`; an overlay is merged into its base. A member of its `fields` changes the field with its
 * key, whose settings it replaces, or with null removes; `remove` removes the field, `after` moves it, `type` makes it new. Of the other parts
 * objects are merged by their keys, null removes, everything else is replaced;
 * `id`, `description`, `perm`, `menu`, `component`, `public` are the overlay's own, `title` where it has one. `find` returns documents as they
 * are written. Pure; the result may have problems of its own, which the check of screens finds.
 */
export function resolveDocument(overlay: JsonObject, find: (id: string) => unknown): Resolution {
  if (!isOverlay(overlay)) return { ok: true, document: servedDocument(overlay), bases: [] }
  const chain: JsonObject[] = [overlay]
  const ids = [asText(overlay.id) ?? '']
  for (let last = overlay; isOverlay(last); ) {
    const id = asText(last.extends) ?? ''
    const wrong = (code: ProblemCode, text: string, missing?: string): Resolution => ({
      ok: false,
      problems: [{ path: ['extends'], code, text, ...(missing === undefined ? {} : { missing }) }],
    })
    if (ids.includes(id))
      return wrong('OVERLAY_CIRCLE', `互相引用：${[...ids, id].join(' → ')}，请改其中一个`)
    const base = find(id)
    if (!isJsonObject(base)) return wrong('UNKNOWN_NAME', `没有界面文档「${id}」`, id)
    if (base.kind !== 'screen') return wrong('BAD_VALUE', `「${id}」不是界面文档，不能以它为基础`)
    chain.push(base)
    ids.push(id)
    last = base
  }
  let document = withPlainWords(withFollowUpFields(withEntryFields(withoutAliases(chain.at(-1) ?? overlay))))
  let made: readonly JsonObject[] = []
  for (const layer of chain.slice(0, -1).reverse()) {
    const patch = withPlainWords(withoutAliases(layer))
    const declared = listFields(document).filter((field) => !made.includes(field))
    made = flowFieldsUnder(declared, document, patch)
    const merged = mergeScreen({ ...document, fields: [...declared, ...made] }, patch)
    if (merged.problems.length > 0) {
      const problems = layer === overlay ? merged.problems : merged.problems.map(inherited(layer))
      return { ok: false, problems }
    }
    document = merged.document
  }
  const hasState = isJsonObject(document.flow) && made.some(hasKey(document.flow.field))
  return { ok: true, document: hasState ? withoutStates(document) : document, bases: ids.slice(1) }
}

const hasKey =
  (key: unknown) =>
  (field: JsonObject): boolean =>
    field.key === key

/** The fields that the flow makes with the changes of an overlay, beside those of the base and those that it adds itself. */
function flowFieldsUnder(
  fields: readonly JsonObject[],
  base: JsonObject,
  overlay: JsonObject,
): readonly JsonObject[] {
  const flow = 'flow' in overlay ? mergePart(base.flow, overlay.flow) : base.flow
  const added = listFields(overlay).flatMap((patch) => ('type' in patch ? [{ key: patch.key }] : []))
  return listFlowFields({ flow, fields: [...fields, ...added] }).map(({ field }) => field)
}

/** The problem of a base that is an overlay itself, as a problem at `extends`. */
const inherited =
  (layer: JsonObject) =>
  ({ code, text }: OverlayProblem): OverlayProblem => ({
    path: ['extends'],
    code,
    text: `「${String(layer.id)}」有错误，请先改好它：${text}`,
  })

function mergeScreen(
  base: JsonObject,
  overlay: JsonObject,
): { document: JsonObject; problems: OverlayProblem[] } {
  const problems: OverlayProblem[] = []
  const fields = mergeFields(listFields(base), overlay.fields, ['fields'], String(overlay.extends), problems)
  const document: JsonObject = {}
  for (const key of overlayKeys)
    if (key !== 'extends' && overlay[key] !== undefined) document[key] = overlay[key]
  document.title ??= base.title
  document.fields = fields
  for (const [key, value] of Object.entries(base)) {
    if (overlayKeys.includes(key)) continue
    const part = key in overlay ? mergePart(value, overlay[key]) : value
    if (part !== null) document[key] = part
  }
  for (const [key, value] of Object.entries(overlay))
    if (!overlayKeys.includes(key) && !(key in base) && value !== null) document[key] = mergePart({}, value)
  const written = new Set(listFlowFields(document).map(({ field }) => field.key))
  for (const [at, { key, remove }] of listObjectEntries(overlay.fields)) {
    if (remove !== true || !written.has(key)) continue
    const text = `去掉了字段「${String(key)}」，而审批还写入它，请留下它，或改 flow`
    problems.push({ path: ['fields', at], code: 'UNKNOWN_FIELD', text })
  }
  return { document: updateKeyLists(document, overlay), problems }
}

const listFields = (holder: JsonObject): JsonObject[] => listObjects(holder.fields)

/** Objects are merged by their keys; any other value is replaced. */
function mergePart(base: unknown, patch: unknown): unknown {
  if (!isJsonObject(base) || !isJsonObject(patch)) return patch
  return withoutNulls({ ...base, ...patch })
}

const withoutNulls = (part: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(part).filter(([, value]) => value !== null))

function mergeFields(
  base: readonly JsonObject[],
  patches: unknown,
  path: OverlayProblem['path'],
  baseId: string,
  problems: OverlayProblem[],
): JsonObject[] {
  let fields = [...base]
  const keys = () => fields.flatMap((field) => asText(field.key) ?? [])
  const changed = new Set<string>()
  for (const [index, { key: named, remove, after, ...settings }] of listObjectEntries(patches)) {
    const key = asText(named)
    if (key === undefined) continue
    const old = fields.find((field) => field.key === key)
    const at = [...path, index]
    const unknown = (place: OverlayProblem['path'], word: string, text: string) =>
      problems.push({ path: place, code: 'UNKNOWN_FIELD', text, word, words: keys() })
    if (changed.has(key)) {
      const text = `字段「${key}」写了两次，请合成一处`
      problems.push({ path: [...at, 'key'], code: 'DUPLICATE_KEY', text })
      continue
    }
    changed.add(key)
    if (remove === true) {
      if (old) fields = fields.filter((field) => field !== old)
      else unknown([...at, 'key'], key, `「${baseId}」没有字段「${key}」，不用去掉`)
      for (const word of [...Object.keys(settings), ...(after === undefined ? [] : ['after'])]) {
        const text = `字段「${key}」写了 remove，别的都不起作用，请删去 ${word}，或删去 remove`
        problems.push({ path: [...at, word], code: 'BAD_VALUE', text })
      }
      continue
    }
    if (!old && settings.type === undefined) {
      const near = Object.keys(settings).find((word) => nearestWord(word, ['type']))
      if (near === undefined)
        unknown([...at, 'key'], key, `「${baseId}」没有字段「${key}」；要新加字段请写 type`)
      else
        problems.push({
          path: [...at, near],
          code: 'UNKNOWN_KEY',
          text: `没有「${near}」这个键，是不是要写 type？`,
        })
    }
    const field = old ? mergeField(old, settings, at, baseId, problems) : withoutNulls({ key, ...settings })
    if (after === undefined || after === null) {
      fields = old ? fields.map((entry) => (entry === old ? field : entry)) : [...fields, field]
      continue
    }
    const others = fields.filter((entry) => entry !== old)
    const place = others.findIndex((entry) => entry.key === after)
    if (place < 0) {
      unknown([...at, 'after'], String(after), `没有字段「${String(after)}」可以跟在后面`)
      // The fields that follow this one have no problem of their own.
      fields = [...others, field]
    } else fields = others.toSpliced(place + 1, 0, field)
  }
  return fields
}

function mergeField(
  base: JsonObject,
  patch: JsonObject,
  path: OverlayProblem['path'],
  baseId: string,
  problems: OverlayProblem[],
): JsonObject {
  for (const word of Object.keys(patch).filter((key) => storageWords.has(key))) {
    const text = `${word} 决定怎样存，只能在「${baseId}」里改`
    problems.push({ path: [...path, word], code: 'BAD_VALUE', text })
  }
  const { fields, ...settings } = patch
  for (const word of Object.keys(settings).filter((key) => settings[key] === null && !(key in base))) {
    const text = `「${baseId}」的字段「${String(base.key)}」没有写 ${word}，不用去掉`
    problems.push({ path: [...path, word], code: 'UNKNOWN_KEY', text, word, words: Object.keys(base) })
  }
  const merged = withoutNulls({ ...base, ...settings })
  if (fields !== undefined)
    merged.fields = mergeFields(listFields(base), fields, [...path, 'fields'], baseId, problems)
  return merged
}

/** Applies removed and added fields to the lists of fields in other parts, where the overlay has no list of its own. */
function updateKeyLists(document: JsonObject, overlay: JsonObject): JsonObject {
  const patches = listFields(overlay)
  const removed = new Set(patches.flatMap(({ key, remove }) => (remove === true ? [String(key)] : [])))
  const added = patches.flatMap(({ key, after }) =>
    typeof after === 'string' ? [{ key: String(key), after }] : [],
  )
  if (removed.size === 0 && added.length === 0) return document
  const isOverridden = (part: string, key: string) => isJsonObject(overlay[part]) && key in overlay[part]
  const withoutRemoved = (keys: unknown): unknown =>
    Array.isArray(keys) ? keys.filter((key) => !removed.has(String(key))) : keys
  const placed = (keys: unknown): unknown => {
    if (!Array.isArray(keys)) return keys
    return added.reduce<unknown[]>((list, { key, after }) => {
      const at = list.indexOf(after)
      return at < 0 || list.includes(key) ? list : list.toSpliced(at + 1, 0, key)
    }, withoutRemoved(keys) as unknown[])
  }
  const result = { ...document }
  const { form, list, table } = document
  const isEmpty = (keys: unknown) => Array.isArray(keys) && keys.length === 0
  if (isJsonObject(form) && Array.isArray(form.groups) && !isOverridden('form', 'groups')) {
    const groups = form.groups.map((group) =>
      isJsonObject(group) ? { ...group, fields: placed(group.fields) } : group,
    )
    result.form = {
      ...form,
      groups: groups.filter((group) => !isJsonObject(group) || !isEmpty(group.fields)),
    }
  }
  if (isJsonObject(list) && Array.isArray(list.fields) && !isOverridden('list', 'fields'))
    result.list = { ...list, fields: placed(list.fields) }
  if (isJsonObject(table) && Array.isArray(table.indexes)) {
    // The base creates its own indexes; those over removed fields are left out here.
    const isWhole = (entry: unknown) => {
      const keys = isJsonObject(entry) ? entry.fields : entry
      return !Array.isArray(keys) || keys.every((key) => !removed.has(String(key)))
    }
    result.table = { ...table, indexes: table.indexes.filter(isWhole) }
  }
  return result
}

/** The screen with an id as it is served; undefined where there is none. */
export function findServed(documents: ReadonlyMap<string, JsonObject>, id: string): JsonObject | undefined {
  const written = documents.get(id)
  const resolved = written && resolveDocument(written, (other) => documents.get(other))
  return resolved?.ok ? resolved.document : undefined
}
