import { isJsonObject, listObjects } from '#runtime/kernel/json.ts'
import { initials } from '#runtime/kernel/text/pinyin.ts'
import { namesField } from '../field-names.ts'
import { findWords, objectShapesAt, type Shape, type Step, shapesAt } from './shapes.ts'
import { readWithout, type TextPlace, textPlace } from './text-place.ts'
import { readName, readNode, type TextNode, textTree } from './text-tree.ts'

/** What may stand at the cursor: `insert` replaces the text from `from` to `to`, and the cursor moves to `cursor` in it. */
export interface Offer {
  label: string
  title: string
  help?: string
  insert: string
  cursor: number
  isKey: boolean
}

export interface Completions {
  from: number
  to: number
  offers: Offer[]
}

/** A name that exists on the server, with its title. */
export interface KnownName {
  value: string
  title: string
}

/** The names that words of documents may contain, by the word: `dictCode`, `popupCode`; under `document` the ids of documents. */
export type KnownNames = Readonly<Record<string, readonly KnownName[]>>

/** The pattern of words that name a document. */
const idPattern = '^[a-z][a-z0-9-]{0,39}/[a-z][a-z0-9_-]{0,59}$'

/** The title and the help of a word, which its description joins. */
export function getTexts({ description }: Shape): { title: string; help?: string } {
  const text = typeof description === 'string' ? description : ''
  const at = text.indexOf('：')
  return at < 0 ? { title: text } : { title: text.slice(0, at), help: text.slice(at + 1) }
}

const listRequired = ({ required }: Shape): readonly unknown[] => (Array.isArray(required) ? required : [])
const objectsIn = (value: unknown): [string, Shape][] =>
  Object.entries(isJsonObject(value) ? value : {}).filter((entry): entry is [string, Shape] =>
    isJsonObject(entry[1]),
  )

/** What a member starts with: quotes, brackets, or nothing. */
function formatSeed(shape: Shape): string {
  const { type, anyOf, oneOf: pickOne, enum: words } = shape
  if (anyOf || pickOne) return ''
  if (type === 'string' || (Array.isArray(words) && typeof words[0] === 'string')) return '""'
  return type === 'array' ? '[]' : type === 'object' ? '{}' : ''
}

/** The keys that the object at a path may have besides those that it has. */
function keyOffers(schema: Shape, path: readonly Step[], value: unknown): Offer[] {
  const shapes = objectShapesAt(schema, path, value)
  const present = isJsonObject(value) ? value : {}
  const keys = new Set(shapes.flatMap((shape) => objectsIn(shape.properties).map(([key]) => key)))
  const entries = [...keys].flatMap((key) => {
    // What a property of an alternative only excludes has no words of its own.
    const properties = shapesAt(schema, [...path, { holder: present, key }])
    const [property] = properties.filter((shape) => Object.keys(shape).length > 0)
    if (!property || Object.hasOwn(present, key)) return []
    const seeds = new Set(properties.map(formatSeed))
    const seed = seeds.size === 1 ? formatSeed(property) : ''
    const insert = `${JSON.stringify(key)}: ${seed}`
    const isRequired = shapes.every((shape) => listRequired(shape).includes(key))
    const isCommon = shapes.every((shape) => objectsIn(shape.properties).some(([name]) => name === key))
    const { title, help } = getTexts(property)
    const offer: Offer = {
      label: key,
      title: isRequired ? `${title}（必填）` : title,
      ...(help && { help }),
      insert,
      cursor: insert.length - (seed === '' ? 0 : 1),
      isKey: true,
    }
    return [{ offer, rank: isRequired ? 0 : isCommon ? 1 : 2 }]
  })
  return entries.sort((a, b) => a.rank - b.rank).map(({ offer }) => offer)
}

const valueOffer = (value: unknown, title: string, help?: string): Offer => {
  const insert = JSON.stringify(value)
  return { label: String(value), title, ...(help && { help }), insert, cursor: insert.length, isKey: false }
}

