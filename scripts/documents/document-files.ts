import { existsSync, readFileSync, statSync } from 'node:fs'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ParsedDocument, parseBytes } from '#runtime/schema/write/parse-json.ts'
import { nameFault, pathsIn, templateFolder } from '#server/documents/library/files.ts'
import { listSchemaFolders } from '#server/platform/config.ts'

/** The command line is wrong: its text comes with the usage. */
export class UsageError extends Error {}

export const root = fileURLToPath(new URL('../..', import.meta.url))
/** The folders of documents, as the server reads them. */
export const listFolders = () => listSchemaFolders(process.env, root)
/** npm changes to the project's folder; names on the command line are relative to the folder of the user's shell. */
export const callerFolder = () => process.env.INIT_CWD ?? process.cwd()

export interface CommandFile {
  /** The name on the command line. */
  name: string
  path: string
}

/** A path as it is printed: relative to the project's folder where it is inside. */
export const formatPath = (path: string): string =>
  relative(root, path).startsWith('..') ? path : relative(root, path)

const listTemplates = () => listFolders().map((folder) => join(folder, templateFolder))
const filesIn = (folders: readonly string[]): CommandFile[] =>
  folders.flatMap((folder) => [...pathsIn(folder)]).map((path) => ({ path, name: formatPath(path) }))

/** All documents of the folders. */
export const storedFiles = (): CommandFile[] => filesIn(listFolders())
/** All documents of the folders, and those of the templates. */
export const writtenFiles = (): CommandFile[] => filesIn([...listFolders(), ...listTemplates()])

/** The files of these names, and those in the folders of these names; all documents and templates without names. */
export function filesNamed(names: string[]): CommandFile[] {
  if (names.length === 0) return writtenFiles()
  return names.flatMap((name) => {
    const path = [resolve(callerFolder(), name), resolve(root, name)].find((candidate) =>
      existsSync(candidate),
    )
    if (!path) throw new UsageError(`找不到文件 ${name}`)
    if (!statSync(path).isDirectory()) return { name, path }
    return [...pathsIn(path)].map((inner) => ({ name: join(name, relative(path, inner)), path: inner }))
  })
}

/** The id that follows from a file's path in a documents folder. */
export function expectedId(path: string): string | undefined {
  const place = [...listTemplates(), ...listFolders()]
    .map((folder) => relative(folder, path))
    .find((candidate) => !candidate.startsWith('..') && !isAbsolute(candidate))
  return place
    ?.replace(/\.json$/, '')
    .split(sep)
    .join('/')
}

/** Parses a file; one in a documents folder has to have the name of a document. */
export function readDocument(path: string): ParsedDocument {
  const id = expectedId(path)
  const fault = id?.includes('/') ? nameFault(id, path) : null
  return fault ? { problem: fault } : parseBytes(readFileSync(path))
}
