import { sql } from 'kysely'
import { formatDateTime } from '#runtime/kernel/time.ts'
import { currentTime } from '../../../platform/store/clock.ts'
import type { Db } from '../../../platform/store/database.ts'

/** A tenant as the answer to a sign-in lists it: the client lets its user choose one of several. */
export interface OwnTenant {
  id: number
  name: string
  status: number
}

/** The state of a tenant and its period, in the server's local time; without an end the period is open. */
export interface TenantPeriod {
  status: number
  beginDate: string | null
  endDate: string | null
}

/** Whether users may enter the tenant at this time. */
export const isOpenAt = ({ status, beginDate, endDate }: TenantPeriod, time: string): boolean =>
  status === 1 && (beginDate ?? time) <= time && (endDate ?? time) >= time

/** The registered tenants among `tenants`, in this order. Without the document of tenants there are none. */
async function registered(db: Db, tenants: readonly number[]): Promise<(OwnTenant & TenantPeriod)[]> {
  if (tenants.length === 0) return []
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass('sys_tenant') is not null as "isThere"`.execute(db)
  if (!rows[0]?.isThere) return []
  const found = await sql<OwnTenant & TenantPeriod>`
    select tenant_id as id, name, status, begin_date::text as "beginDate", end_date::text as "endDate"
    from sys_tenant where tenant_id = any(${[...tenants]})
    order by array_position(${[...tenants]}::integer[], tenant_id)`.execute(db)
  return found.rows
}

/** The tenants of a user that can be entered, in the order of the assignment. */
export async function readTenants(db: Db, tenants: readonly number[] = []): Promise<OwnTenant[]> {
  const now = formatDateTime(currentTime())
  return (await registered(db, tenants)).flatMap(({ id, name, status, ...period }) =>
    isOpenAt({ status, ...period }, now) ? [{ id, name, status }] : [],
  )
}

/** The tenants of a user by whether they can be entered, and the time (ms) until which that stays so. */
export interface TenantAccess {
  open: number[]
  /** Frozen, or outside of their period. */
  closed: number[]
  until: number
}

/** A number that is not registered is open: tables separate its records all the same. */
export async function readTenantAccess(db: Db, tenants: readonly number[]): Promise<TenantAccess> {
  const now = formatDateTime(currentTime())
  const entries = await registered(db, tenants)
  const closed = entries.filter((tenant) => !isOpenAt(tenant, now)).map(({ id }) => id)
  const changes = entries.flatMap(({ beginDate, endDate }) =>
    [beginDate, endDate].flatMap((time) => (time !== null && time >= now ? Date.parse(time) + 1000 : [])),
  )
  return {
    open: tenants.filter((id) => !closed.includes(id)),
    closed,
    until: Math.min(...changes, Number.POSITIVE_INFINITY),
  }
}
