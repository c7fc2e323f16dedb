// Writes the files that are derived from the document language: the JSON Schema for editors, the tables of properties in
// schemas/README.md and the lists of words in docs/guide/words.md, the order of keys for the formatter and their titles, the texts of the
// field types; the names that the modules of the client register; and the table of error codes in docs/errors.md from the sources of the server.
// `--check` writes nothing and fails when a file is stale (the test of this gate passes another folder).
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { allParts } from '#app/all-modules.ts'
import { fieldSettings } from '#runtime/fields/settings.ts'
import { composeDescribedSchema } from '#runtime/schema/compose.ts'
import { describeSchema, jsonLine } from '#runtime/schema/language/describe.ts'
import { editorNames } from './build/editor-names.ts'
import { closedLists } from './generate/closed-lists.ts'
import { keyOrder, keyTitles } from './generate/key-order.ts'
import { errorTable, readServerRefusals } from './generate/refusals.ts'
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
const clientNames = () =>
  Object.fromEntries(
    (['widgets', 'blockWidgets', 'actionViews'] as const).map((kind) => [
      kind,
      [...allParts[kind].keys()].sort(),
    ]),
  )

const files: Record<string, (old: string) => string> = {
  'schemas/$meta/document.schema.json': () => json(describeSchema(schema, editorNames)),
  'schemas/README.md': (old) => withWordTables(old, schema),
  'runtime/schema/names/key-order.json': () => lines(keyOrder(schema)),
  'runtime/schema/names/key-titles.json': () => lines(keyTitles(schema)),
  'runtime/schema/names/client-names.json': () => lines(clientNames()),
  'runtime/fields/kit/types.json': () => json(typeTexts(schema, types)),
  'docs/guide/words.md': (old) => fillTables(old, closedLists(schema), 'docs/guide/words.md'),
  'docs/errors.md': () => errorTable(readServerRefusals(root).refusals),
}

for (const [name, make] of Object.entries(files)) {
  const old = readOld(name)
  const text = make(old)
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
