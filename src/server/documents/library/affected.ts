import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { documentKinds } from '#runtime/schema/kinds/index.ts'
import { hasCapability } from '#runtime/schema/kinds/plans.ts'
import { isOverlay } from '#runtime/schema/kinds/screen/overlay.ts'
import { readNames } from '#runtime/schema/known.ts'
import type { DocumentFile } from './files.ts'

/** The names by which other documents may mention a document. */
function listMentions(document: JsonObject): string[] {
  const { claims, dict, picker, report, columns = [] } = readNames(document, documentKinds)
  const codes = [document.id, document.perm, document.needs, dict?.code, picker?.code, report?.code]
  return [...codes, ...claims.map(({ name }) => name), ...columns.map(([table]) => table)].filter(
    (name): name is string => typeof name === 'string' && name !== '',
  )
}

/** Documents through which others see a document: an overlay extends it, a document that fields name shows its records. */
const isCarrier = (document: JsonObject): boolean =>
  hasCapability(document, 'isNamedByFields') || isOverlay(document)

/** A document with more names concerns all files: searching each of them for each name would take longer than their check. */
const MAX_NAMES = 100

/**
 * The files whose check a change of one document can alter: those that mention a name that it has before or after the
 * change, also through an overlay, a picker or a dictionary. `versions` are the document before and after the change.
 */
export function affectedFiles(
  files: readonly DocumentFile[],
  versions: readonly JsonObject[],
): DocumentFile[] {
  if (versions.some((version) => listMentions(version).length > MAX_NAMES)) return [...files]
  const waiting = new Map(files.map((file) => [file, JSON.stringify(file.json) ?? '']))
  const affected = new Set<DocumentFile>()
  const visit = (document: JsonObject): void => {
    const names = listMentions(document)
    for (const [file, text] of waiting) {
      if (!names.some((name) => text.includes(name))) continue
      waiting.delete(file)
      affected.add(file)
      if (isJsonObject(file.json) && isCarrier(file.json)) visit(file.json)
    }
  }
  for (const version of versions) visit(version)
  // An overlay has the problems of its base.
  for (const { json } of affected)
    for (const [file] of waiting)
      if (isJsonObject(file.json) && isJsonObject(json) && file.json.extends === json.id) {
        waiting.delete(file)
        affected.add(file)
      }
  // The order decides which of two documents with one name comes first.
  return files.filter((file) => affected.has(file))
}
