import { sql } from 'kysely'
import type { Document } from '#runtime/schema/documents.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import { accessByRules, mapAccess } from '#runtime/schema/kinds/screen/field-rule-codes.ts'
import { type DetailField, type Field, isDetail } from '#runtime/schema/types.ts'
import type { Db } from '../../platform/store/database.ts'

/** The notification channel by which running servers learn that roles were given other columns. */
export const columnChannel = 'column_rights'

export type ColumnVerb = 'read' | 'edit'

/** A column of a document that only the roles with its code may read, or change. */
export interface ControlledColumn {
  /** The key of a field, or `detail.key` of a column of a detail table. */
  path: string
  verb: ColumnVerb
}

/** The permission code of a controlled column, e.g. `column:base.goods:fprice:read`. */
export const columnCode = (documentId: string, { path, verb }: ControlledColumn): string =>
  `${columnPrefix}${documentId.replace('/', '.')}:${path}:${verb}`

const columnPrefix = 'column:'

export const isColumnCode = (code: string): boolean => code.startsWith(columnPrefix)

/** The controlled columns of all documents, by the id of the document. */
export async function readControlled(db: Db): Promise<Map<string, ControlledColumn[]>> {
  const { rows } = await sql<ControlledColumn & { documentId: string }>`
    select document_id as "documentId", path, verb from sys_controlled_column order by 1, 2, 3`.execute(db)
  const byDocument = new Map<string, ControlledColumn[]>()
  for (const { documentId, ...column } of rows)
    byDocument.set(documentId, [...(byDocument.get(documentId) ?? []), column])
  return byDocument
}

/**
 * The document with its rights: controlled columns need their codes, and an overlay names the screen whose rights it has.
 * Where a field declares a code of its own, that code stays the condition; where it declares rules, the codes that follow from
 * them do. Otherwise the document itself.
 */
export function withRights(
  document: Document,
  { rightsOwner, columns = [] }: { rightsOwner: string; columns?: readonly ControlledColumn[] | undefined },
): Document {
  const listed = asDocumentWith(document, 'hasRecords')
  const shared = rightsOwner === document.id ? {} : { rightsOwner }
  const isRuled = ({ access, ...field }: Field): boolean =>
    access?.rules !== undefined || (isDetail(field as Field) && (field as DetailField).fields.some(isRuled))
  if (!listed || (columns.length === 0 && !listed.fields.some(isRuled)))
    return rightsOwner === document.id ? document : { ...document, ...shared }
  const getAccess = (path: string) =>
    Object.fromEntries(
      columns
        .filter((column) => column.path === path)
        .map((column) => [column.verb, columnCode(rightsOwner, column)]),
    )
  const fields = mapAccess(listed.fields, ({ access }, path) =>
    access?.rules
      ? { rules: access.rules, ...accessByRules(document.id, path, access.rules) }
      : { ...getAccess(path), ...access },
  )
  return { ...listed, ...shared, fields } as Document
}
