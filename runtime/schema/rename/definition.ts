import { asText, isJsonObject, type JsonObject, listObjectEntries } from '#runtime/kernel/json.ts'
import { toSnake } from '#runtime/kernel/text/names.ts'
import type { Path, Referred } from '../checks/report.ts'
import { findKind } from '../kinds/index.ts'
import { hasCapability } from '../kinds/plans.ts'
import { listFlowFields, withoutStates } from '../kinds/screen/flow-fields.ts'
import { isOverlay, resolveDocument } from '../kinds/screen/overlay.ts'
import { followUpPlace } from '../names/follow-up-fields.ts'
import { changeAt, withNote } from './notes.ts'
import type { Replacement } from './rewrite.ts'

/** What gets another name: a field of a screen or of one of its detail tables, a document, a dictionary, a table. */
export type Renaming =
  | { kind: 'field'; screen: string; detail?: string; from: string; to: string }
  | { kind: 'document' | 'dict' | 'table'; from: string; to: string }

/** The column whose name follows from that of a field. */
export interface RenamedColumn {
  table: string
  from: string
  to: string
}

/** The place that defines the name. */
export interface Definition {
  /** The id of its document. */
  document: string
  /** The names in it that change with it. */
  replacements: Replacement[]
  /** The document with what else changes with the name: the note of the former one, a derived prefix of permissions. */
  adjust(document: JsonObject): JsonObject
  /** What a name in a document stands for afterwards; undefined for one that has nothing to do with it. */
  after(referred: Referred): Referred | undefined
  column?: RenamedColumn | undefined
}

type Documents = ReadonlyMap<string, JsonObject>

/** The definition of what is renamed, or why there is none. */
export function findDefinition(renaming: Renaming, documents: Documents): Definition | string {
  switch (renaming.kind) {
    case 'field':
      return findField(renaming, documents)
    case 'document':
      return findDocument(renaming, documents)
    case 'dict':
      return findDict(renaming, documents)
    case 'table':
      return findTable(renaming, documents)
  }
}

const resolve = (document: JsonObject, documents: Documents): JsonObject => {
  const resolved = resolveDocument(document, (id) => documents.get(id))
  return resolved.ok ? resolved.document : document
}

const findEntry = (list: unknown, key: string): [number, JsonObject] | undefined =>
  listObjectEntries(list).find(([, field]) => field.key === key)

/** The fields beside which a field stands. */
const listLevel = (document: JsonObject, detail: string | undefined): unknown =>
  detail === undefined ? document.fields : findEntry(document.fields, detail)?.[1].fields

/** The document that declares a field: an overlay has most of its fields from its base. */
function declaringDocument(
  id: string,
  detail: string | undefined,
  key: string,
  documents: Documents,
): JsonObject | undefined {
  const document = documents.get(id)
  if (!document || !findEntry(listLevel(resolve(document, documents), detail), key)) return undefined
  const base = isOverlay(document) ? asText(document.extends) : undefined
  return (base === undefined ? undefined : declaringDocument(base, detail, key, documents)) ?? document
}

/** The ids of the overlays over a document, of their overlays too, with its own. */
function withOverlays(id: string, documents: Documents): ReadonlySet<string> {
  const ids = new Set([id])
  for (let size = 0; size < ids.size; ) {
    size = ids.size
    for (const [other, document] of documents)
      if (isOverlay(document) && ids.has(asText(document.extends) ?? '')) ids.add(other)
  }
  return ids
}

const readTableName = (field: JsonObject | undefined): string | undefined =>
  isJsonObject(field?.table) ? asText(field.table.name) : undefined

