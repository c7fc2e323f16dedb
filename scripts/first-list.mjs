// What everybody loads, as few files: eighty small ones weigh a tenth more and are eighty requests.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

const budgets = JSON.parse(readFileSync(join(root, 'scripts/budgets.json'), 'utf8'))

/** The chunks that the entries load before they run, of a build that was not written. */
function closure(chunks, entries) {
  const seen = new Set()
  const add = (file) => {
    if (seen.has(file) || !chunks.has(file)) return
    seen.add(file)
    for (const next of chunks.get(file).imports) add(next)
  }
  for (const chunk of chunks.values())
    if (entries.some((entry) => chunk.facadeModuleId === join(root, entry))) add(chunk.fileName)
  return seen
}

/**
 * Groups for the bundler, worked out from a build without them; each holds what the ones before it do without: what the
 * early reads need, what every page needs before it draws, and what a first list adds to the sign-in page. The icons
 * that only menus and toolbars ask for by name are one more: together they weigh what ten of them weigh as requests.
 */
export function groupsOf(output) {
  const chunks = new Map(
    output.filter(({ type }) => type === 'chunk').map((chunk) => [chunk.fileName, chunk]),
  )
  const modulesOf = (files) =>
    files
      .map((file) => chunks.get(file))
      .flatMap(({ moduleIds, facadeModuleId }) => moduleIds.filter((id) => id !== facadeModuleId))
  const signIn = closure(chunks, budgets.signIn.entries)
  // The page's own module stays by itself, or the page would have no entry of its own.
  const taken = new Set([join(root, 'src/app/main.tsx')])
  const groupOf = (name, files) => {
    const ids = new Set(modulesOf(files).filter((id) => !taken.has(id)))
    for (const id of ids) taken.add(id)
    return { name, test: (id) => ids.has(id) }
  }
  const imported = new Set([...chunks.values()].flatMap(({ imports }) => imports))
  const icons = [...chunks.values()].filter(
    ({ fileName, facadeModuleId }) =>
      /@ant-design.icons.es.icons/.test(facadeModuleId ?? '') && !imported.has(fileName),
  )
  const iconIds = new Set(icons.flatMap(({ moduleIds }) => moduleIds))
  return [
    { name: 'icons', test: (id) => iconIds.has(id) },
    groupOf('base', [...closure(chunks, ['src/app/early.ts'])]),
    groupOf('start', [...closure(chunks, ['index.html'])]),
    groupOf(
      'first-list',
      [...closure(chunks, budgets.firstList.entries)].filter((file) => !signIn.has(file)),
    ),
  ]
}
