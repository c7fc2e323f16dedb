import { getPerm, permOfDetail } from '#runtime/schema/derive.ts'
import { refIn } from '../../documents/plan/column.ts'
import type { QueriedDetail } from '../query/super-query.ts'
import { maskColumns } from '../read/masks.ts'
import { type DetailResource, isReadable, type Resource } from '../resource.ts'

type Can = (code: string) => boolean

/** The codes that a user needs for reading the rows of a detail table, in the order in which they are checked. */
export function codesOfRows({ screen }: Pick<Resource, 'screen'>, { field }: DetailResource): string[] {
  const last = field.own ? `${permOfDetail(screen, field)}:list` : `${getPerm(screen)}:detail`
  return [`${getPerm(screen)}:list`, field.access?.read, last].filter((code) => code !== undefined)
}

/** The detail tables whose rows an advanced query of this user may test, by their keys. */
export function queriedDetails(resource: Resource, can: Can): Map<string, QueriedDetail> {
  return new Map(
    resource.details.flatMap((detail): [string, QueriedDetail][] => {
      const ref = resource.columns.get(detail.ref)?.ref
      if (!ref || !codesOfRows(resource, detail).every(can)) return []
      const readable = [...detail.columns].filter(([, { field }]) => isReadable(field, can))
      const columns = [...maskColumns(readable, resource.screen, can)].map(
        ([key, column]) => [key, { ...column, ref: refIn('d', column) }] as const,
      )
      return [[detail.key, { table: detail.table, fk: detail.fk, ref, columns: new Map(columns) }]]
    }),
  )
}
