import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { collectKnown } from '#runtime/schema/known.ts'
import { registeredNames } from '#server/app/registered-names.ts'
import { getDocumentCheck } from '#server/documents/document-checker.ts'

/** The fixture documents, read like files of the library. */
export const fixtures = fileURLToPath(new URL('../../fixtures/schemas/', import.meta.url))

export function filesUnder(folder: string): string[] {
  return readdirSync(join(fixtures, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(fixtures, join(entry.parentPath, entry.name)))
    .sort()
}

export const textOfFile = (file: string): string => readFileSync(join(fixtures, file), 'utf8')
export const jsonOfFile = (file: string): unknown => JSON.parse(textOfFile(file))

export const goodFiles = filesUnder('good')
/** The names of the valid documents: every fixture is checked against them. */
export const known = collectKnown(goodFiles.map(jsonOfFile), registeredNames)
export const checkDocument = getDocumentCheck()

/** The value at a JSON pointer; undefined when there is none. */
export function resolvePointer(json: unknown, path: string): unknown {
  return path
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((at, key) => {
      if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined
      return (at as Record<string, unknown>)[key]
    }, json)
}
