// Writes what editors read: the JSON Schema of documents. `--check` writes nothing and fails when it is stale
// (the test of this gate names another folder to look at).
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fieldSettings } from '../runtime/fields/settings.ts'
import { composeSchema } from '../runtime/schema/compose.ts'

const name = 'schemas/$meta/document.schema.json'
const isCheck = process.argv[2] === '--check'
const home = (isCheck && process.argv[3]) || fileURLToPath(new URL('..', import.meta.url))
const path = join(home, name)
const text = `${JSON.stringify(composeSchema(fieldSettings), null, 1)}\n`
const isFresh = existsSync(path) && readFileSync(path, 'utf8') === text

if (isCheck) {
  if (!isFresh) {
    console.error(`${name} is stale. Run: npx tsx scripts/generate.ts`)
    process.exitCode = 1
  }
} else if (!isFresh) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  console.log(`wrote ${name}`)
}
