import { setImmediate } from 'node:timers/promises'
import { type Problem, pointer } from '#runtime/kernel/problem.ts'
import { isTemporary, type RowsDelta, sameValue } from '#runtime/record/changes/delta.ts'
import { checkMaxRows } from '#runtime/record/checks/validate.ts'
import type { Values } from '#runtime/record/scope.ts'
import { codeOfToolbar } from '#runtime/schema/action-codes.ts'
import { getTitle, isDerived, positionKey } from '#runtime/schema/derive.ts'
import type { FieldValues } from '#runtime/schema/field-value.ts'
import { auditKeys, type DetailField, type Field, isDetail } from '#runtime/schema/types.ts'
import { cleanMarkup } from './read/markup.ts'
import { withoutMasked } from './read/masks.ts'
import { badParameter } from './refuse.ts'
import { isReadable, type Resource } from './resource.ts'

export type Can = (code: string) => boolean
type Mode = 'add' | 'edit'

/** The checked content of a body, without ignored keys. */
export interface Saved {
  head: Record<string, unknown>
  /** By the detail's key; only the details in the body. */
  details: Map<string, RowsDelta>
  problems: Problem[]
}

/** The context that all readers of a body share. */
interface Reading {
  mode: Mode
  can: Can
  types: FieldValues
  problems: Problem[]
  /** Rich texts that still need sanitising, with the target of the clean text. */
  richTexts: RichText[]
}

interface RichText {
  into: Record<string, unknown>
  field: Field
  text: string
  path: string
}

export const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns an object that has no other keys than these; `_t` is allowed in every GET. */
export function onlyKeys(input: unknown, allowed: readonly string[]): Record<string, unknown> {
  const values = input === undefined || input === null ? {} : input
  if (!isPlain(values)) throw badParameter('body')
  for (const [key, value] of Object.entries(values)) {
    if (key === '_t') continue
    if (!allowed.includes(key)) throw badParameter(key)
    if (Array.isArray(value)) throw badParameter(key)
  }
  return values
}

const ignored = new Set<string>(['_t', 'field', 'delFlag', ...auditKeys])
const isIgnored = (key: string): boolean => ignored.has(key) || key.endsWith('_dictText')

/** Reads the body of an add or an edit. An unknown key is refused at once; problems of values are collected. */
export async function readBody(resource: Resource, body: unknown, mode: Mode, can: Can): Promise<Saved> {
  if (!isPlain(body)) throw badParameter('body')
  const fields = new Map(resource.screen.fields.map((field) => [field.key, field]))
  const saved: Saved = { head: {}, details: new Map(), problems: [] }
  const reading = buildReading(resource, mode, can, saved.problems)
  const writable = writableKeys(resource.screen.fields, resource.screen.flow?.field, mode)
  for (const [key, value] of Object.entries(body)) {
    if (isIgnored(key)) continue
    const field = fields.get(key)
    if (!field) throw badParameter(key)
    if (isDetail(field)) {
      // Rows that are saved separately have addresses and rights of their own.
      if (field.own) throw badParameter(key)
      const path = pointer(key)
      if (!mayWrite(field, can)) {
        if (value !== null) saved.problems.push(forbidden(field, path))
        continue
      }
      const tooMany = tooManyRows(field, value)
      if (tooMany) {
        saved.problems.push(tooMany)
        continue
      }
      const rows = readDetail(field, value, reading)
      if (typeof rows === 'string') saved.problems.push({ path, code: 'rows', text: rows })
      else {
        saved.problems.push(...hiddenChanges(field, rows, can))
        saved.details.set(key, rows)
      }
    } else if (writable.has(key)) readValue(saved.head, field, value, pointer(key), reading)
  }
  await cleanRichTexts(reading)
  return saved
}

const buildReading = ({ types }: Resource, mode: Mode, can: Can, problems: Problem[]): Reading => ({
  mode,
  can,
  types,
  problems,
  richTexts: [],
})

/** CPU time, in milliseconds, after which sanitising lets other requests run. */
const MAX_SLICE_MS = 10

/** Sanitises the rich texts of a body. The length of each is limited by its field; other requests are served in between. */
async function cleanRichTexts({ richTexts, problems }: Reading): Promise<void> {
  let sliceStart = performance.now()
  for (const { into, field, text, path } of richTexts) {
    const clean = cleanMarkup(text)
    if (clean.ok) into[field.key] = clean.value
    else problems.push({ path, code: 'markup', text: `${getTitle(field)}${clean.text}` })
    if (performance.now() - sliceStart < MAX_SLICE_MS) continue
    await setImmediate()
    sliceStart = performance.now()
  }
}

