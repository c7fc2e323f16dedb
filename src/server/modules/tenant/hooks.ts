import { sql } from 'kysely'
import { type JsonObject, readText } from '#runtime/kernel/json.ts'
import { formatDateTime } from '#runtime/kernel/time.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import { currentTime } from '../../platform/store/clock.ts'
import type { Trx } from '../../platform/store/database.ts'
import type { RecordHook } from '../../records/effects/hooks.ts'
import { permissionChannel } from '../permission/interface.ts'
import { isAdministrator, isOpenAt } from '../session/interface.ts'
import { referredTenants } from './references.ts'

const refuse = defineRefusals({
  TENANT_NUMBER_FIXED: '租户编号保存后不能修改',
  TENANT_REFERRED: '该租户已被用户引用，无法删除！',
})

const isOpen = ({ status, beginDate, endDate }: Readonly<JsonObject>): boolean =>
  isOpenAt(
    { status: Number(status), beginDate: readText(beginDate) || null, endDate: readText(endDate) || null },
    formatDateTime(currentTime()),
  )

/** Ends the sessions of a tenant's users: sockets and pages in it close, and a user of several tenants chooses another one. */
const endSessions = (trx: Trx, tenant: number) =>
  sql`
  with users as (
    select id from sys_user where ${String(tenant)} = any(string_to_array(rel_tenant_ids, ','))
      and not ${isAdministrator(sql.ref('sys_user.id'))}),
    ended as (delete from sys_session where user_id in (select id from users))
  select pg_notify('session_ended', json_build_object('userId', id)::text) from users`.execute(trx)

/** A tenant keeps its number, and stays while users refer to it. */
export const tenantHook: RecordHook = {
  name: 'tenant.guard',
  table: 'sys_tenant',
  description:
    '租户：保存后不能改编号；冻结或不在有效期内时结束其用户的会话；有用户的租户不能删除。读 tenantId、status、beginDate、endDate',
  async beforeSave({ before, after }) {
    if (before && Number(before.tenantId) !== Number(after.tenantId)) throw refuse('TENANT_NUMBER_FIXED')
  },
  async afterSave({ trx, before, after, notify }) {
    const periods = [before, after].map(
      (tenant) => tenant && [tenant.status, tenant.beginDate, tenant.endDate].join(),
    )
    if (periods[0] === periods[1]) return
    if (!isOpen(after)) await endSessions(trx, Number(after.tenantId))
    // All instances read their users again.
    await notify(permissionChannel, '')
  },
  async beforeRemove({ trx, records }) {
    const referred = await referredTenants(
      trx,
      records.map(({ id }) => String(id)),
    )
    if (referred.size > 0) throw refuse('TENANT_REFERRED')
  },
}
