// Writes what is derived from the language: the JSON Schema that editors read, the tables of words in schemas/README.md,
// the settings panels of the field types. `--check` writes nothing and fails when one is stale (the test of this gate
// names another folder to look at).
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fieldSettings } from '#runtime/fields/settings.ts'
import { composeSchema } from '#runtime/schema/compose.ts'
import { describeSchema } from '#runtime/schema/language/describe.ts'
import { settingsPanels } from './settings-panels.ts'
import { withWordTables } from './word-tables.ts'

const isCheck = process.argv[2] === '--check'
const home = (isCheck && process.argv[3]) || fileURLToPath(new URL('..', import.meta.url))
const schema = composeSchema(fieldSettings)
const json = (value: unknown): string => `${JSON.stringify(value, null, 1)}\n`
const readOld = (name: string): string => {
  const path = join(home, name)
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

const files: Record<string, (old: string) => string> = {
  'schemas/$meta/document.schema.json': () => json(describeSchema(schema)),
  'schemas/README.md': (old) => withWordTables(old, schema),
  'runtime/fields/kit/panels.json': () => json(settingsPanels(schema, Object.keys(fieldSettings))),
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
