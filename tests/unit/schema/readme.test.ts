import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { fieldSettings } from '#runtime/fields/settings.ts'
import { composeSchema } from '#runtime/schema/compose.ts'
import { fixtures } from './world.ts'

/** Every keyword that a document may use. */
function keysOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, inner]) =>
    key === 'properties'
      ? [...Object.keys(inner as object), ...Object.values(inner as object).flatMap(keysOf)]
      : keysOf(inner),
  )
}

it('schemas/README.md describes every key and every type of the language', () => {
  const readme = readFileSync(join(fixtures, '../../../schemas/README.md'), 'utf8')
  const told = new Set(readme.match(/[$\w]+/g))
  const words = [...keysOf(composeSchema(fieldSettings)), ...Object.keys(fieldSettings)]
  expect([...new Set(words)].filter((word) => !told.has(word))).toEqual([])
})
