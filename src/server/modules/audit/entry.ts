import { fieldValues } from '#runtime/fields/values.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { isJsonObject } from '#runtime/kernel/json.ts'
import { findNameKey } from '#runtime/schema/names/record-name.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'
import type { RecordEvent } from '../../records/events.ts'

const MAX_TEXT = 20_000
const MAX_RECORDS = 20
const MAX_NAMES = 5
const HIDDEN = '***'
/** Keys of a body or an address whose values are secrets. */
const secretKey = /pass(word|wd)?|pwd|secret|token|captcha|ticket|inputCode|smscode|credential|privateKey/i

/** The value with every secret replaced, at any depth. */
export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, secretKey.test(key) ? HIDDEN : withoutSecrets(inner)]),
  )
}

/** JSON of the value without secrets; a long one is cut and marked. Null when there is nothing to store. */
export function formatText(value: unknown): string | null {
  if (value === undefined || value === null) return null
  const text = JSON.stringify(withoutSecrets(value)) ?? ''
  if (text === '{}' || text === '[]') return null
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text
}

/** The values of a record without fields that nobody may read. */
function openValues(
  record: Readonly<JsonObject> | null,
  screen: StoredScreen | undefined,
): JsonObject | null {
  if (!record) return null
  const closed = new Set(screen?.fields.filter(({ writeOnly }) => writeOnly).map(({ key }) => key))
  return Object.fromEntries(
    Object.entries(record).filter(([key]) => !closed.has(key) && !key.startsWith('#')),
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
    const screen = findScreen(event.screen)
    const before = openValues(event.before, screen)
    const after = event.type === 'record.removed' ? null : openValues(event.after, screen)
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
