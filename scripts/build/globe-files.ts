import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { copiedFiles } from './copied-files.ts'

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

/** What reads the files, by public name. */
function filesOfGlobe(): Map<string, () => Buffer> {
  const files = new Map<string, () => Buffer>()
  const folder = join(home, 'Source', imagery)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    files.set(`${imagery}${path.slice(folder.length)}`, () => readFileSync(path))
  }
  const names = new Set(workers.flatMap((name) => [...collectClosure(`${name}.js`)]))
  for (const name of names)
    files.set(`Workers/${name}`, () => readFileSync(join(home, 'Build/Workers', name)))
  return files
}

/** Decoders of models that no page has. They compile WebAssembly when imported, which the pages' policy forbids. */
const decoders: Readonly<Record<string, string>> = {
  meshoptimizer: 'MeshoptDecoder',
  '@spz-loader/core': 'loadSpz',
}

/** Serves the globe's imagery and workers. */
export const globeFiles: Plugin = {
  ...copiedFiles('globe-files', globeBase, filesOfGlobe),
  enforce: 'pre',
  resolveId: (id) => (Object.hasOwn(decoders, id) ? `\0no-${id}` : null),
  load: (id) => (id.startsWith('\0no-') ? `export const ${decoders[id.slice(4)]} = undefined` : null),
}