export const mayWrite = ({ access }: Field, can: Can): boolean =>
  [access?.read, access?.edit].every((code) => !code || can(code))

export const forbidden = (field: Field, path: string): Problem => ({
  path,
  code: 'forbidden',
  text: field.access?.rules
    ? `您的角色在这条记录现在的状态下不能修改${getTitle(field)}`
    : `没有权限修改${getTitle(field)}`,
})

/** Added or removed rows for which the table's toolbar shows this user no button. */
function hiddenChanges(detail: DetailField, { added, removed }: RowsDelta, can: Can): Problem[] {
  const { key, authPrefix } = detail
  if (!authPrefix) return []
  const path = pointer(key)
  const refuse = (verb: 'add' | 'delete', text: string): Problem[] =>
    can(codeOfToolbar(authPrefix, verb))
      ? []
      : [{ path, code: 'forbidden', text: `没有权限${text}${getTitle(detail)}的行` }]
  return [
    ...(added.length > 0 ? refuse('add', '新增') : []),
    ...(removed.length > 0 ? refuse('delete', '删除') : []),
  ]
}

/** Maximum characters of a text whose column sets no length. */
const MAX_TEXT = 100_000

/** Maximum characters of a text for this field, checked before the text is processed. */
function getMaxLength(field: Field, types: FieldValues): number {
  const column = types.get(field.type)?.column(field)
  if (column?.type === 'varchar') return column.length
  return column?.type === 'text' && field.length !== undefined ? field.length : MAX_TEXT
}

/** Types normalise some formats to shorter ones (2025年9月), so texts up to this length are checked by their type only. */
const ALWAYS_READ = 100

/** Whether a text exceeds the limit, counted like in the database; a far longer text is not counted. */
const isLonger = (text: string, limit: number): boolean =>
  text.length > limit && (text.length > 2 * limit || [...text].length > limit)

/**
 * Reads the value of a key. The length of a text is checked before any other work. A value that the user
 * may see but not change is collected for `withoutFrozen`, which compares it with the stored value.
 */
function readValue(
  into: Record<string, unknown>,
  field: Field,
  value: unknown,
  path: string,
  { can, types, problems, richTexts }: Reading,
): void {
  const text = field.trim === true && typeof value === 'string' ? value.trim() : value
  const content = text === '' ? null : text
  if (field.access?.read !== undefined && !can(field.access.read)) {
    // A comparison would confirm a correct guess of the stored value.
    if (content !== null) problems.push(forbidden(field, path))
    return
  }
  const limit = getMaxLength(field, types)
  if (typeof content === 'string' && isLonger(content, Math.max(limit, ALWAYS_READ)))
    problems.push({ path, code: 'length', text: `${getTitle(field)}不能超过 ${limit} 个字` })
  else if (typeof content === 'string' && types.get(field.type)?.markup === 'html')
    richTexts.push({ into, field, text: content, path })
  else into[field.key] = content
}

/** Keys that a client may set: without derived fields, flow fields, fields outside forms or of another mode. */
function writableKeys(
  fields: readonly Field[],
  flowField: string | undefined,
  mode: Mode,
): ReadonlySet<string> {
  const filled = new Set(fields.flatMap(filledBy))
  return new Set(
    fields
      .filter(
        (field) =>
          !isDerived(field) &&
          field.key !== flowField &&
          (field.form !== false || filled.has(field.key)) &&
          (!field.modes || field.modes.includes(mode)),
      )
      .map((field) => field.key),
  )
}

/** Keys that a picker fills in addition to its own field. */
function filledBy(field: Field): string[] {
  const { destFields, onPick } = field
  const fill = isPlain(onPick) ? onPick.fill : undefined
  return [destFields, fill].flatMap((list) => (Array.isArray(list) ? list.map(String) : []))
}

/** Reads the body of a row that is saved separately. */
export async function readOwnRow(
  resource: Resource,
  detail: DetailField,
  body: unknown,
  mode: Mode,
  can: Can,
): Promise<{ row: Record<string, unknown>; problems: Problem[] }> {
  if (!isPlain(body)) throw badParameter('body')
  const reading = buildReading(resource, mode, can, [])
  const row = rowReader(detail, reading)(body, '')
  await cleanRichTexts(reading)
  return { row, problems: reading.problems }
}

