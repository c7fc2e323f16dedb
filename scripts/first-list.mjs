// Bundles the modules that every user loads into a few files: eighty small files are a tenth larger, and eighty requests.
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
 * Groups for the bundler, computed from a build without groups. Each group contains the modules that earlier groups lack:
 * those of the early reads, those that every page needs before it draws, and those that a first list adds to the sign-in
 * page. The icons that menus and toolbars load by name are a further group: together they weigh as much as ten icons in
 * separate files.
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
  // The entry module belongs to no group, because the page needs an entry chunk of its own.
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
    groupOf('base', [...closure(chunks, ['src/app/start/early.ts'])]),
    groupOf('start', [...closure(chunks, ['index.html'])]),
    groupOf(
      'first-list',
      [...closure(chunks, budgets.firstList.entries)].filter((file) => !signIn.has(file)),
    ),
  ]
}
