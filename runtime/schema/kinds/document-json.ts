import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import type { Document } from '../documents.ts'

/** Whether a document as it is written, perhaps with faults, is of a kind. */
export const hasKind = (written: JsonObject | null | undefined, kind: Document['kind']): boolean =>
  written?.kind === kind

const isNamed = (member: unknown): boolean => isJsonObject(member) && typeof member.key === 'string'
const hasType = (member: unknown): boolean => isJsonObject(member) && typeof member.type === 'string'
const isWord = (member: unknown): boolean => typeof member === 'string'

/** The list without which a kind cannot be drawn, and what its members need. */
const parts: Readonly<Record<string, { list: string; isMember(member: unknown): boolean } | null>> = {
  screen: { list: 'fields', isMember: isNamed },
  report: { list: 'fields', isMember: isNamed },
  form: { list: 'fields', isMember: isNamed },
  panel: { list: 'blocks', isMember: hasType },
  picker: { list: 'fields', isMember: isWord },
  print: { list: 'blocks', isMember: hasType },
  dict: null,
}

/**
 * A written document as one that can be drawn: it has an id, a title, and the list of its kind with named or typed
 * members. Undefined for others. This is no check: its settings may have faults.
 */
export function drawableDocument(written: unknown): Document | undefined {
  if (!isJsonObject(written) || typeof written.kind !== 'string') return undefined
  const part = parts[written.kind]
  if (part === undefined) return undefined
  if (typeof written.id !== 'string' || typeof written.title !== 'string') return undefined
  const list = part && written[part.list]
  const isWhole = part === null || (Array.isArray(list) && list.every(part.isMember))
  return isWhole ? (written as unknown as Document) : undefined
}
