import { sql } from 'kysely'
import { DEFAULT_MAX_ROWS, getMaxRows } from '#runtime/schema/derive.ts'
import { canInState } from '#runtime/schema/field-rights.ts'
import { layoutPlan } from '#runtime/schema/layouts/plans.ts'
import { type Column, positionColumn } from '../../documents/plan/column.ts'
import type { Caller } from '../caller.ts'
import { pageOfRecords, readRecords } from '../list/list-route.ts'
import { readListRequest, refuseUnknown } from '../query/parameters.ts'
import { isSortable, maskColumns } from '../read/masks.ts'
import type { Values } from '../read/record.ts'
import { type DetailResource, isReadable, type Resource } from '../resource.ts'
import type { ReadServices } from '../services.ts'

interface DetailRequest {
  resource: Resource
  detail: DetailResource
  caller: Caller
  /** The parameters of a list. */
  query: Record<string, unknown>
  /** Parameters that the rows do not have are refused, not ignored. */
  refuses?: boolean
}

/** A page of the rows of one record, without the columns that the user may not read. */
export async function readDetailRows(
  services: ReadServices,
  { resource, detail, caller, query, refuses = false }: DetailRequest,
  head: Values,
) {
  const can = canInState(caller.can, resource.screen, head)
  const columns: Map<string, Column> = maskColumns(
    [...detail.columns].filter(([, column]) => isReadable(column.field, can)),
    resource.screen,
    can,
  )
  const { order } = detail
  if (order && !columns.has(order.key)) columns.set(order.key, positionColumn(order))
  const source = {
    table: detail.table,
    softDelete: false,
    columns: [...columns.values()],
    always: [sql`t.${sql.id(detail.fk)} = ${head[detail.ref]}`],
    isAlone: true,
  }
  const fallbackSort = order?.key ?? 'createTime'
  const sortable = new Map([...columns].filter(([, column]) => isSortable(column)))
  if (refuses) refuseUnknown(query, columns)
  const listRequest = readListRequest(query, columns, fallbackSort, sortable)
  const pageRequest = layoutPlan(resource.screen).loadsWholeDetails
    ? { ...listRequest, pageNo: 1, pageSize: Math.max(DEFAULT_MAX_ROWS, getMaxRows(detail.field)) }
    : listRequest
  const { fields } = detail.field
  return pageOfRecords(await readRecords(services, { source, fields, caller }, pageRequest), pageRequest)
}