/** The problem of a list with more rows than the detail table may hold; no row is read for it. */
function tooManyRows(detail: DetailField, value: unknown): Problem | null {
  const lists = isPlain(value) ? [value.added, value.changed, value.removed] : [value]
  const counts = lists.map((list) => (Array.isArray(list) ? list.length : 0))
  return checkMaxRows(detail, Math.max(...counts))
}

/** The rows in a body, or the reason why they are refused. */
function readDetail(detail: DetailField, value: unknown, reading: Reading): RowsDelta | string {
  const readRow = rowReader(detail, reading)
  const readAt = (row: Record<string, unknown>, ...at: (string | number)[]) =>
    readRow(row, pointer(detail.key, ...at))
  /** Rows of a tree reference a new row by its temporary id, which `settleTree` removes. */
  const withTemporaryId = (sent: Record<string, unknown>, row: Record<string, unknown>) =>
    detail.tree && typeof sent.id === 'string' && isTemporary(sent.id)
      ? Object.assign(row, { id: sent.id })
      : row
  const title = getTitle(detail)
  if (reading.mode === 'add') {
    if (!isRows(value)) return `${title}应为行的列表`
    return {
      added: value.map((row, index) => withTemporaryId(row, readAt(row, index))),
      changed: [],
      removed: [],
    }
  }
  if (!isPlain(value)) return `${title}应以 {added, changed, removed} 提交，只写有变动的行`
  const { added = [], changed = [], removed = [], ...rest } = value
  const unknownKey = Object.keys(rest)[0]
  if (unknownKey !== undefined)
    throw badParameter(`${detail.key}.${unknownKey}`, pointer(detail.key, unknownKey))
  if (!isRows(added) || !isRows(changed) || !isIds(removed) || !isIds(changed.map((row) => row.id))) {
    return `${title}的 added、changed、removed 应为列表，changed 的每行带 id，removed 是 id`
  }
  return {
    added: added.map((row, index) => withTemporaryId(row, readAt(row, 'added', index))),
    changed: changed.map((row, index) =>
      Object.assign(readAt(row, 'changed', index), {
        id: String(row.id),
        ...(row.rev === undefined ? {} : { rev: row.rev }),
      }),
    ),
    removed,
  }
}

const isRows = (value: unknown): value is Record<string, unknown>[] =>
  Array.isArray(value) && value.every(isPlain)
const isIds = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((id) => typeof id === 'string' && id !== '')

/** Reads rows of a detail table; `at` is the row's position in the body. */
function rowReader(detail: DetailField, reading: Reading) {
  const fields = new Map(detail.fields.map((field) => [field.key, field]))
  const writable = writableKeys(detail.fields, undefined, reading.mode)
  const order = positionKey(detail)
  return (row: Record<string, unknown>, at: string): Record<string, unknown> => {
    const values: Record<string, unknown> = {}
    for (const [key, value] of Object.entries(row)) {
      if (key === order && !fields.has(key)) {
        if (typeof value === 'number') values[key] = value
        continue
      }
      if (isIgnored(key) || key === detail.table?.fk) continue
      const field = fields.get(key)
      if (!field) throw badParameter(key, `${at}${pointer(key)}`)
      if (writable.has(key)) readValue(values, field, value, `${at}${pointer(key)}`, reading)
    }
    return values
  }
}

/** Removes read-only values and masked ones from the body, and reports those that differ from the stored ones. */
export function withoutFrozen(
  fields: readonly Field[],
  sent: Record<string, unknown>,
  stored: Values,
  path: (key: string) => string,
  can: Can,
): Problem[] {
  const problems: Problem[] = []
  for (const field of fields) {
    if (!Object.hasOwn(sent, field.key)) continue
    problems.push(...withoutMasked(field, sent, stored, path(field.key)))
    if (!Object.hasOwn(sent, field.key) || mayWrite(field, can)) continue
    // Where the field is hidden in this state, a comparison would confirm a correct guess of the stored value.
    const isSame = isReadable(field, can)
      ? sameValue(sent[field.key], stored[field.key])
      : sent[field.key] === null
    if (!isSame) problems.push(forbidden(field, path(field.key)))
    delete sent[field.key]
  }
  return problems
}
