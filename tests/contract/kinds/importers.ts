import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const roots: Readonly<Record<string, string>> = {
  '#runtime/': 'runtime/',
  '#server/': 'src/server/',
  '#app/': 'src/app/',
  '#views/': 'src/views/',
  '#designer/': 'src/designer/',
  '#client/': 'src/client/',
}
const files = ['runtime', 'src', 'scripts'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|mjs)$/.test(name))
    .map((name) => `${folder}/${name}`),
)

function resolveImport(file: string, path: string): string {
  const root = Object.keys(roots).find((prefix) => path.startsWith(prefix))
  if (root !== undefined) return `${roots[root]}${path.slice(root.length)}`
  return path.startsWith('.') ? relative('.', join(dirname(file), path)) : path
}

const imports = files.flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import\() ?'([^']+)'/g)].map(
    ([, path = '']) => [file, resolveImport(file, path)] as const,
  ),
)

/** The modules outside some folders and files that import from them, in order. */
export function listImporters(own: readonly string[]): string[] {
  const isOwn = (file: string) => own.some((path) => file.startsWith(path))
  const importers = imports.filter(([file, target]) => isOwn(target) && !isOwn(file)).map(([file]) => file)
  return [...new Set(importers)].sort()
}
