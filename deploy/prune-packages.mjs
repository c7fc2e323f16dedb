// Removes the packages that the built server does not load, such as those of the pages, which are in dist/app already.
// For an image only: node deploy/prune-packages.mjs, in the project's folder after the build.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { builtinModules } from 'node:module'

const packages = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages
const files = readdirSync('dist/server', { recursive: true }).filter((name) => name.endsWith('.js'))
const source = files.map((name) => readFileSync(`dist/server/${name}`, 'utf8')).join('\n')

/** `@scope/name` or `name` of what is imported. */
const readName = (address) => address.split('/', address.startsWith('@') ? 2 : 1).join('/')
const imported = [
  ...source.matchAll(/(?:\bfrom|\bimport|\bimport\(|\bresolve\(|\brequire\()\s*["'`]([@\w][^"'`]*)/g),
]
  .map(([, address]) => readName(address))
  .filter((name) => !name.startsWith('node:') && !builtinModules.includes(name))

/** The folder in which a package of a folder finds another one, as Node does. */
function find(folder, name) {
  for (let place = folder; ; place = place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/')))) {
    const path = `${place === '' ? '' : `${place}/`}node_modules/${name}`
    if (packages[path] && existsSync(path)) return path
    if (place === '') return null
  }
}

const used = new Set()
const waiting = [...new Set(imported)].map((name) => find('', name))
for (const folder of waiting) {
  if (folder === null || used.has(folder)) continue
  used.add(folder)
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[folder]
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional)
  for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers])
    waiting.push(find(folder, name))
}
const unused = Object.keys(packages).filter((path) => path !== '' && !used.has(path) && existsSync(path))
// A folder inside an unused one may be used by nobody else.
for (const path of unused)
  if (![...used].some((folder) => folder.startsWith(`${path}/`)))
    rmSync(path, { recursive: true, force: true })
console.log(`${used.size} packages are used, ${unused.length} removed`)
