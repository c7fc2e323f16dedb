import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { fieldSettings } from '#runtime/fields/settings.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { composeSchema } from '#runtime/schema/compose.ts'
import { describeSchema, eachWord, wordAt } from '#runtime/schema/language/describe.ts'
import { compileSchema } from '#runtime/schema/validator.ts'
import { withWordTables } from '../../scripts/word-tables.ts'

const schema = composeSchema(fieldSettings)
const places: [string, JsonObject][] = []
eachWord(schema, (path, shape) => places.push([path.join('.'), shape]))

it('every keyword of the language has a Chinese hover text and an example', () => {
  expect(places.length).toBeGreaterThan(500)
  const silent = places.flatMap(([place]) => {
    const word = wordAt(place.split('.'))
    return word && /\p{Script=Han}/u.test(word[0] + word[1]) && word[2] !== undefined ? [] : place
  })
  expect(silent).toEqual([])
})

it('every field type has a description under its own name', () => {
  const words = Object.keys(fieldSettings).map((word) => wordAt(['type', word, 'type'])?.[2])
  expect(words).toEqual(Object.keys(fieldSettings).map((word) => JSON.stringify(word)))
})

it('every example is a valid value of its keyword', () => {
  const wrong = places.flatMap(([place, shape]) => {
    const example = wordAt(place.split('.'))?.[2]
    // A constant is described once for all kinds. Shapes with references are covered by documents, which have tests of their own.
    if (example === undefined || 'const' in shape || JSON.stringify(shape).includes('$ref')) return []
    const [error] = compileSchema(shape)(JSON.parse(example))
    return error ? [`${place} ${example}: ${error.message}`] : []
  })
  expect(wrong).toEqual([])
})

it('the schema for editors contains hover texts, and the schema for checks contains none', () => {
  const file = readFileSync('schemas/$meta/document.schema.json', 'utf8')
  const described = describeSchema(schema)
  expect(JSON.parse(file)).toEqual(described)
  expect(JSON.stringify(described)).toContain('"description":"必填：不能空"')
  expect(JSON.stringify(schema)).not.toContain('description":"')
})

it('a table of keywords without a place in the README is an error, and text between tables stays', () => {
  expect(() => withWordTables('# 界面文档', schema)).toThrow('has no place')
  const readme = readFileSync('schemas/README.md', 'utf8')
  expect(withWordTables(readme.replace('# 界面文档', '# 别的'), schema)).toBe(
    readme.replace('# 界面文档', '# 别的'),
  )
})
