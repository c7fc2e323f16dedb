import { readFileSync } from 'node:fs'
import { beforeAll, expect, it } from 'vitest'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { pointer } from '#runtime/kernel/problem.ts'
import { collectKnown } from '#runtime/schema/known.ts'
import { commonField } from '#runtime/schema/language/field.ts'
import type { KnownNames } from '#runtime/schema/names/known-names.ts'
import { registeredNames } from '#server/app/registered-names.ts'
import { pathsIn } from '#server/documents/library/files.ts'
import { checkDocument } from '../world.ts'

type Path = readonly (string | number)[]
type Holder = Record<string | number, unknown>

const read = (path: string): JsonObject => JSON.parse(readFileSync(path, 'utf8'))
const shipped = [...pathsIn('schemas')].map(read)
let knownNames: KnownNames
beforeAll(() => {
  knownNames = collectKnown(shipped, registeredNames)
})

function* placesIn(value: unknown, path: Path = []): Generator<Path> {
  if (typeof value !== 'object' || value === null) return
  for (const key of Object.keys(value)) {
    const place = [...path, Array.isArray(value) ? Number(key) : key]
    yield place
    yield* placesIn((value as Holder)[key], place)
  }
}

const valueAt = (json: unknown, path: Path): unknown =>
  path.reduce<unknown>((at, key) => (at as Holder | undefined)?.[key], json)

/** One place for each property of the language: that of its first use in the shipped documents, for all types of fields that have it. */
const places = new Map<string, { document: JsonObject; path: Path }>()
for (const document of shipped) {
  for (const path of placesIn(document)) {
    const field = path.findLastIndex((key) => typeof key === 'number')
    const isCommon = field < 0 || String(path[field + 1]) in commonField
    const type = isCommon ? '' : (valueAt(document, path.slice(0, field + 1)) as JsonObject | null)?.type
    const kind = document.extends === undefined ? document.kind : 'overlay'
    const name = [kind, type, ...path.map((key) => (typeof key === 'number' ? '*' : key))].join('.')
    if (!places.has(name)) places.set(name, { document, path })
  }
}

/** The number of problems of each document with more than one, by the changed place. */
function severalProblems(change: (holder: Holder, key: string | number) => boolean): string[] {
  return [...places.values()].flatMap(({ document, path }) => {
    const changed = structuredClone(document)
    const holder = valueAt(changed, path.slice(0, -1)) as Holder
    if (!change(holder, path.at(-1) ?? '')) return []
    const problems = checkDocument(changed, { knownNames })
    return problems.length > 1 ? [`${String(document.id)} ${pointer(...path)}`] : []
  })
}

/** The word that makes fields of entries, which the list names. */
const usedEntries = 'bill/budget-entry /table/entries'

/** A field that a flow makes where it writes it, and that the form or another move names. */
const usedAnswer = 'stock/in-bill /flow/moves/1/ask/key'

/** The second and the third letter change places. */
const misspelt = (key: string) => key.slice(0, 1) + key.slice(2, 3) + key.slice(1, 2) + key.slice(3)

it('a misspelt key of a shipped document is one problem', () => {
  const found = severalProblems((holder, key) => {
    if (typeof key !== 'string' || key.length < 3 || misspelt(key) in holder) return false
    holder[misspelt(key)] = holder[key]
    return delete holder[key]
  })
  expect(found).toEqual([])
})

it('a value of another type in a shipped document is one problem', () => {
  const found = severalProblems((holder, key) => {
    if (isJsonObject(holder[key]) || Array.isArray(holder[key])) return false
    holder[key] = -7.5
    return true
  })
  expect(found).toEqual([usedAnswer])
})

it('a misspelt text of a shipped document is one problem', () => {
  const found = severalProblems((holder, key) => {
    const text = holder[key]
    if (typeof text !== 'string' || text.length < 3) return false
    holder[key] = misspelt(text)
    return holder[key] !== text
  })
  // The code of a follow-up names its fields too, the code of a tree is that of the dictionary and of its branches, and
  // a report under another id takes two names of the first one.
  expect(found).toEqual([
    'bill/budget /flow/moves/0/set/fauditor',
    'bill/purchase /flow/moves/0/set/fauditdate',
    'bill/purchase /followUps/0/code',
    'dict/gazetteer-class /tree/0/code',
    'example-case/order-total /id',
    'stock/in-bill /flow/moves/0/set/fauditTime',
  ])
})

it('a missing part of a shipped document is one problem', () => {
  const found = severalProblems((holder, key) =>
    Array.isArray(holder) ? holder.splice(Number(key), 1).length > 0 : delete holder[key],
  )
  // Several names, or settings, are without meaning: buttons of moves and follow-ups, columns of new fields, fields that an address of its own knows.
  expect(found).toEqual([
    usedEntries,
    'bill/budget /flow',
    'bill/budget /flow/moves/0',
    'bill/purchase /followUps',
    'bpm/cc /fields/0/tag',
    'reader/give-back /fields/0/fields/1',
    'reader/lend /fields/0/orgFields/0',
    'stock/count /flow/moves/0/post/0/each',
    usedAnswer,
  ])
}, 180_000)
