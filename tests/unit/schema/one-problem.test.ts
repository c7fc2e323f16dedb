import { readFileSync } from 'node:fs'
import { beforeAll, expect, it } from 'vitest'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { pointer } from '#runtime/kernel/problem.ts'
import { collectKnown } from '#runtime/schema/known.ts'
import type { KnownNames } from '#runtime/schema/known-names.ts'
import { registeredNames } from '#server/app/registered-names.ts'
import { pathsIn } from '#server/documents/files.ts'
import { checkDocument } from './world.ts'

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

/** One place for each property of the language: that of its first use in the shipped documents. */
const places = new Map<string, { document: JsonObject; path: Path }>()
for (const document of shipped.filter(({ extends: base }) => base === undefined)) {
  for (const path of placesIn(document)) {
    const field = path.findLastIndex((key) => typeof key === 'number')
    const type = field < 0 ? '' : (valueAt(document, path.slice(0, field + 1)) as JsonObject | null)?.type
    const name = [document.kind, type, ...path.map((key) => (typeof key === 'number' ? '*' : key))].join('.')
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

/** The second and the third letter change places. */
const misspelt = (key: string) => key.slice(0, 1) + key.slice(2, 3) + key.slice(1, 2) + key.slice(3)

it('a misspelt key of a shipped document is one problem', () => {
  const found = severalProblems((holder, key) => {
    if (typeof key !== 'string' || key.length < 3 || misspelt(key) in holder) return false
    holder[misspelt(key)] = holder[key]
    return delete holder[key]
  })
  // `form` and `from` are both keys; the options of a form are named by their field.
  expect(found.filter((place) => !/\/(form|from)$|\/load\/options\/\w+$/.test(place))).toEqual([])
})

it('a value of another type in a shipped document is one problem', () => {
  const found = severalProblems((holder, key) => {
    if (isJsonObject(holder[key]) || Array.isArray(holder[key])) return false
    holder[key] = -7.5
    return true
  })
  // An option may have a number; the default and the tag then name a value that is gone.
  expect(found.filter((place) => !/\/options\/\d+\/value$/.test(place))).toEqual([])
})
