// The tables of properties in schemas/README.md, from the texts that the editors' hover texts also come from.

import { documentKinds } from '#runtime/schema/kinds/index.ts'
import { eachProperty, findTexts, jsonLine, type PropertyTexts } from '#runtime/schema/language/describe.ts'
import type { JsonSchema } from '#runtime/schema/shape-builder.ts'

interface Row {
  path: string[]
  texts: PropertyTexts
}

/** Every property with its path, each path once. */
function listRows(schema: JsonSchema): Row[] {
  const rows = new Map<string, Row>()
  eachProperty(schema, (path, shape) => {
    const texts = findTexts(shape)
    const name = path.join('.')
    if (texts && !rows.has(name)) rows.set(name, { path, texts })
  })
  return [...rows.values()]
}

/** A text inside a cell of a table. */
export const cell = (text: string): string => text.replaceAll('|', '\\|')
const formatText = ({ title, description }: PropertyTexts): string => cell(`${title}：${description}`)
const line = (name: string, { texts }: Row): string =>
  `| \`${name}\` | ${formatText(texts)} | \`${cell(jsonLine(texts.examples[0]))}\` |`
export const table = (head: string, rows: readonly string[]): string =>
  [`| ${head} |`, `|${'--|'.repeat(head.split('|').length)}`, ...rows].join('\n')

const headKeys = ['$schema', 'version', 'kind', 'id', 'title']
const isHead = ([kind = '', key = '']: readonly string[]) =>
  documentKinds.some(({ name }) => name === kind) && headKeys.includes(key)

/** The properties of one kind, without those of every document. */
function kindTable(rows: readonly Row[], kind: string): string {
  const kindRows = rows.filter(({ path }) => path[0] === kind && !isHead(path))
  return table(
    '键 | 说明 | 最短的例子',
    kindRows.map((row) => line(row.path.slice(1).join('.'), row)),
  )
}

function typeTable(rows: readonly Row[]): string {
  const types = rows.filter(({ path }) => path[0] === 'type' && path.length === 3 && path[2] === 'type')
  const lines = types.map((row) => {
    const word = row.path[1] ?? ''
    const typeRows = rows.filter(({ path }) => path[0] === 'type' && path[1] === word && path.length === 3)
    const keys = typeRows.flatMap(({ path }) => (path[2] === 'type' ? [] : `\`${path[2]}\``)).join('、')
    return `| \`${word}\` | ${formatText(row.texts)} | ${keys} |`
  })
  return table('类型 | 用处 | 另有的键', lines)
}

/** The settings of single types: one line for a setting that several types share. */
function typeWordTable(rows: readonly Row[]): string {
  const settings = new Map<string, { row: Row; name: string; types: string[] }>()
  for (const row of rows) {
    const [group, type = '', ...rest] = row.path
    const name = rest.join('.')
    if (group !== 'type' || name === 'type') continue
    const key = `${name}\n${JSON.stringify(row.texts)}`
    const entry = settings.get(key) ?? { row, name, types: [] }
    entry.types.push(type)
    settings.set(key, entry)
  }
  const lines = [...settings.values()].map(({ row, name, types }) =>
    line(name, row).replace(' | ', ` | ${types.map((type) => `\`${type}\``).join(' ')} | `),
  )
  return table('键 | 用于 | 说明 | 最短的例子', lines)
}

/** Each table by its name in the README. */
function wordTables(schema: JsonSchema): Record<string, string> {
  const rows = listRows(schema)
  const head = rows.filter(
    ({ path }) => path.length === 2 && path[0] === documentKinds[0]?.name && isHead(path),
  )
  return {
    documents: table(
      '键 | 说明 | 最短的例子',
      head.map((row) => line(row.path[1] ?? '', row)),
    ),
    actions: kindTable(rows, 'action'),
    field: kindTable(
      rows.filter(({ path }) => path[0] === 'field'),
      'field',
    ),
    types: typeTable(rows),
    settings: typeWordTable(rows),
    ...Object.fromEntries(documentKinds.map(({ name }) => [name, kindTable(rows, name)])),
    node: kindTable(rows, 'node'),
    step: kindTable(rows, 'step'),
    block: kindTable(rows, 'block'),
    printBlock: kindTable(rows, 'printBlock'),
  }
}

/** A place for the table of every kind, under the title of the kind. */
const kindPlaces = () =>
  documentKinds
    .map(({ name, title }) => `### ${title}\n\n<!-- 词表 ${name} -->\n<!-- 词表完 -->\n`)
    .join('\n')

/**
 * A page with fresh tables between its comments `词表 name` and `词表完`; the text between the tables stays as it is. Throws
 * where the page has no place for a table.
 */
export function fillTables(page: string, tables: Readonly<Record<string, string>>, file: string): string {
  const missing = new Set(Object.keys(tables))
  const text = page.replace(
    /(<!-- 词表 (\w+)[^>]*-->\n)[\s\S]*?(<!-- 词表完 -->)/g,
    (whole, begin: string, name: string, end: string) => {
      missing.delete(name)
      const fresh = tables[name]
      return fresh === undefined ? whole : `${begin}\n${fresh}\n\n${end}`
    },
  )
  if (missing.size > 0) throw new Error(`${file} has no place for the tables ${[...missing].join(', ')}`)
  return text
}

/** The README with fresh tables, and a section for each kind. */
export function withWordTables(readme: string, schema: JsonSchema): string {
  const sections = readme.replace(
    /(<!-- 种类 -->\n)[\s\S]*?(<!-- 种类完 -->)/,
    (_, begin: string, end: string) => `${begin}\n${kindPlaces()}\n${end}`,
  )
  return fillTables(sections, wordTables(schema), 'schemas/README.md')
}
