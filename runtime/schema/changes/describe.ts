import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import titleFile from '../names/key-titles.json'
import type { ChangeConflict, DocumentChange } from './change.ts'
import { indexMembers } from './members.ts'

const MAX_VALUE_LENGTH = 80

/** The titles of the keys under each key, of documents under `document`, of fields under `field`; from scripts/generate/key-order.ts. */
const keyTitles: Readonly<Record<string, Readonly<Record<string, string>>>> = titleFile

export const getTitle = (group: string, key: string): string => {
  const titles = Object.hasOwn(keyTitles, group) ? keyTitles[group] : undefined
  return titles && Object.hasOwn(titles, key) ? (titles[key] ?? key) : key
}
export const groupUnder = (key: string): string => (key === 'fields' || key === 'params' ? 'field' : key)

/**
 * A change as a Chinese sentence for the list of revisions: `字段「单价」的列宽：100 → 120`. `before` and `after` are the
 * documents around it, for the titles of their parts.
 */
export function describeChange(change: DocumentChange, before: JsonObject, after: JsonObject): string {
  const { parts, group, isMember } = splitParts(change.path, before, after)
  const last = parts.at(-1) ?? ''
  const holder = parts.slice(0, -1).join('的')
  const whole = parts.join('的')
  if (change.type === 'move') {
    const target = change.follows === null ? '最前' : `${titleAt(change, before, after)}之后`
    return `${whole}移到${target}`
  }
  const { before: old, after: now } = change
  const text = (value: unknown) => valueText(value, group)
  if (old === undefined) return `${holder}新增${last}${isMember ? '' : `：${text(now)}`}`
  if (now === undefined) return `${holder}删去${last}${isMember ? '' : `（原为${text(old)}）`}`
  return `${whole}：${text(old)} → ${text(now)}`
}

/** A conflict in words: the change, and the value that is there now, without one where the part is gone. */
export function describeConflict(
  { change, current }: ChangeConflict,
  before: JsonObject,
  after: JsonObject,
): { path: readonly string[]; text: string; current?: string } {
  const { path } = change
  const text = describeChange(change, before, after)
  if (current === undefined) return { path, text }
  return { path, text, current: valueText(current, splitParts(path, before, after).group) }
}

/** The path in words; the group of the value at its end, and whether that is a member of a list. */
function splitParts(
  path: readonly string[],
  before: JsonObject,
  after: JsonObject,
): { parts: string[]; group: string; isMember: boolean } {
  const parts: string[] = []
  let holders: unknown[] = [after, before]
  let group = 'document'
  let isMember = false
  for (const step of path) {
    isMember = holders.some(Array.isArray)
    const inner = holders.map((holder) => partAt(holder, step))
    if (isMember) parts.push(`${parts.pop() ?? ''}「${memberTitle(inner, step)}」`)
    else {
      parts.push(getTitle(group, step))
      group = groupUnder(step)
    }
    holders = inner
  }
  return { parts, group, isMember }
}

function partAt(holder: unknown, step: string): unknown {
  if (Array.isArray(holder)) return indexMembers(holder)?.get(step)
  return isJsonObject(holder) && Object.hasOwn(holder, step) ? holder[step] : undefined
}

function memberTitle(versions: readonly unknown[], name: string): string {
  const titles = versions.map((member) => (isJsonObject(member) ? member.title : undefined))
  return String(titles.find((title) => typeof title === 'string') ?? name)
}

/** The member behind which another was moved. */
function titleAt(change: DocumentChange & { type: 'move' }, before: JsonObject, after: JsonObject): string {
  const name = change.follows ?? ''
  const inner = [after, before].map((document) =>
    [...change.path.slice(0, -1), name].reduce<unknown>((holder, step) => partAt(holder, step), document),
  )
  return `「${memberTitle(inner, name)}」`
}

/** A value in words, shortened. */
function valueText(value: unknown, group: string): string {
  const text = formatValue(value, group)
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text
}

function formatValue(value: unknown, group: string): string {
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (typeof value === 'string') return `「${value}」`
  if (Array.isArray(value))
    return value.length === 0 ? '空' : value.map((member) => formatValue(member, group)).join('、')
  if (!isJsonObject(value)) return String(value)
  const entries = Object.entries(value).map(([key, inner]) => {
    const title = getTitle(group, key)
    return inner === true ? title : `${title} ${formatValue(inner, groupUnder(key))}`
  })
  return entries.length === 0 ? '空' : entries.join(' ')
}
