// The tables of words in schemas/README.md, from the descriptions that also feed the editors' hover texts.
import type { JsonSchema } from '#runtime/schema/compose.ts'
import { eachWord, wordAt } from '#runtime/schema/language/describe.ts'
import type { KeywordDoc } from '#runtime/schema/language/words/words.ts'

interface Row {
  path: string[]
  word: KeywordDoc
}

/** Every word with its place, each place once. */
function rowsOf(schema: JsonSchema): Row[] {
  const rows = new Map<string, Row>()
  eachWord(schema, (path) => {
    const word = wordAt(path)
    const name = path.join('.')
    if (word && !rows.has(name)) rows.set(name, { path, word })
  })
  return [...rows.values()]
}

const cell = (text: string): string => text.replaceAll('|', '\\|')
const line = (name: string, { word: [title, text, example] }: Row): string =>
  `| \`${name}\` | ${cell(title === text ? text : `${title}：${text}`)} | ${example === undefined ? '' : `\`${cell(example)}\``} |`
const table = (head: string, rows: readonly string[]): string =>
  [`| ${head} |`, `|${'--|'.repeat(head.split('|').length)}`, ...rows].join('\n')

const headWords = ['$schema', 'version', 'kind', 'id', 'title']

/** The words of one kind, those that all documents have left out. */
function kindTable(rows: readonly Row[], kind: string): string {
  const own = rows.filter(({ path: [first, second = ''] }) => first === kind && !headWords.includes(second))
  return table(
    '键 | 说明 | 最短的例子',
    own.map((row) => line(row.path.slice(1).join('.'), row)),
  )
}

function typeTable(rows: readonly Row[]): string {
  const types = rows.filter(({ path }) => path[0] === 'type' && path.length === 3 && path[2] === 'type')
  const lines = types.map((row) => {
    const word = row.path[1] ?? ''
    const own = rows.filter(({ path }) => path[0] === 'type' && path[1] === word && path.length === 3)
    const keys = own.flatMap(({ path }) => (path[2] === 'type' ? [] : `\`${path[2]}\``)).join('、')
    const [title, text] = row.word
    return `| \`${word}\` | ${cell(`${title}：${text}`)} | ${keys} |`
  })
  return table('类型 | 用处 | 另有的键', lines)
}

/** What single types say: a word that several types explain alike stands once. */
function typeWordTable(rows: readonly Row[]): string {
  const found = new Map<string, { row: Row; name: string; types: string[] }>()
  for (const row of rows) {
    const [group, type = '', ...rest] = row.path
    const name = rest.join('.')
    if (group !== 'type' || name === 'type') continue
    const key = `${name}\n${row.word.join('\n')}`
    const known = found.get(key) ?? { row, name, types: [] }
    known.types.push(type)
    found.set(key, known)
  }
  const lines = [...found.values()].map(({ row, name, types }) =>
    line(name, row).replace(' | ', ` | ${types.map((type) => `\`${type}\``).join(' ')} | `),
  )
  return table('键 | 用于 | 说明 | 最短的例子', lines)
}

/** Each table by the name that its place in the README has. */
function wordTables(schema: JsonSchema): Record<string, string> {
  const rows = rowsOf(schema)
  const head = rows.filter(
    ({ path }) => path.length === 2 && path[0] === 'dict' && headWords.includes(path[1] ?? ''),
  )
  return {
    documents: table(
      '键 | 说明 | 最短的例子',
      head.map((row) => line(row.path[1] ?? '', row)),
    ),
    screen: kindTable(rows, 'screen'),
    actions: kindTable(rows, 'action'),
    field: kindTable(
      rows.filter(({ path }) => path[0] === 'field'),
      'field',
    ),
    types: typeTable(rows),
    settings: typeWordTable(rows),
    dict: kindTable(rows, 'dict'),
    node: kindTable(rows, 'node'),
    picker: kindTable(rows, 'picker'),
    form: kindTable(rows, 'form'),
    report: kindTable(rows, 'report'),
    panel: kindTable(rows, 'panel'),
    block: kindTable(rows, 'block'),
  }
}

/** The README with its tables as the language has them now; what stands between tables is left alone. */
export function withWordTables(readme: string, schema: JsonSchema): string {
  const tables = wordTables(schema)
  const missing = new Set(Object.keys(tables))
  const text = readme.replace(
    /(<!-- 词表 (\w+)[^>]*-->\n)[\s\S]*?(<!-- 词表完 -->)/g,
    (whole, begin: string, name: string, end: string) => {
      missing.delete(name)
      const fresh = tables[name]
      return fresh === undefined ? whole : `${begin}\n${fresh}\n\n${end}`
    },
  )
  if (missing.size > 0)
    throw new Error(`schemas/README.md has no place for the tables ${[...missing].join(', ')}`)
  return text
}
