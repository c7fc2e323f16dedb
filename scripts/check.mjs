// npm run check: the static gates, each of which fails the run. Types take as long as all others, so they run beside them.
import { run, runQuietly, steps } from './run.mjs'

const types = runQuietly('tsc', ['-b'])
await steps([
  ['format and lint', () => run('biome', ['ci', '--error-on-warnings'])],
  ['layers and circles', () => run('node', ['scripts/gates/layers.mjs'])],
  ['names of types and kinds', () => run('node', ['scripts/gates/contract-names.mjs'])],
  ['sizes of folders and files', () => run('node', ['scripts/gates/structure.mjs'])],
  ['vocabulary', () => run('node', ['scripts/gates/vocabulary.mjs'])],
  ['commit subjects', () => run('node', ['scripts/gates/commits.mjs'])],
  ['dead code', () => run('knip', [])],
  ['generated files are fresh', () => run('tsx', ['scripts/generate.ts', '--check'])],
  ['documents', () => run('node', ['scripts/documents.mjs', 'check'])],
  ['documents are formatted', () => run('node', ['scripts/documents.mjs', 'format', '--check'])],
  [
    'types',
    async () => {
      const { code, text } = await types
      if (text) console.log(text)
      return code
    },
  ],
])
