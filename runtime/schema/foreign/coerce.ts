import { isJsonObject } from '#runtime/kernel/json.ts'
import { toSnake } from '#runtime/kernel/text/names.ts'
import { ownIcon } from './icons.ts'
import { ownOption, ownOptions } from './options.ts'

/** Lists of choices. */
const choices: ReadonlySet<Key> = new Set(['options', 'items'])

type Key = string | number | undefined

const yes = new Set<unknown>(['true', 'Y', 'yes', '1', 1, '是'])
const no = new Set<unknown>(['false', 'N', 'no', '0', 0, '否'])

/** Objects that other tools write as one text, by key: the property that the text is. */
const onlyProperty = new Map<Key, string>([
  ['access', 'read'],
  ['table', 'name'],
  ['menu', 'parent'],
])

/** A value of the expected JSON type with the same meaning; undefined where there is none. */
export function coerced(types: readonly string[], value: unknown, key: Key): unknown {
  const number =
    typeof value === 'string' ? /^(-?\d+(?:\.\d+)?)\s*(?:px|％|%)?$/.exec(value.trim())?.[1] : undefined
  if (
    number !== undefined &&
    (types.includes('number') || (types.includes('integer') && !number.includes('.')))
  )
    return Number(number)
  if (types.includes('boolean') && yes.has(value)) return true
  if (types.includes('boolean') && no.has(value)) return false
  if (
    types.includes('string') &&
    (typeof value === 'number' || (typeof value === 'boolean' && types.length === 1))
  )
    return String(value)
  if (choices.has(key) && types.includes('array')) return ownOptions(value)
  if (choices.has(key) && types.includes('object')) return ownOption(value)
  if (types.includes('array') && typeof value === 'string') return value.split(/[,，]\s*/)
  if (types.includes('array') && isJsonObject(value) && key !== 'fields') return [value]
  const property = onlyProperty.get(key)
  return types.includes('object') && typeof value === 'string' && property ? { [property]: value } : undefined
}

/** Texts of other forms in the form that the pattern of their key accepts. */
export function reformed(key: Key, value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  if (key === 'sort') {
    const parts = value.split(/\s*,\s*/).map((part) => /^(-?\w+)(?:\s+(asc|desc))?$/i.exec(part.trim()))
    if (parts.some((part) => part === null)) return undefined
    return parts.map((part) => (part?.[2]?.toLowerCase() === 'desc' ? `-${part[1]}` : part?.[1])).join(',')
  }
  if (key === 'name' || key === 'column') return toSnake(value.replaceAll('-', '_'))
  if (key === 'icon') return ownIcon(value)
  if (key === 'path' || key === 'href') return /^[\w-]+\//.test(value) ? `/${value}` : undefined
  if (key === 'dictCode') return /^[A-Z]\w*$/.test(value) ? `category:${value}` : undefined
  return undefined
}
