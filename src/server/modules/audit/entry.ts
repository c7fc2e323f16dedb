import { fieldValues } from '#runtime/fields/values.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { isJsonObject } from '#runtime/kernel/json.ts'
import { findNameKey } from '#runtime/schema/names/record-name.ts'
import { type Field, isDetail, type StoredScreen } from '#runtime/schema/types.ts'
import type { RecordEvent } from '../../records/events.ts'

const MAX_TEXT = 20_000
const MAX_RECORDS = 20
const MAX_NAMES = 5
const HIDDEN = '***'
/** Keys of a body or an address whose values are secrets; the addresses of chat robots are the only right to write there. */
const secretKey =
  /pass(word|wd)?|pwd|secret|token|captcha|ticket|inputCode|smscode|credential|privateKey|(wecom|dingtalk|feishu)Url/i
/** An address with a query, which may contain keys. */
const addressWithQuery = /^(https?:\/\/[^?#\s]*)\?\S*$/i

/** The value with every secret replaced, at any depth. */
function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (typeof value === 'string') return value.replace(addressWithQuery, `$1?${HIDDEN}`)
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, secretKey.test(key) ? HIDDEN : withoutSecrets(inner)]),
  )
}

/** JSON of the parameters of a request without secrets. */
export const formatParameters = (value: unknown): string | null => formatText(withoutSecrets(value))

/** JSON of the value; a long one is cut and marked. Null when there is nothing to store. */
function formatText(value: unknown): string | null {
  if (value === undefined || value === null) return null
  const text = JSON.stringify(value) ?? ''
  if (text === '{}' || text === '[]') return null
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text
}

/** The values of a record or of a row without fields that nobody may read. */
function openValues(record: Readonly<JsonObject>, fields: readonly Field[] = []): JsonObject {
  const byKey = new Map(fields.map((field) => [field.key, field]))
  const open = Object.entries(record).filter(([key]) => !byKey.get(key)?.writeOnly && !key.startsWith('#'))
  return Object.fromEntries(
    open.map(([key, value]) => {
      const field = byKey.get(key)
      const isRows = field !== undefined && isDetail(field) && Array.isArray(value)
      return [
        key,
        isRows ? value.map((row) => (isJsonObject(row) ? openValues(row, field.fields) : row)) : value,
      ]
    }),
  )
}

const getVerb = (event: RecordEvent): { title: string; type: number } => {
  if (event.type === 'record.removed') return { title: '删除', type: 4 }
  if (event.type === 'record.moved') return { title: event.move, type: 3 }
  if (event.isRestored) return { title: '恢复', type: 3 }
  return event.before ? { title: '编辑', type: 3 } : { title: '新增', type: 2 }
}

/** The records by their numbers: 「RK0001」「RK0002」. */
function formatNames(events: readonly RecordEvent[], screen: StoredScreen | undefined): string {
  const key = screen && findNameKey(screen, fieldValues)
  if (key === undefined) return ''
  const names = events.slice(0, MAX_NAMES).flatMap((event) => {
    const name = (event.type === 'record.removed' ? event.before : event.after)[key]
    return name === null || name === undefined || name === '' ? [] : [`「${String(name)}」`]
  })
  return names.join('')
}

/** What happened to records, in the words of the log. */
export interface RecordChange {
  content: string
  operateType: number
  target: string
  before: string | null
  after: string | null
}

/** Describes the committed changes of one request. Only changed values of an edited record are stored. */
export function describeChanges(
  events: readonly RecordEvent[],
  findScreen: (id: string) => StoredScreen | undefined,
): RecordChange | null {
  const [first] = events
  if (!first) return null
  const { title, type } = getVerb(first)
  const pairs = events.slice(0, MAX_RECORDS).map((event) => {
    const fields = findScreen(event.screen)?.fields
    const before = event.before && openValues(event.before, fields)
    const after = event.type === 'record.removed' ? null : openValues(event.after, fields)
    if (!before || !after) return { id: event.id, before, after }
    const isChanged = ([key, value]: [string, unknown]) =>
      JSON.stringify(value) !== JSON.stringify(before[key] ?? null)
    const changed = Object.fromEntries(Object.entries(after).filter(isChanged))
    const former = Object.fromEntries(Object.keys(changed).map((key) => [key, before[key] ?? null]))
    return { id: event.id, before: former, after: changed }
  })
  const byId = (side: 'before' | 'after') => {
    const entries = pairs.flatMap((pair) => (pair[side] ? [[pair.id, pair[side]] as const] : []))
    return entries.length > 0 ? formatText(Object.fromEntries(entries)) : null
  }
  const screen = findScreen(first.screen)
  const move = screen?.flow?.moves.find(({ code }) => code === title)
  const ofFirst = events.filter((event) => event.screen === first.screen)
  const isUndone = first.type === 'record.moved' && first.isUndone
  const count = events.length > 1 ? `（${events.length} 条）` : ''
  return {
    content: `${isUndone ? '撤销' : ''}${move?.title ?? title}${screen?.title ?? first.screen}${formatNames(ofFirst, screen)}${count}`,
    operateType: type,
    target: `${first.screen}:${pairs.map(({ id }) => id).join(',')}`,
    before: byId('before'),
    after: byId('after'),
  }
}
