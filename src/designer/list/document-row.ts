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

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

export const documentRow = (row: NonNullable<ActionViewProps['row']>): DocumentRow => ({
  id: row.id,
  documentId: text(row.design),
  title: text(row.title),
  origin: text(row.origin),
  path: text(row.path),
})

export const isDraft = ({ origin }: DocumentRow): boolean => origin === 'draft'
