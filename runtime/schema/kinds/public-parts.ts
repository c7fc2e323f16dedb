import { positionKey } from '../derive.ts'
import { type DetailField, type Field, isDetail } from '../types.ts'

const serverKeys = {
  document: ['description', 'table', 'rowRules', 'hooks', 'then', 'public', 'roles', 'rightsOwner'],
  field: ['table', 'column', 'renamedFrom', 'relation'],
}

/** The document without its description, tables, `rowRules`, `hooks`, `then`, `public`, `roles`, the keys in `more`, and `x-*` (importers keep foreign SQL there). */
export const publicParts = (document: object, more: readonly string[] = []): Record<string, unknown> =>
  omit(withoutNotes(omit(document, serverKeys.document)) as object, more)

/** Fields without columns and tables, and with the key that contains the positions of a detail's rows. */
export const publicFields = (fields: readonly Field[]): object[] => fields.map(publicField)

function publicField(field: object): object {
  const view = withoutNotes(omit(field, serverKeys.field)) as Record<string, unknown>
  if (typeof view.access === 'object' && view.access !== null) view.access = omit(view.access, ['rules'])
  if (Array.isArray(view.fields)) view.fields = view.fields.map((inner: object) => publicField(inner))
  // The browser numbers rows too, so it needs the key, which the table names.
  const detail = field as DetailField
  const order = isDetail(detail) && detail.table ? positionKey(detail) : undefined
  if (order !== undefined) view.dragSortKey = order
  return view
}

export const omit = (from: object, keys: readonly string[]): Record<string, unknown> =>
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
