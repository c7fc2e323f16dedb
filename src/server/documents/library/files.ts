import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { DocumentProblem } from '#runtime/schema/names/problem-codes.ts'
import { migrate } from '#runtime/schema/versions.ts'
import { parseBytes } from '#runtime/schema/write/parse-json.ts'

/** A file of a documents folder, parsed and migrated to the current format, not checked yet. */
export interface DocumentFile {
  /** The name that problems show: `schemas/stock/in-bill.json`. */
  file: string
  /** The id that follows from its place; the only id while its JSON is broken. */
  expectedId: string
  json: unknown
  broken: DocumentProblem | null
}

/** What no document is read from: the schema, the templates and what they say of themselves, and what a mount or an editor hides. */
const isIgnored = (name: string): boolean => /^[$.]/.test(name)

/** The folder of a documents folder with documents that designers install. */
export const templateFolder = '$templates'

/**
 * The documents of a folder and of the folders below it. Links are followed: a mounted ConfigMap consists of links to a
 * hidden folder. Hidden files, such as the `._x` of macOS, are no documents.
 */
export function* pathsIn(folder: string, above: readonly string[] = []): Generator<string> {
  if (!existsSync(folder)) return
  const place = realpathSync(folder)
  // A link to a folder above it has no end.
  if (above.includes(place)) return
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  )) {
    if (isIgnored(entry.name)) continue
    const path = join(folder, entry.name)
    const kind = entry.isSymbolicLink() ? statSync(path, { throwIfNoEntry: false }) : entry
    if (kind?.isDirectory()) yield* pathsIn(path, [...above, place])
    else if (/\.json$/i.test(entry.name) && (kind?.isFile() || entry.isSymbolicLink())) yield path
  }
}

const nameShape = /^[a-z][a-z0-9-]{0,39}\/[a-z][a-z0-9_-]{0,59}$/

/** Why a file of a documents folder cannot be read under its name; null when it can. */
export function nameFault(expectedId: string, path: string): DocumentProblem | null {
  const refused = (text: string): DocumentProblem => ({ path: '', code: 'UNREADABLE', text })
  if (!path.endsWith('.json')) return refused('文件名的结尾请写作小写的 .json')
  if (nameShape.test(expectedId)) return null
  const copy = /(\s*\(\d+\)|\s*-\s*副本.*|\s+copy.*| - Copy.*)$/i.exec(expectedId)?.[0]
  if (copy !== undefined)
    return refused(`像是复制来的文件：请改名为 分组/名称.json，文档里的 id 也改成一样的，或删去它`)
  return refused(
    '文件要放在一个分组的文件夹里，文件夹和文件的名字只用小写字母、数字和连字符，如 stock/in-bill.json',
  )
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
    [...pathsIn(folder)].flatMap((path) => readDocument(path, getId(folder, path), root) ?? []),
  )

/** One file; its place decides its id only inside one of the folders. */
export function readFile(path: string, folders: readonly string[], root: string): DocumentFile | null {
  const folder = folders.find((candidate) => !relative(candidate, path).startsWith('..'))
  return readDocument(path, folder === undefined ? '' : getId(folder, path), root)
}

const getId = (folder: string, path: string): string =>
  relative(folder, path)
    .replace(/\.json$/, '')
    .split(sep)
    .join('/')

/** A file as it was last parsed, and what its `stat` said then. */
interface ParsedFile {
  mark: string
  parsed: ReturnType<typeof parseBytes>
}

const parsedFiles = new Map<string, ParsedFile>()
/** Files that are kept parsed; each load of the documents reads all of them. */
const MAX_PARSED = 5000

/** The document of a file, migrated. A file that has not been written since is not parsed again; its value is shared. */
function parseFile(path: string): ReturnType<typeof parseBytes> {
  const { mtimeMs, ctimeMs, size, ino } = statSync(path)
  const mark = `${mtimeMs} ${ctimeMs} ${size} ${ino}`
  const found = parsedFiles.get(path)
  if (found?.mark === mark) return found.parsed
  const read = parseBytes(readFileSync(path))
  const parsed = 'json' in read ? { json: migrate(read.json).document } : read
  if (parsedFiles.size >= MAX_PARSED) parsedFiles.clear()
  parsedFiles.set(path, { mark, parsed })
  return parsed
}

/** Null when the file was removed meanwhile. */
function readDocument(path: string, expectedId: string, root: string): DocumentFile | null {
  const inside = relative(root, path)
  const file = inside.startsWith('..') ? path : inside.split(sep).join('/')
  const refused = (broken: DocumentProblem): DocumentFile => ({ file, expectedId, json: null, broken })
  const fault = expectedId.includes('/') ? nameFault(expectedId, path) : null
  if (fault) return refused(fault)
  let parsed: ReturnType<typeof parseBytes>
  try {
    parsed = parseFile(path)
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    if (isMissing && !lstatSync(path, { throwIfNoEntry: false })) return null
    const text = isMissing ? '链接指向的文件不存在，请改正链接或删去它' : '文件无法读取，请检查它的权限'
    return refused({ path: '', code: 'UNREADABLE', text })
  }
  return 'json' in parsed ? { file, expectedId, json: parsed.json, broken: null } : refused(parsed.problem)
}
