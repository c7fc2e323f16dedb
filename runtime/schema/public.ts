import { positionKey } from './derive.ts'
import { type DetailField, type Document, isDetail } from './types.ts'

/** What stays on the server, by the level at which it stands. */
const secret = {
  document: ['table', 'rowRules', 'hooks'],
  field: ['table', 'column', 'renamedFrom', 'relation'],
}

/** The part of a document that a browser may have; a picker's source is a screen's id and stays. */
export type PublicDocument<D extends Document = Document> = Omit<D, 'table' | 'rowRules' | 'hooks'>

/**
 * The one function that makes the public view: without tables and columns, `rowRules`, `hooks`,
 * `import.match`, the source of a dictionary or a report, and without `x-*` (importers keep foreign SQL there).
 */
export function publicView<D extends Document>(document: D): PublicDocument<D> {
  const view = withoutNotes(omit(document, secret.document)) as Record<string, unknown>
  if (document.kind === 'dict' || document.kind === 'report') delete view.source
  if (document.kind === 'screen' || document.kind === 'report' || document.kind === 'form')
    view.fields = document.fields.map(publicField)
  if (document.kind === 'screen') {
    if (document.import) view.import = omit(document.import, ['match'])
  }
  return view as PublicDocument<D>
}

function publicField(field: object): object {
  const view = withoutNotes(omit(field, secret.field)) as Record<string, unknown>
  if (Array.isArray(view.fields)) view.fields = view.fields.map((inner: object) => publicField(inner))
  // The browser numbers rows too: it is told the key, not the table.
  const detail = field as DetailField
  const order = isDetail(detail) && detail.table ? positionKey(detail) : undefined
  if (order !== undefined) view.dragSortKey = order
  return view
}

const omit = (from: object, keys: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(from).filter(([key]) => !keys.includes(key)))

/** Drops `x-*` at every depth. */
function withoutNotes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNotes)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !key.startsWith('x-'))
      .map(([key, inner]) => [key, withoutNotes(inner)]),
  )
}
