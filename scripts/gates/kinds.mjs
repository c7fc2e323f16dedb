// The gate for document kinds: behaviour that differs by kind belongs in the kinds' own folders, so no other module
// compares `kind` with the word of a document kind. The tests of this gate pass another folder as the argument.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { listFiles, root } from '../run.mjs'

const home = process.argv[2] ?? root
const kindsFolder = 'runtime/schema/kinds/'
const ownFolders = [kindsFolder, 'src/server/documents/kinds/', 'scripts/gates/kinds.mjs']

/** Comparisons of other unions whose words are the same. */
const exceptions = [
  // The kinds of `Resolved`.
  { file: 'src/app/shell/pages/MenuPageView.tsx', text: "kind === 'screen'" },
  // The first part of a query key.
  { file: 'src/app/shell/account/useAccountForms.tsx', text: "kind !== 'form'" },
]

const words = readdirSync(join(home, kindsFolder), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
const word = `['"\`](?:${words.join('|')})['"\`]`
const comparisons = [
  new RegExp(`\\bkind\\b['"\`\\])]*\\s*[!=]==?\\s*${word}`, 'g'),
  new RegExp(`${word}\\s*[!=]==?\\s*[\\w.?!()[\\]]*\\bkind\\b`, 'g'),
]
const switches = /\bswitch\s*\([^{]*\bkind\b/
const cases = new RegExp(`\\bcase\\s+${word}\\s*:`, 'g')

const files = ['runtime', 'src', 'scripts']
  .flatMap((part) => (existsSync(join(home, part)) ? listFiles(join(home, part)) : []))
  .filter((file) => /\.(tsx?|mjs)$/.test(file))
  .map((file) => relative(home, file).split(sep).join('/'))
  .filter((file) => !ownFolders.some((folder) => file.startsWith(folder)))
const found = files.flatMap((file) => {
  const text = readFileSync(join(home, file), 'utf8')
  const patterns = switches.test(text) ? [...comparisons, cases] : comparisons
  return patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => ({
      file,
      line: text.slice(0, match.index).split('\n').length,
      text: match[0],
    })),
  )
})
const isException = ({ file, text }) => exceptions.some((match) => match.file === file && match.text === text)
const violations = found.filter((match) => !isException(match))
for (const { file, line, text } of violations)
  console.error(`${file}:${line} compares a document kind: ${text}`)
const unused = exceptions.filter(({ file, text }) => {
  const exists = existsSync(join(home, file))
  return exists ? !found.some((match) => match.file === file && match.text === text) : home === root
})
for (const { file, text } of unused) console.error(`${file} no longer needs the exception: ${text}`)
if (words.length === 0 || files.length === 0) console.error('no document kind or no module was read')
console.log(`  ${words.length} kinds, ${files.length} modules, ${violations.length} comparisons`)
process.exit(violations.length + unused.length === 0 && words.length > 0 && files.length > 0 ? 0 : 1)
