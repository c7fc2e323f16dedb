// Size budgets of the built app (scripts/budgets.json, kilobytes of gzip -9), and what may not ship at all.
// The tests of this gate name another folder to look at.
// What a first screen really loads is measured in the browser by tests/e2e/budget.spec.ts.
import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { listFiles, root } from './run.mjs'

const home = process.argv[2] ?? root
const app = join(home, 'dist/app')
const manifest = JSON.parse(readFileSync(join(app, '.vite/manifest.json'), 'utf8'))
const budgets = JSON.parse(readFileSync(join(home, 'scripts/budgets.json'), 'utf8'))

/** The chunks that an entry loads before it runs. */
function closure(entry, seen = new Set()) {
  const chunk = manifest[entry]
  if (!chunk)
    throw new Error(`${entry} is no chunk of the build; name one of its entries in scripts/budgets.json`)
  if (seen.has(chunk.file)) return seen
  seen.add(chunk.file)
  for (const key of chunk.imports ?? []) closure(key, seen)
  return seen
}
const weigh = (files) =>
  [...files]
    .filter((file) => file.endsWith('.js'))
    .reduce((sum, file) => sum + gzipSync(readFileSync(join(app, file)), { level: 9 }).length, 0) / 1024

let failed = 0
for (const { text, kilobytes, entries, without = [] } of Object.values(budgets)) {
  const files = new Set(entries.flatMap((entry) => [...closure(entry)]))
  for (const entry of without) for (const file of closure(entry)) files.delete(file)
  const weight = weigh(files)
  const ok = weight <= kilobytes
  if (!ok) failed++
  console.log(`  ${ok ? 'ok  ' : 'OVER'} ${text}: ${weight.toFixed(1)} of ${kilobytes} KB gz`)
}

// Code made from text may not ship (the page's policy forbids it too). `Function("return this")` of old
// libraries would be caught here as well.
const banned = /\beval\s*\(|\bnew\s+Function\b|[^.\w]Function\s*\(\s*["'`]/
for (const part of ['dist/app', 'dist/server']) {
  if (!existsSync(join(home, part))) throw new Error(`${part} is missing; run the build first`)
  for (const file of listFiles(join(home, part)).filter((name) => name.endsWith('.js'))) {
    const found = banned.exec(readFileSync(file, 'utf8'))
    if (found) {
      failed++
      console.error(
        `  ${relative(home, file)}: ${JSON.stringify(found.input.slice(Math.max(0, found.index - 60), found.index + 60))}`,
      )
    }
  }
}
if (listFiles(app).some((file) => file.endsWith('.map'))) {
  failed++
  console.error('  source maps may not ship')
}
process.exit(failed ? 1 : 0)
