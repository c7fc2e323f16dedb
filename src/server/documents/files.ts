import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { parseBytes } from '#runtime/schema/parse-json.ts'
import type { DocumentProblem } from '#runtime/schema/problem-codes.ts'
import { migrate } from '#runtime/schema/versions.ts'

/** A file of a documents folder, parsed and migrated to the current format, not checked yet. */
export interface DocumentFile {
  /** The name that problems show: `schemas/stock/in-bill.json`. */
  file: string
  /** The id that follows from its place; the only id while its JSON is broken. */
  expectedId: string
  json: unknown
  broken: DocumentProblem | null
}

function* pathsIn(folder: string): Generator<string> {
  if (!existsSync(folder)) return
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && entry.name !== '$meta') yield* pathsIn(path)
    else if (entry.isFile() && entry.name.endsWith('.json')) yield path
  }
}

/** The content of the folders as one text, which differs after a file was added, removed or written. */
export function signature(folders: readonly string[]): string {
  const entries: string[] = []
  for (const path of folders.flatMap((folder) => [...pathsIn(folder)])) {
    const stats = statSync(path, { throwIfNoEntry: false })
    if (stats) entries.push(`${path} ${stats.mtimeMs} ${stats.size}`)
  }
  return entries.join('\n')
}

/** All files of the folders, in order of folder and name. */
export const readFolders = (folders: readonly string[], root: string): DocumentFile[] =>
  folders.flatMap((folder) =>
    [...pathsIn(folder)].sort().flatMap((path) => readDocument(path, idOf(folder, path), root) ?? []),
  )

/** One file; its place decides its id only inside one of the folders. */
export function readFile(path: string, folders: readonly string[], root: string): DocumentFile | null {
  const folder = folders.find((candidate) => !relative(candidate, path).startsWith('..'))
  return readDocument(path, folder === undefined ? '' : idOf(folder, path), root)
}

const idOf = (folder: string, path: string): string =>
  relative(folder, path)
    .replace(/\.json$/, '')
    .split(sep)
    .join('/')

/** Null when the file was removed meanwhile. */
function readDocument(path: string, expectedId: string, root: string): DocumentFile | null {
  const inside = relative(root, path)
  const file = inside.startsWith('..') ? path : inside.split(sep).join('/')
  let bytes: Uint8Array
  try {
    bytes = readFileSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    return {
      file,
      expectedId,
      json: null,
      broken: { path: '', code: 'UNREADABLE', text: '文件无法读取，请检查它的权限' },
    }
  }
  const parsed = parseBytes(bytes)
  return 'json' in parsed
    ? { file, expectedId, json: migrate(parsed.json).document, broken: null }
    : { file, expectedId, json: null, broken: parsed.problem }
}
