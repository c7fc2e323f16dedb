import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import keyOrderFile from '../names/key-order.json'

/** The order of the keys of the objects under each key, of the objects in a map under `key.*`; from scripts/generate/key-order.ts. */
const keyOrder: Readonly<Record<string, readonly string[]>> = keyOrderFile
const findOrder = (group: string): readonly string[] | undefined =>
  Object.hasOwn(keyOrder, group) ? keyOrder[group] : undefined

/** A list of objects wider than this is written with one member per line. */
const MAX_LINE_WIDTH = 110
/** Lists with one member per line, however short they are. */
const lineByLine = new Set(['fields', 'params', 'groups', 'moves', 'children', 'tree', 'blocks'])
/** The keys of the first two lines of a document; every other key has a line of its own. */
const headLines = [
  ['$schema', 'version', 'kind'],
  ['id', 'extends', 'title', 'code', 'perm', 'needs', 'component'],
  ['roles', 'menu'],
]

/**
 * Writes a document in the one layout: the key order of the schema, one field per line. Keeps every key and value; what is
 * read and written again is the same text.
 */
export function writeDocument(document: JsonObject): string {
  const keys = sorted(Object.keys(document), findOrder('document'))
  const write = (key: string) => entry(key, document[key], 2, 'document')
  const head = headLines.map((line) => keys.filter((key) => line.includes(key)))
  const lines = [
    ...head.flatMap((line) => (line.length > 0 ? [line.map(write).join(', ')] : [])),
    ...keys.filter((key) => !head.flat().includes(key)).map(write),
  ]
  return lines.length === 0 ? '{}\n' : `{\n${lines.map((line) => `  ${line}`).join(',\n')}\n}\n`
}

/** The role of an object, which decides the order of its keys. A `map` keeps its order. */
type NodeKind = 'document' | 'field' | 'part' | 'map'

const maps = new Set(['tag', 'set', 'send', 'bind', 'props', 'dictWhere', 'pickWhere', 'supply'])

const entry = (key: string, value: unknown, indent: number, place: NodeKind, above?: string): string =>
  `${JSON.stringify(key)}: ${write(value, key, indent, place, above)}`

/** `above` is the key of the object around the value. */
function write(value: unknown, key: string, indent: number, place: NodeKind, above?: string): string {
  const inner = getNodeKind(key, place)
  if (Array.isArray(value)) return writeList(value, key, indent, inner)
  return isJsonObject(value) ? writeRecord(value, key, indent, inner, above) : JSON.stringify(value)
}

function getNodeKind(key: string, place: NodeKind): NodeKind {
  if (place === 'map' || maps.has(key) || key.startsWith('x-')) return 'map'
  return (key === 'fields' || key === 'params') && place !== 'part' ? 'field' : 'part'
}

function writeRecord(record: JsonObject, under: string, indent: number, place: NodeKind, above = ''): string {
  const keys = Object.keys(record)
  if (keys.length === 0) return '{}'
  const order = place === 'field' ? findOrder('field') : (findOrder(under) ?? findOrder(`${above}.*`))
  const ordered = place === 'map' ? keys : sorted(keys, order)
  return `{ ${ordered.map((key) => entry(key, record[key], indent, place, under)).join(', ')} }`
}

function writeList(list: unknown[], key: string, indent: number, place: NodeKind): string {
  const flat = `[${list.map((member) => writeMember(member, key, indent, place)).join(', ')}]`
  const isOfRecords = list.length > 0 && list.every(isJsonObject)
  const isLong = indent === 2 && flat.length > MAX_LINE_WIDTH && place !== 'field'
  if (!isOfRecords || place === 'map' || !(lineByLine.has(key) || isLong)) return flat
  const pad = ' '.repeat(indent + 2)
  const lines = list.map((member) => pad + writeMember(member, key, indent + 2, place))
  return `[\n${lines.join(',\n')}\n${' '.repeat(indent)}]`
}

function writeMember(member: unknown, under: string, indent: number, place: NodeKind): string {
  if (Array.isArray(member)) return writeList(member, '', indent, place)
  return isJsonObject(member) ? writeRecord(member, under, indent, place) : JSON.stringify(member)
}

/** Keys of no order follow by the alphabet, `x-*` after them. */
function sorted(keys: readonly string[], order: readonly string[] = []): string[] {
  const rank = (key: string): number => {
    if (key.startsWith('x-')) return order.length + 1
    const at = order.indexOf(key)
    return at < 0 ? order.length : at
  }
  return [...keys].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
}
