// Writes the files that are derived from the document language: the JSON Schema for editors, the tables of properties in
// schemas/README.md and the lists of words in docs/guide/words.md, the order of keys for the formatter and their titles, the texts of the
// field types; the names that the modules of the client register; and the table of error codes in docs/errors.md from the sources of the server.
// `--check` writes nothing and fails when a file is stale (the test of this gate passes another folder, with some of the files).
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fieldSettings } from '#runtime/fields/settings.ts'
import { composeDescribedSchema } from '#runtime/schema/compose.ts'
import { describeSchema, jsonLine } from '#runtime/schema/language/describe.ts'
import { keyOrder, keyTitles } from './generate/key-order.ts'
import { typeTexts } from './generate/settings-panels.ts'
import { fillTables, withWordTables } from './generate/word-tables.ts'

const isCheck = process.argv[2] === '--check'
const root = fileURLToPath(new URL('..', import.meta.url))
const home = (isCheck && process.argv[3]) || root
const schema = composeDescribedSchema(fieldSettings)
const types = Object.keys(fieldSettings)
const json = (value: unknown): string => `${JSON.stringify(value, null, 1)}\n`
/** One entry per line. */
const lines = (record: Record<string, unknown>): string => {
  const entries = Object.entries(record).map(([key, value]) => `  ${JSON.stringify(key)}: ${jsonLine(value)}`)
  return `{\n${entries.join(',\n')}\n}\n`
}
const readOld = (name: string): string => {
  const path = join(home, name)
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

/** The names that documents may use for code of the client; the server checks documents against them. */
async function clientNames() {
  const { allParts } = await import('#app/all-modules.ts')
  const kinds = ['widgets', 'blockWidgets', 'actionViews'] as const
  return Object.fromEntries(kinds.map((kind) => [kind, [...allParts[kind].keys()].sort()]))
}

/** Each loads what it needs: the modules of the client and the server, and the parser of sources, take seconds. */
const files: Record<string, (old: string) => string | Promise<string>> = {
  'schemas/$meta/document.schema.json': async () => {
    const { editorNames } = await import('./build/editor-names.ts')
    return json(describeSchema(schema, editorNames))
  },
  'schemas/README.md': (old) => withWordTables(old, schema),
  'runtime/schema/names/key-order.json': () => lines(keyOrder(schema)),
  'runtime/schema/names/key-titles.json': () => lines(keyTitles(schema)),
  'runtime/schema/names/client-names.json': async () => lines(await clientNames()),
  'runtime/fields/kit/types.json': () => json(typeTexts(schema, types)),
  'docs/guide/words.md': async (old) => {
    const { closedLists } = await import('./generate/closed-lists.ts')
    return fillTables(old, closedLists(schema), 'docs/guide/words.md')
  },
  'docs/errors.md': async () => {
    const { errorTable, readServerRefusals } = await import('./generate/refusals.ts')
    return errorTable(readServerRefusals(root).refusals)
  },
}

for (const [name, make] of Object.entries(files)) {
  if (home !== root && !existsSync(join(home, name))) continue
  const old = readOld(name)
  const text = await make(old)
  if (text === old) continue
  if (isCheck) {
    console.error(`${name} is stale. Run: npx tsx scripts/generate.ts`)
    process.exitCode = 1
  } else {
    mkdirSync(dirname(join(home, name)), { recursive: true })
    writeFileSync(join(home, name), text)
    console.log(`wrote ${name}`)
  }
}
