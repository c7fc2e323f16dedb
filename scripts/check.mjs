// npm run check: the static gates, each of which fails the run.
import { run, steps } from './run.mjs'

await steps([
  ['format and lint', () => run('biome', ['ci', '--error-on-warnings'])],
  ['types', () => run('tsc', ['-p', '.'])],
  ['layers and circles', () => run('node', ['scripts/layers.mjs'])],
  ['document kinds', () => run('node', ['scripts/kinds.mjs'])],
  ['vocabulary', () => run('node', ['scripts/vocabulary.mjs'])],
  ['commit subjects', () => run('node', ['scripts/commits.mjs'])],
  ['dead code', () => run('knip', [])],
  ['generated files are fresh', () => run('tsx', ['scripts/generate.ts', '--check'])],
  ['documents', () => run('node', ['scripts/documents.mjs', 'check'])],
  ['documents are formatted', () => run('node', ['scripts/documents.mjs', 'format', '--check'])],
])
