import { isJsonObject, isSameJson, type JsonObject, listObjects } from '#runtime/kernel/json.ts'
import type { DocumentChange } from '#runtime/schema/changes/change.ts'
import { diffDocuments } from '#runtime/schema/changes/diff.ts'
import { replacedWhole, resolveDocument } from '#runtime/schema/kinds/screen/overlay.ts'
import { defineRefusals } from '../../../../platform/http/refusals.ts'
import type { Heads } from '../heads.ts'
import { type ConfigurationEdit, editDocument } from './edit.ts'

const refuse = defineRefusals({
  ONLINE_COPY_TABLE: '视图与原表单共用一张表，表名和索引请在原表单里改',
  ONLINE_COPY_FIRST: '视图里不能把字段「{key}」移到最前，请把原来最前的字段移到它后面',
  ONLINE_COPY_BASE: '视图的原表单有错误，请先改好它：{reason}',
})

const fieldIn = (holder: JsonObject | undefined, key: string): JsonObject | undefined =>
  listObjects(holder?.fields).find((field) => field.key === key)

const without = (object: JsonObject, key: string): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => name !== key))

const toObject = (value: unknown): JsonObject => (isJsonObject(value) ? value : {})

/** The changed fields of an overlay with another change of one of them; undefined for none. */
const withChange = (
  patches: readonly JsonObject[],
  key: string,
  change: JsonObject | undefined,
): JsonObject[] => {
  const changed = change === undefined ? [] : [{ key, ...change }]
  const at = patches.findIndex((patch) => patch.key === key)
  return at < 0 ? [...patches, ...changed] : patches.toSpliced(at, 1, ...changed)
}

/** The changed fields of an overlay, with one change of the fields of `after`. */
function withField(
  patches: readonly JsonObject[],
  [key = '', word, ...rest]: readonly string[],
  change: DocumentChange,
  [base, after]: readonly [JsonObject | undefined, JsonObject],
): JsonObject[] {
  const [old, field] = [fieldIn(base, key), fieldIn(after, key)]
  const { key: _, remove: __, after: place, ...patch } = patches.find((entry) => entry.key === key) ?? {}
  const placed = place === undefined ? {} : { after: place }
  if (!field) return withChange(patches, key, old && { remove: true })
  if (word === undefined) {
    const { follows } = change
    if (follows === null) throw refuse('ONLINE_COPY_FIRST', { values: { key } })
    const settings = old || change.type === 'move' ? patch : without(field, 'key')
    return withChange(patches, key, { ...settings, ...(follows !== undefined && { after: follows }) })
  }
  if (word === 'fields') {
    const inner = withField(listObjects(patch.fields), rest, change, [old, field])
    return withChange(patches, key, { ...patch, fields: inner, ...placed })
  }
  const isBase = old !== undefined && isSameJson(old[word], field[word])
  const settings = isBase ? without(patch, word) : { ...patch, [word]: field[word] ?? null }
  const changed = { ...settings, ...placed }
  return withChange(patches, key, Object.keys(changed).length > 0 ? changed : undefined)
}

/** A part of the overlay after a change of the screen: its own word, else that of the base. */
function withPart(
  overlay: JsonObject,
  [part = '', word]: readonly string[],
  base: JsonObject,
  after: JsonObject,
) {
  if (part === 'table') throw refuse('ONLINE_COPY_TABLE')
  if (word === undefined || replacedWhole.has(part)) return { ...overlay, [part]: after[part] ?? null }
  const [old, now, patch] = [toObject(base[part]), toObject(after[part]), toObject(overlay[part])]
  const isBase = isSameJson(old[word], now[word])
  const changed = isBase ? without(patch, word) : { ...patch, [word]: now[word] ?? null }
  return Object.keys(changed).length > 0 ? { ...overlay, [part]: changed } : without(overlay, part)
}

/** The copy of a form after an edit of it: what differs from its base is written in the copy. */
export function editCopy(
  overlay: JsonObject,
  edit: ConfigurationEdit,
  detail: string | null,
  { released: find, links }: Pick<Heads, 'released' | 'links'>,
): JsonObject {
  const screenAt = (written: JsonObject): JsonObject => {
    const resolved = resolveDocument(written, find)
    if (resolved.ok) return resolved.document
    const reason = resolved.problems.map(({ text }) => text).join('；')
    throw refuse('ONLINE_COPY_BASE', { values: { reason } })
  }
  const merged = screenAt(overlay)
  const base = screenAt(find(String(overlay.extends)) ?? {})
  const after = editDocument(merged, edit, detail, links)
  let copy = overlay
  for (const change of diffDocuments(merged, after)) {
    const [part, ...path] = change.path
    copy =
      part === 'fields'
        ? { ...copy, fields: withField(listObjects(copy.fields), path, change, [base, after]) }
        : withPart(copy, change.path, base, after)
  }
  return copy
}
