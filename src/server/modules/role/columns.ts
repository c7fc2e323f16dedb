import { appError } from '#runtime/kernel/errors.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import { type Field, isDetail, type StoredReport, type StoredScreen } from '#runtime/schema/types.ts'
import type { ColumnVerb } from '../../documents/access/column-rights.ts'
import type { DocumentRegistry } from '../../documents/library/registry.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'

const refuse = defineRefusals({
  COLUMN_NONE: '「{document}」没有能按角色限制的列「{path}」',
  COLUMN_FIXED: '「{title}」不在表单里修改，不能设为只读',
  COLUMN_IN_DICT: '「{title}」是字典「{dict}」的内容，登录的人都看得到，不能按角色隐藏',
})

/** What a role may do with a column: read and change it, read it, nothing. */
export type ColumnRight = 'edit' | 'read' | 'none'

/** A column of a document that roles can be restricted in. */
export interface DocumentColumn {
  /** The key of a field, or `detail.key` of a column of a detail table. */
  path: string
  title: string
  /** The title of the field alone. */
  fieldTitle: string
  /** The codes that reading and changing it require; without one every user of the document may. */
  codes: Partial<Record<ColumnVerb, string>>
  /** Whether a form of the document can change it. */
  isEditable: boolean
}

/** A document with columns that roles can be restricted in. */
export type ListedDocument = StoredScreen | StoredReport

/** The screen or report with this id. Throws NOT_FOUND. */
export function listedDocument(documents: DocumentRegistry, id: string): ListedDocument {
  const document = documents.entry(id)?.document
  const listed = asDocumentWith(document, 'hasRecords')
  if (!listed) throw appError('NOT_FOUND')
  return listed as ListedDocument
}

const isEditable = ({ compute, auto, from, form }: Field): boolean =>
  compute === undefined && auto === undefined && from === undefined && form !== false

const buildColumn = (field: Field, prefix: string, title: string, isForm: boolean): DocumentColumn => ({
  path: `${prefix}${field.key}`,
  title,
  fieldTitle: getTitle(field),
  codes: { ...field.access },
  isEditable: isForm && isEditable(field),
})

/** The columns of a document; without those that nobody reads, those with rules in the document, and the state of a flow, on which its buttons depend. */
export function listColumns(document: ListedDocument): DocumentColumn[] {
  const screen = asDocumentWith(document, 'hasTable')
  const isForm = screen !== undefined && screen.table?.derived !== true
  const offered = (field: Field) =>
    !field.writeOnly && !field.access?.rules && field.key !== screen?.flow?.field
  return document.fields
    .filter(offered)
    .flatMap((field) => [
      buildColumn(field, '', getTitle(field), isForm),
      ...(isDetail(field)
        ? field.fields
            .filter(offered)
            .map((inner) =>
              buildColumn(inner, `${field.key}.`, `${getTitle(field)} › ${getTitle(inner)}`, isForm),
            )
        : []),
    ])
}

/** What holders of these codes may do with a column. */
export const getRight = ({ codes }: DocumentColumn, granted: ReadonlySet<string>): ColumnRight => {
  if (codes.read !== undefined && !granted.has(codes.read)) return 'none'
  return codes.edit !== undefined && !granted.has(codes.edit) ? 'read' : 'edit'
}

/** A column with the right that a role is to have. */
export interface WantedColumn {
  column: DocumentColumn
  right: ColumnRight
}

/** Finds the columns of a request. Throws for unknown columns and for rights that no column can have. */
export function wantedColumns(
  documents: DocumentRegistry,
  document: ListedDocument,
  wanted: readonly { path: string; right: ColumnRight }[],
): WantedColumn[] {
  const columns = new Map(listColumns(document).map((column) => [column.path, column]))
  return wanted.map(({ path, right }) => {
    const column = columns.get(path)
    if (!column) throw refuse('COLUMN_NONE', { values: { document: document.title, path } })
    if (right === 'read' && !column.isEditable)
      throw refuse('COLUMN_FIXED', { values: { title: column.title } })
    const dict = right === 'none' ? dictOver(documents, document.id, path) : undefined
    if (dict !== undefined) throw refuse('COLUMN_IN_DICT', { values: { title: column.title, dict } })
    return { column, right }
  })
}

/** The title of a dictionary that shows the column to all signed-in users. */
const dictOver = ({ entries }: DocumentRegistry, id: string, path: string): string | undefined =>
  entries().find(({ document }) => {
    const source = asDocumentWith(document, 'hasChoices')?.source
    if (!source || !('screen' in source) || source.screen !== id) return false
    const { text, value, parent, filters = [], fields = [] } = source
    return [text, value, parent, ...filters, ...fields].includes(path)
  })?.document.title
