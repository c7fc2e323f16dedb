// Size budgets of the built app (scripts/budgets.json, kilobytes of gzip -9), and content that may not ship.
// The tests of this gate pass another folder as the argument.
// `coldStart` is for tests/e2e/shell/budget.spec.ts, which measures in the browser all files that are loaded until a first list is
// drawn: the static closure, and the parts that its page and the home page load by themselves.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { listFiles, root } from './run.mjs'

const project = process.argv[2] ?? root
const app = join(project, 'dist/app')
const manifest = JSON.parse(readFileSync(join(app, '.vite/manifest.json'), 'utf8'))
const budgets = JSON.parse(readFileSync(join(project, 'scripts/budgets.json'), 'utf8'))

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
const fail = (text) => {
  failed++
  console.error(`  ${text}`)
}
const listEntryFiles = ({ entries, without = [] }) => {
  const files = new Set(entries.flatMap((entry) => [...closure(entry)]))
  for (const entry of without) for (const file of closure(entry)) files.delete(file)
  return files
}
for (const budget of Object.values(budgets)) {
  const weight = weigh(listEntryFiles(budget))
  const ok = weight <= budget.kilobytes
  if (!ok) failed++
  console.log(`  ${ok ? 'ok  ' : 'OVER'} ${budget.text}: ${weight.toFixed(1)} of ${budget.kilobytes} KB gz`)
}

// A screen loads only the types that it uses: the heaviest chunk of a lazy part is in no other part's first load,
// except in those of the entries in `sharedBy`.
const home = (entry) => dirname(entry)
// Pages for developers (`apart`) may load anything; dynamic imports of a library count for its importer.
const apart = new Set(Object.values(budgets).flatMap((budget) => (budget.apart ? budget.entries : [])))
const lazyEntries = Object.keys(manifest).filter(
  (key) => manifest[key].isDynamicEntry && !key.includes('node_modules/') && !apart.has(key),
)
const startEntries = Object.keys(manifest).filter((key) => manifest[key].isEntry)
for (const budget of Object.values(budgets).filter(({ lazy }) => lazy)) {
  const files = [...listEntryFiles(budget)].filter((file) => file.endsWith('.js'))
  const [heaviest] = files.sort((a, b) => weigh([b]) - weigh([a]))
  const homes = new Set(budget.entries.map(home))
  const loaders = new Set([...budget.entries, ...(budget.sharedBy ?? [])])
  for (const entry of [...startEntries, ...lazyEntries])
    if (!homes.has(home(entry)) && !loaders.has(entry) && closure(entry).has(heaviest))
      fail(`${entry} loads ${heaviest} (${budget.text}), which is for those who ask for it`)
}
// The list of lazy parts is complete: a heavy part without a budget is refused.
const heavy = 24
const shared = Object.values(budgets).find(({ base }) => base)?.entries ?? []
const named = new Set(Object.values(budgets).flatMap(({ entries }) => entries))
for (const entry of lazyEntries.filter((key) => !named.has(key))) {
  const weight = weigh(listEntryFiles({ entries: [entry], without: shared }))
  if (weight > heavy)
    fail(`${entry} adds ${weight.toFixed(1)} KB gz and no budget names it (scripts/budgets.json)`)
}

// A chunk that imports itself by way of others may run before what it uses.
for (const [key, { file, imports = [] }] of Object.entries(manifest))
  if (imports.some((next) => closure(next).has(file))) fail(`${key} imports itself by way of other chunks`)

// Code made from text may not ship (the page's policy forbids it too), except where libraries carry it unused: the old road
// to the global object, Formily's compiler of expressions, which runtime/compile/form/formily.ts replaces, a `bind` for
// engines without one, and what the reader of PDF files makes of the functions of a drawing unless `isEvalSupported` is off.
const unused = [
  /\bFunction\((["'`])return this\1\)\(\)/g,
  /\b(new )?Function\((["'`])\$root\2,\s*`with\(\$root\) \{ return \(\$\{\w+\}\); \}`\)/g,
  /\bFunction\((["'`])binder\1,\s*(["'`])return function \(\2/g,
  /\b(?:new )?Function\((["'`])\1\)/g,
  /\bnew Function\((["'`])src\1,\s*(["'`])srcOffset\2/g,
  /\bFunction\((["'`])return require\("\1/g,
]
const banned = /\beval\s*\(|\bnew\s+Function\b|[^.\w]Function\s*\(\s*["'`]/
for (const part of ['dist/app', 'dist/server']) {
  if (!existsSync(join(project, part))) throw new Error(`${part} is missing; run the build first`)
  for (const file of listFiles(join(project, part)).filter((name) => name.endsWith('.js'))) {
    const text = unused.reduce((rest, part) => rest.replaceAll(part, ''), readFileSync(file, 'utf8'))
    const found = banned.exec(text)
    if (found) {
      failed++
      console.error(
        `  ${relative(project, file)}: ${JSON.stringify(found.input.slice(Math.max(0, found.index - 60), found.index + 60))}`,
      )
    }
  }
}
if (listFiles(app).some((file) => file.endsWith('.map'))) {
  failed++
  console.error('  source maps may not ship')
}
process.exit(failed ? 1 : 0)
