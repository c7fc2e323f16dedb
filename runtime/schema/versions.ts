import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import type { AnyDocumentKind } from './kinds/contract.ts'
import { documentKinds, findKind } from './kinds/index.ts'
import { currentVersion } from './names/document-version.ts'
import type { DocumentProblem } from './names/problem-codes.ts'

/** The format version that a document names; undefined when it names none. */
export const findVersion = (json: unknown): number | undefined =>
  isJsonObject(json) &&
  typeof json.version === 'number' &&
  Number.isInteger(json.version) &&
  json.version >= 0
    ? json.version
    : undefined

export const newerVersionText = (version: number): string =>
  `文档格式 ${version} 比本程序支持的格式 ${currentVersion} 新，请升级程序后再打开`

/** The problem of a document of a past format. */
export const oldVersion = (version: number): DocumentProblem => ({
  path: '/version',
  code: 'OLD_VERSION',
  text: `文档是旧格式 ${version}，请运行 npm run documents -- migrate 转成格式 ${currentVersion}`,
})

/**
 * Brings a document of any past format to the current one, by the migrations of its kind, and replaces aliases. A
 * document without a version, or of a newer one, is returned unchanged: the check reports it.
 */
export function migrate(
  json: unknown,
  kinds: readonly AnyDocumentKind[] = documentKinds,
): { document: unknown; from: number | undefined } {
  const from = findVersion(json)
  if (!isJsonObject(json) || from === undefined || from > currentVersion) return { document: json, from }
  const kind = findKind(json, kinds)
  let document: JsonObject = json
  for (let version = from; version < currentVersion; version++) {
    document = { ...(kind?.migrate[version]?.(document) ?? document), version: version + 1 }
  }
  return { document: kind?.normalize?.(document) ?? document, from }
}

/**
 * A document as it was stored, which is without aliases since then; one of a past format is brought to the current one.
 */
export const readStored = (document: JsonObject): JsonObject =>
  findVersion(document) === currentVersion ? document : (migrate(document).document as JsonObject)
