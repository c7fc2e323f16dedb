import type { ReportDocument, ScreenDocument, StoredReport, StoredScreen } from '#runtime/schema/types.ts'
import { listCode } from './kinds/list.ts'
import { pickedKeys, pickersOver } from './kinds/picked-source.ts'
import type { DocumentRegistry } from './library/registry.ts'

/** The part of a screen or a report that a user may read, and the permission for it. */
export interface ReadableScope {
  /** The permission that opens it; a user without any is refused with the list's. */
  code: string
  /** Keys of readable fields; null for all fields. */
  only: ReadonlySet<string> | null
  /** Keys that records may be sorted by although they are not shown: the document's own order. */
  order: ReadonlySet<string>
}

export type Can = (code: string) => boolean

/**
 * A user who may list a screen reads all of it. A user who may only pick from it reads the fields of the pickers: the
 * permission to choose a colleague is not the permission to read the staff's records.
 */
export function readableScope(
  documents: Pick<DocumentRegistry, 'entries'>,
  source: StoredScreen | StoredReport,
  can: Can,
): ReadableScope {
  const code = listCode(source)
  const order = new Set(sortKeys(source))
  if (can(code)) return { code, only: null, order }
  const pickers = pickersOver(documents, source.id).filter(({ needs }) => can(needs))
  const [first] = pickers
  return first
    ? { code: first.needs, only: new Set(pickers.flatMap(pickedKeys)), order }
    : { code, only: new Set(), order }
}

const sortKeys = ({ list }: Pick<StoredScreen | StoredReport, 'list'>): string[] =>
  (list?.sort ?? '-createTime').split(',').map((part) => part.replace(/^-/, ''))

/** The part of the public view that a picker needs, without `kind`. */
export function pickedParts(view: ScreenDocument | ReportDocument, only: ReadonlySet<string>) {
  const { version, id, title, perm, list } = view
  return {
    version,
    id,
    title,
    ...(perm !== undefined && { perm }),
    ...(list?.sort !== undefined && { list: { sort: list.sort } }),
    fields: view.fields.filter((field) => only.has(field.key)),
  }
}
