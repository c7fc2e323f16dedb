// Bundles the modules that every user loads into a few files: eighty small files are a tenth larger, and eighty requests.
import { readFileSync } from 'node:fs'
import { basename, extname, join, relative } from 'node:path'
import { root } from '../run.mjs'

const budgets = JSON.parse(readFileSync(join(root, 'scripts/budgets.json'), 'utf8'))

/** Packages whose index exports every part: what an import of a name loads. */
const packages = {
  antd: (name) => `antd/es/${name.replaceAll(/\B[A-Z]/g, '-$&').toLowerCase()}/index.js`,
  '@ant-design/icons': (name) => `@ant-design/icons/es/icons/${name}.js`,
  'rc-field-form': (name) => `rc-field-form/es/${name === 'FormProvider' ? 'FormContext' : name}.js`,
}
/** A part that a style of buttons imports for one function. */
const unfollowed = join(root, 'node_modules/antd/es/collapse/index.js')
const indexes = new Set(Object.keys(packages).map((name) => join(root, `node_modules/${name}/es/index.js`)))

/** The modules of the names that a module imports from an index. */
function* listParts(code) {
  for (const [, names, from] of code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g)) {
    const findPath = Object.hasOwn(packages, from) ? packages[from] : undefined
    if (!findPath) continue
    for (const part of names.split(',')) {
      const [name] = part.trim().split(/\s+as\s+/)
      if (name) yield join(root, 'node_modules', findPath(name))
    }
  }
}

/** The modules that the entries load before they run. */
function closure(getModuleInfo, entries) {
  const ids = new Set()
  const add = (id) => {
    const info = ids.has(id) ? null : getModuleInfo(id)
    if (!info) return
    ids.add(id)
    for (const part of listParts(info.code ?? '')) add(part)
    for (const next of info.importedIds) if (!indexes.has(next) && next !== unfollowed) add(next)
  }
  for (const entry of entries) add(join(root, entry))
  return ids
}

/** The names of the groups by module. */
function buildGroups(getModuleInfo) {
  const early = closure(getModuleInfo, ['src/app/start/early.ts'])
  const start = closure(getModuleInfo, ['index.html'])
  const signIn = closure(getModuleInfo, budgets.signIn.entries)
  const shell = closure(
    getModuleInfo,
    budgets.firstList.entries.filter((entry) => !budgets.signIn.entries.includes(entry)),
  )
  const groups = new Map()
  for (const id of shell) if (!signIn.has(id)) groups.set(id, 'first-list')
  for (const id of signIn) if (id.includes('/src/app/sign-in/') && !shell.has(id)) groups.set(id, 'sign-in')
  for (const id of start) groups.set(id, 'start')
  for (const id of early) groups.set(id, 'base')
  // What the page or an import() names is a chunk of its own.
  for (const entry of ['index.html', 'src/app/main.tsx', 'src/app/start/early.ts'])
    groups.delete(join(root, entry))
  const lazy = [...groups.keys()].filter(
    (id) => !id.includes('/node_modules/') && getModuleInfo(id).dynamicImporters.length > 0,
  )
  for (const id of lazy) groups.delete(id)
  // A part that is loaded by itself and by a group imports no chunk that imports it: its own imports are a chunk below both.
  for (const id of lazy.filter((id) => getModuleInfo(id).importers.some((importer) => groups.has(importer))))
    for (const part of closure(getModuleInfo, [relative(root, id)]))
      if (groups.get(part) === 'first-list') groups.set(part, `${basename(id, extname(id))}-parts`)
  return groups
}

/**
 * The chunks of what every user loads: the early reads, what every page needs before it draws, the sign-in page, and what a
 * first list adds. The names are computed from the graph of modules, which is complete when the bundler asks for the first.
 */
export function firstListChunks() {
  let groups
  const name = (id, graph) => {
    groups ??= buildGroups((module) => graph.getModuleInfo(module))
    return groups.get(id) ?? null
  }
  return { includeDependenciesRecursively: false, groups: [{ debugName: 'first list', name }] }
}
