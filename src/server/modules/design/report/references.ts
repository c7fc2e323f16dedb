import { listTexts } from '#runtime/kernel/json.ts'
import { toSnake } from '#runtime/kernel/text/names.ts'
import { details } from '#runtime/schema/derive.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import type { Field, StoredScreen } from '#runtime/schema/types.ts'
import type { DocumentRegistry } from '../../../documents/library/registry.ts'
import { getColumnName } from '../../../documents/plan/tables.ts'

/** The table whose records a column refers to, and the column that it holds the values of. */
export interface ColumnReference {
  table: string
  key: string
}

type Documents = Pick<DocumentRegistry, 'entries' | 'screen' | 'picker'>

const columnAt = (fields: readonly Field[], key: string): string =>
  getColumnName(fields.find((field) => field.key === key) ?? { key })

function toScreen(documents: Documents, id: string | undefined, key: string): ColumnReference | null {
  const screen = id === undefined ? undefined : documents.screen(id)?.document
  const table = screen?.table?.name
  return screen && table !== undefined ? { table, key: columnAt(screen.fields, key) } : null
}

/** The references of one list of fields, by column: of shown values, of table dictionaries, and of picked records. */
function listReferences(fields: readonly Field[], documents: Documents): [string, ColumnReference][] {
  return fields.flatMap((field): [string, ColumnReference][] => {
    const found: [string, ColumnReference | null][] = []
    const { from, dictCode, popupCode } = field
    if (from) found.push([columnAt(fields, from.field), toScreen(documents, from.screen, from.key ?? 'id')])
    const [table = '', , code] = typeof dictCode === 'string' ? dictCode.split(',') : []
    if (code !== undefined) found.push([getColumnName(field), { table, key: toSnake(code) }])
    const source = typeof popupCode === 'string' ? documents.picker(popupCode)?.document.source : undefined
    const key = listTexts(field.destFields)[listTexts(field.orgFields).indexOf('id')]
    if (source && 'screen' in source && key !== undefined)
      found.push([columnAt(fields, key), toScreen(documents, source.screen, 'id')])
    return found.flatMap(([column, reference]) => (reference ? [[column, reference] as const] : []))
  })
}

const listHolders = (screen: StoredScreen): [string | undefined, readonly Field[]][] => [
  [screen.table?.name, screen.fields],
  ...details(screen).map(({ table, fields }): [string | undefined, readonly Field[]] => [
    table?.name,
    fields,
  ]),
]

/** The columns of all served tables that refer to records of other screens, by table and column; the first reference counts. */
export function findReferences(documents: Documents): Map<string, Map<string, ColumnReference>> {
  const references = new Map<string, Map<string, ColumnReference>>()
  for (const { document } of documents.entries()) {
    const screen = asDocumentWith(document, 'hasTable')
    for (const [table, fields] of screen ? listHolders(screen) : []) {
      if (table === undefined) continue
      const ofTable = references.get(table) ?? new Map()
      references.set(table, ofTable)
      for (const [column, reference] of listReferences(fields, documents))
        if (!ofTable.has(column)) ofTable.set(column, reference)
    }
  }
  return references
}
