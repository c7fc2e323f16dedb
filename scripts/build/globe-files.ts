import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const home = dirname(createRequire(import.meta.url).resolve('@cesium/engine/package.json'))
const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string }

/** The address contains the engine's version, so its files never change and browsers may cache them. */
export const globeBase = `/assets/globe-${version}`

/** The files that a globe with imagery and labels requests: half a megabyte of tiles and a few workers, of 28 MB. */
const imagery = 'Assets/Textures/NaturalEarthII'
const workers = ['createVerticesFromHeightmap', 'incrementallyBuildTerrainPicker', 'transferTypedArrayTest']

/** A worker and the chunks it imports, by their names in the folder of workers. */
function collectClosure(name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen
  seen.add(name)
  const text = readFileSync(join(home, 'Build/Workers', name), 'utf8')
  for (const [, other] of text.matchAll(/["']\.\/([\w-]+\.js)["']/g)) if (other) collectClosure(other, seen)
  return seen
}

/** Paths on the disk by public name. */
function filesOfGlobe(): Map<string, string> {
  const files = new Map<string, string>()
  const folder = join(home, 'Source', imagery)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    files.set(`${imagery}${path.slice(folder.length)}`, path)
  }
  const names = new Set(workers.flatMap((name) => [...collectClosure(`${name}.js`)]))
  for (const name of names) files.set(`Workers/${name}`, join(home, 'Build/Workers', name))
  return files
}

/** Decoders of models that no page has. They compile WebAssembly when imported, which the pages' policy forbids. */
const decoders: Readonly<Record<string, string>> = {
  meshoptimizer: 'MeshoptDecoder',
  '@spz-loader/core': 'loadSpz',
}

/** Serves the globe's imagery and workers: a build copies them, the dev server reads them from the package. */
export const globeFiles: Plugin = {
  name: 'globe-files',
  enforce: 'pre',
  resolveId: (id) => (Object.hasOwn(decoders, id) ? `\0no-${id}` : null),
  load: (id) => (id.startsWith('\0no-') ? `export const ${decoders[id.slice(4)]} = undefined` : null),
  configureServer(server) {
    const files = filesOfGlobe()
    server.middlewares.use((request, response, next) => {
      const [path = ''] = (request.url ?? '').split('?')
      const file = path.startsWith(`${globeBase}/`) ? files.get(path.slice(globeBase.length + 1)) : undefined
      if (!file) return next()
      const types: Record<string, string> = { js: 'text/javascript', xml: 'text/xml', jpg: 'image/jpeg' }
      response.setHeader('content-type', types[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream')
      response.end(readFileSync(file))
    })
  },
  generateBundle() {
    if (this.environment.name !== 'client') return
    for (const [name, path] of filesOfGlobe())
      this.emitFile({
        type: 'asset',
        fileName: `${globeBase.slice(1)}/${name}`,
        source: readFileSync(path),
      })
  },
}
