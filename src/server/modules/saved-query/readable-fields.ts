import type { CommonField, StoredReport, StoredScreen } from '#runtime/schema/types.ts'
import { isDetail } from '#runtime/schema/types.ts'
import { taskFilter } from '../../documents/led-screens.ts'
import type { DocumentRegistry } from '../../documents/library/registry.ts'
import { auditColumns } from '../../documents/plan/column.ts'
import { type Can, readableScope } from '../../documents/readable-scope.ts'
import { isReadable } from '../../records/resource.ts'
import type { ViewSettings } from './shape.ts'

/** The fields of a list that this user may read, as paths: `famount`, `items.famount`. */
export function readableFields(
  documents: Pick<DocumentRegistry, 'entries'>,
  source: StoredScreen | StoredReport,
  can: Can,
): ReadonlySet<string> {
  const { only } = readableScope(documents, source, can)
  const visible = (field: CommonField) => isReadable(field, can)
  const paths = source.fields.filter(visible).flatMap((field): string[] => {
    if (!isDetail(field)) return only === null || only.has(field.key) ? [field.key] : []
    return only === null ? field.fields.filter(visible).map(({ key }) => `${field.key}.${key}`) : []
  })
  return new Set([...paths, ...auditColumns.map(({ key }) => key), taskFilter.key])
}

/** The fields whose values a view names: those of its conditions, its order and its groups. */
export function fieldsOfView({ conditions = {}, sort = '', group }: ViewSettings): string[] {
  const queried = Object.keys(conditions).map((name) => name.replace(/_(begin|end|MultiString)$/, ''))
  const sorted = sort.split(',').map((part) => part.replace(/^-/, ''))
  return [...queried, ...sorted, ...(group === undefined ? [] : [group])].filter((key) => key !== '')
}
