// npm run new:field -- <word> [--family <family>] adds a field type that holds plain text to a family of types; an unknown
// family becomes a new folder.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { applyEdit, emptyFamily, hasType, isFamilyName, isTypeWord, listEdits } from './new-field-files.ts'

const home = fileURLToPath(new URL('..', import.meta.url))
const fields = join(home, 'runtime/fields')
const read = (file: string): string => readFileSync(join(home, file), 'utf8')
const write = (file: string, text: string): void => writeFileSync(join(home, file), text)
const refuse = (text: string): never => {
  console.error(text)
  process.exit(1)
}

const families = readdirSync(fields).filter((name) => existsSync(join(fields, name, 'values.ts')))
const exists = (word: string): boolean =>
  families.some((family) => hasType(read(`runtime/fields/${family}/values.ts`), word))

function add(word: string, family: string): void {
  if (exists(word)) refuse(`There is a type ${word} already`)
  const isNewFamily = !families.includes(family)
  if (isNewFamily) {
    mkdirSync(join(fields, family))
    for (const [file, text] of Object.entries(emptyFamily(family))) write(file, text)
  }
  for (const edit of listEdits(word, family, isNewFamily)) write(edit.file, applyEdit(read(edit.file), edit))
}

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { family: { type: 'string', default: 'other' } },
})
const [word = ''] = positionals
if (!isTypeWord(word) || !isFamilyName(options.family) || positionals.length > 1)
  refuse(
    'Usage: npm run new:field -- <word> [--family <family>]   a word is letters, digits and _, as in list_multi',
  )
try {
  add(word, options.family)
} catch (error) {
  refuse(error instanceof Error ? error.message : String(error))
}
console.log(`added ${word}; next: npx tsx scripts/generate.ts`)
