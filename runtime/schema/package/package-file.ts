import { isJsonObject, type JsonObject, unwritableKey } from '#runtime/kernel/json.ts'
import { listExcessProblems } from '../check.ts'
import { currentVersion } from '../names/document-version.ts'
import { findVersion, migrate, newerVersionText } from '../versions.ts'
import { parseJson } from '../write/parse-json.ts'
import { type PackageParts, readParts } from './package-parts.ts'

const format = 'document-package'
/** The format of the file around the documents, which have versions of their own. */
const version = 1

export const MAX_PACKAGE_DOCUMENTS = 200
/** Characters of a package file. */
export const MAX_PACKAGE_TEXT = 4_000_000

/** Documents with what they need, as one file. It has no records, no persons and no secrets: documents have none. */
export interface DocumentPackage extends PackageParts {
  format: typeof format
  version: typeof version
  /** The version of the product that wrote it. */
  product: string
  documents: JsonObject[]
}

export const buildPackage = (
  documents: readonly JsonObject[],
  product: string,
  parts: PackageParts = {},
): DocumentPackage => ({
  format,
  version,
  product,
  documents: documents.map(({ $schema: _, ...document }) => document),
  ...parts,
})

/** What a package file has: its documents, each in the current format, and what administrators have set for them. */
export interface PackageContent {
  documents: JsonObject[]
  parts: PackageParts
}

/** Reads a package file; `fault` says what is wrong with the file and what to do. */
export function readPackage(text: string): PackageContent | { fault: string } {
  if (text.length > MAX_PACKAGE_TEXT)
    return { fault: `文件超过 ${MAX_PACKAGE_TEXT / 1_000_000} 百万字，请分几次导出` }
  const parsed = parseJson(text)
  if ('problem' in parsed) return { fault: `文件不是完整的 JSON：${parsed.problem.text}，请重新导出` }
  const { json } = parsed
  if (!isJsonObject(json) || json.format !== format)
    return { fault: '文件不是文档包，请选「导出文档包」得到的文件' }
  if (json.version !== version)
    return { fault: `文档包的格式 ${String(json.version)} 本程序不认识，请升级程序，或用同一版本的程序导出` }
  const { documents } = json
  if (!Array.isArray(documents) || documents.length === 0)
    return { fault: '文档包里没有文档（documents），请重新导出' }
  if (documents.length > MAX_PACKAGE_DOCUMENTS)
    return { fault: `文档包里有 ${documents.length} 份文档，最多 ${MAX_PACKAGE_DOCUMENTS} 份，请分几次导出` }
  const ids = new Set<string>()
  for (const [at, document] of documents.entries()) {
    const fault = documentFault(document, ids)
    if (fault !== undefined) return { fault: `文档包的第 ${at + 1} 份文档${fault}，请重新导出` }
  }
  const parts = readParts(json, ids)
  if ('fault' in parts) return parts
  return { documents: documents.map((document) => migrate(document).document as JsonObject), parts }
}

/** What is wrong with one document of a package, apart from its content; notes its id. */
function documentFault(document: unknown, ids: Set<string>): string | undefined {
  if (!isJsonObject(document)) return '不是 JSON 对象'
  const { id } = document
  if (typeof id !== 'string' || !/^[a-z0-9][a-z0-9_-]*\/[a-z0-9][a-z0-9_-]*$/.test(id))
    return '没有编号（id），应为「分组/名称」'
  if (ids.has(id)) return `与前面的编号相同：${id}`
  ids.add(id)
  const unsafe = unwritableKey(document)?.at(-1) ?? findPrototypeKey(document)
  if (unsafe !== undefined) return `「${id}」不能用「${unsafe}」作名字`
  const [excess] = listExcessProblems(document)
  if (excess) return `「${id}」${excess.text}`
  const written = findVersion(document)
  if (written === undefined) return `「${id}」没有格式版本（version）`
  return written > currentVersion ? `「${id}」：${newerVersionText(written)}` : undefined
}

const prototypeKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/** A key that would reach the prototype of an object, which the parser of requests refuses too. */
function findPrototypeKey(value: unknown): string | undefined {
  if (Array.isArray(value)) return findAmong(value)
  if (!isJsonObject(value)) return undefined
  return Object.keys(value).find((key) => prototypeKeys.has(key)) ?? findAmong(Object.values(value))
}

function findAmong(values: readonly unknown[]): string | undefined {
  for (const value of values) {
    const found = findPrototypeKey(value)
    if (found !== undefined) return found
  }
  return undefined
}