/** The fields around a place, as the nearest object with fields has them. */
function fieldsAround(holders: TextPlace['holders'], text: string): KnownName[] {
  for (const { node } of [...holders].reverse()) {
    const list = node.members.find(({ key }) => key && readName(key, text) === 'fields')?.value
    const fields = listObjects(readNode(list, text))
    if (fields.length > 0)
      return fields.map(({ key, title }) => ({ value: String(key), title: String(title ?? key) }))
  }
  return []
}

/** The values that a place may have. */
function valueOffers(
  shapes: readonly Shape[],
  word: string,
  names: KnownNames,
  fields: KnownName[],
): Offer[] {
  const offers = shapes.flatMap((shape): Offer[] => {
    const { title, help } = getTexts(shape)
    const words = findWords(shape)
    if (words) {
      const titles = Array.isArray(shape.enumDescriptions) ? shape.enumDescriptions : []
      return words.map((value, at) =>
        titles[at] === undefined ? valueOffer(value, title, help) : valueOffer(value, String(titles[at])),
      )
    }
    if (shape.type === 'boolean') return [valueOffer(true, '是'), valueOffer(false, '否')]
    const pattern = typeof shape.pattern === 'string' ? shape.pattern : ''
    const candidates = namesField(word, pattern)
      ? fields
      : (names[pattern === idPattern ? 'document' : word] ?? [])
    return candidates
      .filter(({ value }) => pattern === '' || new RegExp(pattern, 'u').test(value))
      .map(({ value, title: name }) => valueOffer(value, name))
  })
  return [...new Map(offers.map((offer) => [offer.insert, offer])).values()]
}

/** Those that begin with the typed text, then those that contain it; the title and its first letters count as well. */
function matching(offers: readonly Offer[], typed: string): Offer[] {
  const word = typed.toLowerCase()
  if (word === '') return [...offers]
  const starts = offers.filter(({ label }) => label.toLowerCase().startsWith(word))
  const others = offers.filter(
    ({ label, title }) =>
      label.toLowerCase().includes(word) ||
      title.includes(typed) ||
      initials(title).toLowerCase().startsWith(word),
  )
  return [...new Set([...starts, ...others])]
}

/** An offered key with the commas that its place lacks; a key that has its value already is only replaced. */
function fitted(offer: Offer, place: TextPlace, text: string, from: number, to: number): Offer {
  if (!offer.isKey) return offer
  if (place.member?.colon !== undefined) {
    const insert = JSON.stringify(offer.label)
    return { ...offer, insert, cursor: insert.length }
  }
  const before = /[}\]"\w]\s*$/.test(text.slice(0, from)) ? ', ' : ''
  const after = /^\s*"/.test(text.slice(to)) ? ',' : ''
  return { ...offer, insert: before + offer.insert + after, cursor: before.length + offer.cursor }
}

/** What the language allows at an offset of a document's text; undefined where there is nothing to offer. */
export function completionsAt(
  text: string,
  at: number,
  schema: Shape,
  names: KnownNames = {},
): Completions | undefined {
  const place = textPlace(textTree(text), text, at)
  if (!place) return undefined
  const { node, holders, member } = place
  const last = holders.at(-1)
  if (!last) return undefined
  const read = (holder: TextNode) => readWithout(holder, text, holder === last.node ? member : undefined)
  const path: Step[] = holders.map(({ node: holder, key }) => ({ holder: read(holder), key }))
  const from = node?.from ?? at
  const to = node?.to ?? at
  const typed = text.slice(from, at).replaceAll('"', '')
  const word = holders.map(({ key }) => key).findLast((key) => typeof key === 'string') ?? ''
  const offers =
    place.kind === 'key'
      ? keyOffers(schema, path.slice(0, -1), path.at(-1)?.holder)
      : valueOffers(shapesAt(schema, path), String(word), names, fieldsAround(holders, text))
  const matched = matching(offers, typed).map((offer) => fitted(offer, place, text, from, to))
  return matched.length === 0 ? undefined : { from, to, offers: matched }
}
