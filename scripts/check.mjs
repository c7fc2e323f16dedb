// npm run check: the static gates, two at a time. All of them run to their end, and each failure is printed. With --build
// the build is one of them.
import { runQuietly, tsc } from './run.mjs'

const documents = 'scripts/documents/documents.ts'
const gates = [
  ['names of types and kinds', 'node', 'scripts/gates/contract-names.mjs'],
  ['types', tsc, '-b'],
  ...(process.argv.includes('--build') ? [['build', 'node', 'scripts/build.mjs']] : []),
  ['format and lint', 'biome', 'ci', '--error-on-warnings'],
  ['layers and circles', 'node', 'scripts/gates/layers.mjs'],
  ['dead code', 'knip'],
  ['generated files are fresh', 'tsx', 'scripts/generate.ts', '--check'],
  ['vocabulary', 'node', 'scripts/gates/vocabulary.mjs'],
  ['documents', 'node', 'scripts/command.mjs', documents, 'check'],
  ['documents are formatted', 'node', 'scripts/command.mjs', documents, 'format', '--check'],
  ['sizes of folders and files', 'node', 'scripts/gates/structure.mjs'],
  ['commit subjects', 'node', 'scripts/gates/commits.mjs'],
]

const waiting = gates.values()
async function runGates() {
  for (const [title, command, ...args] of waiting) {
    const start = Date.now()
    const { code, text } = await runQuietly(command, args)
    if (code !== 0) process.exitCode = 1
    const seconds = ((Date.now() - start) / 1000).toFixed(1)
    console.log(`${code === 0 ? '▸' : '✗'} ${title}${code === 0 ? '' : ' failed'} (${seconds} s)`)
    if (text) console.log(text.replace(/^/gm, '  '))
  }
}
await Promise.all([runGates(), runGates()])