function findField(
  { screen, detail, from, to }: Extract<Renaming, { kind: 'field' }>,
  documents: Documents,
): Definition | string {
  const document = declaringDocument(screen, detail, from, documents)
  if (!document || hasCapability(document, 'hasQuery'))
    return document
      ? '报表的列由 SQL 决定，请在 SQL 里改列的名字'
      : `文档「${screen}」${detail === undefined ? '' : `的明细「${detail}」`}没有字段「${from}」`
  const whole = resolve(document, documents)
  const [, field = {}] = findEntry(listLevel(whole, detail), from) ?? []
  const table =
    detail === undefined ? readTableName(whole) : readTableName(findEntry(whole.fields, detail)?.[1])
  if (table?.startsWith('sys_')) return `表 ${table} 由程序读写，它的字段不能改名`
  if (followUpPlace(document, from)) return `字段「${from}」是下推自动加的，名字取自它的编码，不能改名`
  const ids = withOverlays(asText(document.id) ?? '', documents)
  const columns = { from: toSnake(from), to: toSnake(to) }
  const isStored =
    table !== undefined &&
    field.type !== 'table' &&
    field.persist !== false &&
    field.from === undefined &&
    field.column === undefined &&
    columns.from !== columns.to
  const place = findPath(document, detail, from)
  return {
    document: asText(document.id) ?? '',
    replacements: place === undefined ? [] : [{ path: [...place, 'key'], span: undefined, to }],
    adjust(changed) {
      if (place === undefined) return withMadeField(changed, from, to)
      return isStored ? changeAt(changed, place, (entry) => withNote(entry, 'key', from)) : changed
    },
    after(referred) {
      if (referred.kind === 'column')
        return isStored && referred.table === table && referred.name === columns.from
          ? { ...referred, name: columns.to }
          : undefined
      if (referred.kind !== 'field' || !ids.has(referred.screen)) return undefined
      if (referred.detail === detail && referred.key === from) return { ...referred, key: to }
      return detail === undefined && referred.detail === from ? { ...referred, detail: to } : undefined
    },
    column: isStored && table !== undefined ? { table, ...columns } : undefined,
  }
}

/** The screen that declares a field of its flow, with the note of the former name. */
function withMadeField(screen: JsonObject, from: string, to: string): JsonObject {
  const { flow, fields } = screen
  const others = Array.isArray(fields) ? fields : []
  const made = listFlowFields({ flow, fields: others }).find(({ field }) => field.key === to)
  if (!made) return screen
  const { key, ...settings } = made.field
  return {
    ...(isJsonObject(flow) && flow.field === to ? withoutStates(screen) : screen),
    fields: [...others, { key, renamedFrom: from, ...settings }],
  }
}

/** The path of a field; undefined for one that only the flow makes. */
function findPath({ fields }: JsonObject, detail: string | undefined, key: string): Path | undefined {
  const [at, owner] = findEntry(fields, detail ?? key) ?? []
  if (at === undefined || detail === undefined) return at === undefined ? undefined : ['fields', at]
  const inner = findEntry(owner?.fields, key)?.[0]
  return inner === undefined ? undefined : ['fields', at, 'fields', inner]
}

interface Names {
  from: string
  to: string
}

function findDocument({ from, to }: Names, documents: Documents): Definition | string {
  const document = documents.get(from)
  if (!document) return `没有文档「${from}」`
  if (documents.has(to)) return `编号「${to}」已有文档，请换一个`
  const claims = findKind(document)?.names(resolve(document, documents)).claims ?? []
  const perm = claims.find(({ space }) => space === 'perm')?.name
  return {
    document: from,
    replacements: [{ path: ['id'], span: undefined, to }],
    // The codes that roles hold begin with the prefix that followed from the former id.
    adjust: (changed) => (document.perm === undefined && perm !== undefined ? { ...changed, perm } : changed),
    after(referred) {
      if (referred.kind === 'document' && referred.name === from) return { ...referred, name: to }
      return referred.kind === 'field' && referred.screen === from ? { ...referred, screen: to } : undefined
    },
  }
}

function findDict({ from, to }: Names, documents: Documents): Definition | string {
  const isOwner = (document: JsonObject) => hasCapability(document, 'hasChoices') && document.code === from
  const owner = [...documents].find(([, document]) => isOwner(document))
  if (!owner) return `没有字典「${from}」`
  return {
    document: owner[0],
    replacements: [{ path: ['code'], span: undefined, to }],
    adjust: (changed) => changed,
    after: (referred) =>
      referred.kind === 'dict' && referred.name === from ? { ...referred, name: to } : undefined,
  }
}

function findTable({ from, to }: Names, documents: Documents): Definition | string {
  if (from.startsWith('sys_')) return `表 ${from} 由程序读写，不能改名`
  for (const [id, document] of documents) {
    const places: Path[] = [
      ...(readTableName(document) === from ? [['table']] : []),
      ...listObjectEntries(document.fields).flatMap(([at, field]) =>
        readTableName(field) === from ? [['fields', at, 'table']] : [],
      ),
    ]
    const [place] = places
    if (!place) continue
    return {
      document: id,
      replacements: [{ path: [...place, 'name'], span: undefined, to }],
      adjust: (changed) => changeAt(changed, place, (table) => withNote(table, 'name', from)),
      after(referred) {
        if (referred.kind === 'table' && referred.name === from) return { ...referred, name: to }
        return referred.kind === 'column' && referred.table === from ? { ...referred, table: to } : undefined
      },
    }
  }
  return `没有表「${from}」`
}
