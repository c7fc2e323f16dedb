import { fieldValues } from '#runtime/fields/values.ts'
import { toSnake } from '#runtime/kernel/text/names.ts'
import type { Path } from '#runtime/schema/checks/report.ts'
import { details, getTitle } from '#runtime/schema/derive.ts'
import type { Document } from '#runtime/schema/documents.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import type { Field } from '#runtime/schema/types.ts'
import { listTables } from '../../../documents/kinds/index.ts'
import { readTables } from '../../../documents/library/catalog.ts'
import type { FileProblem } from '../../../documents/library/registry.ts'
import { findStorage, getColumnName } from '../../../documents/plan/tables.ts'
import { type ValidDocument, writtenPlace } from '../../../documents/validate.ts'
import type { Db } from '../../../platform/store/database.ts'

interface Named {
  table: string
  path: Path
  field: Field
}

/** The stored fields over tables of the application. */
function fieldsOfApplication(document: Document): Named[] {
  const screen = asDocumentWith(document, 'hasTable')
  if (!screen) return []
  const levels: { table: string; path: Path; fields: readonly Field[] }[] = [
    { table: screen.table?.name ?? '', path: [], fields: screen.fields },
    ...details(screen).map((detail) => ({
      table: detail.table?.name ?? '',
      path: ['fields', screen.fields.findIndex(({ key }) => key === detail.key)],
      fields: detail.fields,
    })),
  ]
  return levels
    .filter(({ table }) => table.startsWith('sys_'))
    .flatMap(({ table, path, fields }) =>
      fields.flatMap((field, at) =>
        findStorage(field, fieldValues) ? [{ table, path: [...path, 'fields', at], field }] : [],
      ),
    )
}

/**
 * The fields of a designed document over columns that the application keeps for itself in its tables, such as hashes of
 * passwords: columns that exist, and that none of the served documents has.
 */
export async function findReservedColumns(
  db: Db,
  id: string,
  draft: ValidDocument,
  served: readonly Document[],
): Promise<FileProblem[]> {
  const fields = fieldsOfApplication(draft.document)
  if (fields.length === 0) return []
  const tables = await readTables(db, [...new Set(fields.map(({ table }) => table))])
  const columnNames = new Set(
    served.flatMap((other) =>
      listTables(other, fieldValues).flatMap(({ name, columns }) =>
        columns.map((column) => `${name}.${column.name}`),
      ),
    ),
  )
  return fields.flatMap(({ table, path, field }) => {
    const former = field.renamedFrom === undefined ? [] : [toSnake(field.renamedFrom)]
    const column = [getColumnName(field), ...former].find(
      (name) => tables.get(table)?.columns.has(name) && !columnNames.has(`${table}.${name}`),
    )
    if (column === undefined) return []
    const text = `字段「${getTitle(field)}」的列 ${column} 是系统自己用的，请换一个名字或写 column`
    return [{ file: id, path: writtenPlace(draft, path), code: 'RESERVED_NAME', text }]
  })
}
