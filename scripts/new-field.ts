// npm run new:field <word> makes the folder of a field type that works (plain text) and puts its word into the lists;
// `--remove` takes both away again. What the type is, one writes then. A third argument names another tree.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { editsOf, filesOf, isWord } from './new-field-files.ts'

const args = process.argv.slice(2).filter((arg) => arg !== '--remove')
const isRemoving = process.argv.includes('--remove')
const [word = '', home = fileURLToPath(new URL('..', import.meta.url))] = args
const folder = join(home, 'runtime/fields', word)

const refuse = (text: string): never => {
  console.error(text)
  process.exit(1)
}
if (!isWord(word))
  refuse('Usage: npm run new:field -- <word> [--remove]   a word is letters, digits and _, as in list_multi')
if (existsSync(folder) !== isRemoving)
  refuse(isRemoving ? `There is no type ${word}` : `There is a type ${word} already`)

for (const { file, line, before } of editsOf(word)) {
  const path = join(home, file)
  const text = readFileSync(path, 'utf8')
  const next = isRemoving ? text.replace(line, '') : text.replace(before, (found) => `${line}${found}`)
  if (next === text) refuse(`${file}: no place for ${line.trim()}`)
  writeFileSync(path, next)
}
if (isRemoving) rmSync(folder, { recursive: true })
else {
  for (const [file, text] of Object.entries(filesOf(word))) {
    mkdirSync(dirname(join(home, file)), { recursive: true })
    writeFileSync(join(home, file), text)
  }
}
console.log(`${isRemoving ? 'removed' : 'made'} runtime/fields/${word}; next: npx tsx scripts/generate.ts`)
