import { isJsonObject } from '#runtime/kernel/json.ts'
import { migrate } from '../versions.ts'
import { writeDocument } from './write-document.ts'

/**
 * Brings a document to the current format and writes it in the one layout; formatting twice changes nothing. A value that is
 * no object is written as plain JSON.
 */
export function formatDocument(json: unknown): string {
  const { document } = migrate(json)
  return isJsonObject(document) ? writeDocument(document) : `${JSON.stringify(document, null, 2) ?? 'null'}\n`
}
