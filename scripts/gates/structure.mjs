// The gate for sizes: a folder has at most 20 files of its own, a file at most 350 lines, a test file at most 450.
// Pictures and the fixtures of tests are data. The tests of this gate pass another folder as the argument.

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { listFiles, root } from '../run.mjs'

const MAX_FILES = 20
const MAX_LINES = 350
const MAX_TEST_LINES = 450

/** What is over a limit today. The gate fails for an entry that no longer is. */
const pending = new Set(['runtime/record/rows/row-store.ts'])

const home = process.argv[2] ?? root
const isData = (file) => /^tests\/(fixtures|bench\/peers)\//.test(file) || file.endsWith('.png')
const files = ['runtime', 'src', 'scripts', 'tests', 'docs']
  .filter((part) => existsSync(join(home, part)))
  .flatMap((part) => listFiles(join(home, part)))
  .map((file) => relative(home, file).split(sep).join('/'))
  .filter((file) => !isData(file))

const counts = new Map()
for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
const countLines = (file) => readFileSync(join(home, file), 'utf8').split('\n').length - 1
const getLimit = (file) => (file.startsWith('tests/') ? MAX_TEST_LINES : MAX_LINES)

const excesses = [
  ...[...counts]
    .filter(([, count]) => count > MAX_FILES)
    .map(([folder, count]) => [folder, `${count} files, at most ${MAX_FILES}`]),
  ...files
    .filter((file) => /\.(tsx?|mjs|css)$/.test(file))
    .map((file) => [file, countLines(file), getLimit(file)])
    .filter(([, lines, limit]) => lines > limit)
    .map(([file, lines, limit]) => [file, `${lines} lines, at most ${limit}`]),
]
const over = new Set(excesses.map(([path]) => path))
const faults = [
  ...excesses.filter(([path]) => !pending.has(path)).map(([path, text]) => `${path}: ${text}`),
  ...(home === root ? [...pending].filter((path) => !over.has(path)) : []).map(
    (path) => `${path}: within the limit, remove it from the list`,
  ),
]
for (const text of faults) console.error(text)
console.log(
  `  ${files.length} files in ${counts.size} folders, ${pending.size} over a limit, ${faults.length} faults`,
)
process.exit(faults.length === 0 && files.length > 0 ? 0 : 1)
