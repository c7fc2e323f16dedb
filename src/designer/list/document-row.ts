import { readText } from '#runtime/kernel/json.ts'
import type { ActionViewProps } from '#runtime/services/extensions.ts'

/** A row of the lists of documents, as far as their buttons read it. */
export interface DocumentRow {
  id: string
  documentId: string
  title: string
  /** Where the document comes from; `draft` was never released. */
  origin: string
  /** The address of the page; empty for documents without one. */
  path: string
}

export const documentRow = (row: NonNullable<ActionViewProps['row']>): DocumentRow => ({
  id: row.id,
  documentId: readText(row.design),
  title: readText(row.title),
  origin: readText(row.origin),
  path: readText(row.path),
})

export const isDraft = ({ origin }: DocumentRow): boolean => origin === 'draft'
