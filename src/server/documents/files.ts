import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { Problem } from '#runtime/kernel/problem.ts'
import { parseJson } from '#runtime/schema/parse-json.ts'
import { migrate } from '#runtime/schema/versions.ts'

/** A file of a documents folder, parsed and converted to the current format, but not checked yet. */
export interface DocumentFile {
  /** The path in problems: `schemas/stock/in-bill.json`. */
  file: string
  /** The id that its path requires; its only name while its JSON is invalid. */
  expectedId: string
  json: unknown
  broken: Problem | null
}

function* pathsIn(folder: string): Generator<string> {
  if (!existsSync(folder)) return
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && entry.name !== '$meta') yield* pathsIn(path)
    else if (entry.isFile() && entry.name.endsWith('.json')) yield path
  }
}

/** A text that changes when a file of the folders is added, removed or written. */
export function signature(folders: readonly string[]): string {
  const marks: string[] = []
  for (const path of folders.flatMap((folder) => [...pathsIn(folder)])) {
    const found = statSync(path, { throwIfNoEntry: false })
    if (found) marks.push(`${path} ${found.mtimeMs} ${found.size}`)
  }
  return marks.join('\n')
}

/** All files of the folders, in order of folder and name. */
export const readFolders = (folders: readonly string[], root: string): DocumentFile[] =>
  folders.flatMap((folder) =>
    [...pathsIn(folder)].sort().flatMap((path) => readDocument(path, idOf(folder, path), root) ?? []),
  )

/** Reads one file at any path; the path requires an id only inside one of the folders. */
export function readFile(path: string, folders: readonly string[], root: string): DocumentFile | null {
  const home = folders.find((folder) => !relative(folder, path).startsWith('..'))
  return readDocument(path, home === undefined ? '' : idOf(home, path), root)
}

const idOf = (folder: string, path: string): string =>
  relative(folder, path)
    .replace(/\.json$/, '')
    .split(sep)
    .join('/')

/** Null when the file was removed in the meantime. */
function readDocument(path: string, expectedId: string, root: string): DocumentFile | null {
  const inside = relative(root, path)
  const file = inside.startsWith('..') ? path : inside.split(sep).join('/')
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    return {
      file,
      expectedId,
      json: null,
      broken: { path: '', code: 'UNREADABLE', text: `文件无法读取：${String(error)}` },
    }
  }
  const parsed = parseJson(text)
  return 'json' in parsed
    ? { file, expectedId, json: migrate(parsed.json).document, broken: null }
    : { file, expectedId, json: null, broken: parsed.problem }
}
