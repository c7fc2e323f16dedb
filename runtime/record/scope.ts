import { calendarPrefix } from '#runtime/kernel/expression/workdays.ts'
import type { NameKind, Scope } from '#runtime/kernel/expression.ts'
import { formatDate, formatDateTime } from '#runtime/kernel/time.ts'
import type { AnyFieldValue, FieldValues, Lookup } from '#runtime/schema/field-value.ts'
import { resolveName } from '#runtime/schema/names/resolve-name.ts'
import { type Field, isDetail, type ScreenDocument } from '#runtime/schema/types.ts'

/** A record or a detail row on the wire: wire values under field keys, details inline as arrays of rows. */
export type Values = Readonly<Record<string, unknown>>

/** The environment of formulas, defaults and rules besides the record itself. */
export interface RecordEnv {
  user: Readonly<{ id: string; username: string; realname: string; orgCode: string }> & Values
  /** Fixed once per save or form, so that one record never has two values of today. */
  now: Date
  mode: 'add' | 'edit' | 'detail'
  params?: Values
  /** The keys of `params`, where their fields are declared. */
  paramKeys?: LevelKeys
  /** The dictionaries of holidays and of choices with a default, which are loaded before. */
  lookup?: Pick<Lookup, 'items'>
  /** What types say of the values that a default brings; without them it brings none. */
  types?: FieldValues
}

const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null

/** Follows a path through own properties only; a list in the way yields the list of that column. */
export function dig(value: unknown, path: readonly string[]): unknown {
  let current = value
  for (const [index, key] of path.entries()) {
    if (Array.isArray(current)) return current.map((row) => dig(row, path.slice(index)))
    if (!isObject(current) || !Object.hasOwn(current, key)) return null
    current = current[key]
  }
  return current ?? null
}

function envValue(path: readonly string[], env: RecordEnv): unknown {
  if (path[0]?.startsWith(calendarPrefix)) return env.lookup?.items(path[0].slice(calendarPrefix.length))
  if (path[0] === 'user') return dig(env.user, path.slice(1))
  if (path[0] === 'params') return dig(env.params, path.slice(1))
  if (path[0] === 'mode') return env.mode
  if (path[0] === 'today') return formatDate(env.now)
  if (path[0] === 'now') return formatDateTime(env.now)
  return null
}

/** The declared keys of the head or of the rows of a detail, and what their values are; columns as `items.fday`. */
export interface LevelKeys extends ReadonlySet<string> {
  readonly kinds: ReadonlyMap<string, NameKind>
}

/** The keys that the head, or the rows of a detail, may have by declaration. */
export const keySet = (
  fields: readonly Field[],
  types: ReadonlyMap<string, Pick<AnyFieldValue, 'readsAs'>>,
): LevelKeys =>
  Object.assign(new Set(fields.map(({ key }) => key)), { kinds: new Map(listKinds(fields, types)) })

const listKinds = (fields: readonly Field[], types: Parameters<typeof keySet>[1]): [string, NameKind][] =>
  fields.flatMap((field): [string, NameKind][] => {
    if (isDetail(field))
      return listKinds(field.fields, types).map(([key, kind]) => [`${field.key}.${key}`, kind])
    const kind = types.get(field.type)?.readsAs?.(field)
    return kind ? [[field.key, kind]] : []
  })

/** The keys of a level without fields. */
export const noKeys = keySet([], new Map())

/** Names in an expression of the head: head keys, `form.x`, `items.famount` (a list), `user`, `params`, `mode`. */
export const headScope = (head: Values, env: RecordEnv, keys: LevelKeys): Scope => {
  const holders = { head: { has: (key: string) => Object.hasOwn(head, key) } }
  const read: Scope = (name) => {
    const { holder, path } = resolveName(name, holders)
    return holder === 'head' ? dig(head, path) : envValue(path, env)
  }
  read.findKind = (name) => {
    const [first, ...rest] = name
    if (first === 'params') return env.paramKeys?.kinds.get(rest.join('.'))
    return keys.kinds.get((first === 'form' ? rest : name).join('.'))
  }
  return read
}

/** Names in an expression that belongs to no record: `user`, `params`, `mode`, `today`, `now`. */
export const envScope = (env: RecordEnv): Scope => headScope({}, env, noKeys)

/** Names in an expression about a row of a list: `row.x` or its key, and those of `envScope`. */
export const listRowScope = (row: Values, env: RecordEnv, keys: LevelKeys): Scope =>
  rowScope(row, keys, headScope(row, env, keys))

/** Names as an expression of a detail row reads them: the row's declared keys first, then all that its head sees. */
export const rowScope = (row: Values, keys: LevelKeys, head: Scope): Scope => {
  const holders = { head: noKeys, row: keys }
  const read: Scope = (name) => {
    const first = name[0] ?? ''
    // The fast path: nearly every name is a cell of its row.
    if (name.length === 1 && keys.has(first)) return Object.hasOwn(row, first) ? (row[first] ?? null) : null
    const { holder, path } = resolveName(name, holders)
    return holder === 'row' ? dig(row, path) : head(name)
  }
  read.findKind = (name) => {
    const { holder, path } = resolveName(name, holders)
    return holder === 'row' ? keys.kinds.get(path.join('.')) : head.findKind?.(name)
  }
  return read
}

/** The rows of a record under the key of a detail table; any other value counts as no rows. */
export const getRows = (record: Values, key: string): readonly Values[] => {
  const rows = Object.hasOwn(record, key) ? record[key] : undefined
  return Array.isArray(rows) ? rows.filter(isObject) : []
}

/** The head of a record: its values without detail rows. */
export const withoutRows = ({ fields }: Pick<ScreenDocument, 'fields'>, record: Values): Values => {
  const details = new Set(fields.filter(isDetail).map((field) => field.key))
  return Object.fromEntries(Object.entries(record).filter(([key]) => !details.has(key)))
}
