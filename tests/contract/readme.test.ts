import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fieldSettings } from '#runtime/fields/settings.ts'
import { composeDescribedSchema } from '#runtime/schema/compose.ts'
import { documentKinds } from '#runtime/schema/kinds/index.ts'
import { eachProperty, findTexts } from '#runtime/schema/language/describe.ts'

const readme = readFileSync(join(import.meta.dirname, '../../schemas/README.md'), 'utf8')

/** The rows of each generated table, by the name of the table: the cells of each row. */
const tables = new Map(
  [...readme.matchAll(/<!-- 词表 (\w+) -->\n([\s\S]*?)<!-- 词表完 -->/g)].map(([, name, body = '']) => [
    name ?? '',
    body
      .trim()
      .split('\n')
      .slice(2)
      .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))),
  ]),
)

const headKeys = ['$schema', 'version', 'kind', 'id', 'title']

/** The table of a property and the beginning of its row: the key, for settings the field type. */
function parsePlace([first = '', second = '', ...rest]: string[]): {
  table: string
  key: string
  type?: string
} {
  if (first === 'type' && rest.join('.') === 'type') return { table: 'types', key: second }
  if (first === 'type') return { table: 'settings', key: rest.join('.'), type: second }
  if (rest.length === 0 && headKeys.includes(second) && documentKinds.some(({ name }) => name === first))
    return { table: 'documents', key: second }
  return { table: first === 'action' ? 'actions' : first, key: [second, ...rest].join('.') }
}

const properties = new Map<string, { path: string[]; text: string }>()
eachProperty(composeDescribedSchema(fieldSettings), (path, shape) => {
  const texts = findTexts(shape)
  properties.set(path.join('.'), { path, text: texts ? `${texts.title}：${texts.description}` : '' })
})

it('the document language has a property for each row of the README', () => {
  expect(properties.size).toBeGreaterThan(500)
})

describe.each([...tables.keys()])('the README table %s', (name) => {
  const rows = tables.get(name) ?? []
  const own = [...properties.values()].filter(({ path }) => parsePlace(path).table === name)

  it('has the title and the description of each property in its row', () => {
    const missing = own.flatMap(({ path, text }) => {
      const { key, type } = parsePlace(path)
      const found = rows.some(([, first, second, third]) =>
        type === undefined
          ? first === `\`${key}\`` && second === text
          : first === `\`${key}\`` && second?.split(' ').includes(`\`${type}\``) && third === text,
      )
      return found && text !== '' ? [] : [`${path.join('.')}: ${text}`]
    })
    expect(own).not.toEqual([])
    expect(missing).toEqual([])
  })

  it('has no row without a property', () => {
    const keys = new Set(own.map(({ path }) => `\`${parsePlace(path).key}\``))
    expect(rows.flatMap(([, first = '']) => (keys.has(first) ? [] : [first]))).toEqual([])
  })
})

it('the README has a table for every property', () => {
  const lost = [...properties.values()].filter(({ path }) => !tables.has(parsePlace(path).table))
  expect(lost.map(({ path }) => path.join('.'))).toEqual([])
})
