import { defineRefusals } from '../../platform/http/refusals.ts'
import type { RecordHook } from '../../records/hooks.ts'
import { referredTenants } from './references.ts'

const refuse = defineRefusals({
  TENANT_NUMBER_FIXED: '租户编号保存后不能修改',
  TENANT_REFERRED: '该租户已被用户引用，无法删除！',
})

/** A tenant keeps its number, and stays while users refer to it. */
export const tenantHook: RecordHook = {
  name: 'tenant.guard',
  async beforeSave({ before, after }) {
    if (before && Number(before.tenantId) !== Number(after.tenantId)) throw refuse('TENANT_NUMBER_FIXED')
  },
  async beforeRemove({ trx, records }) {
    const referred = await referredTenants(
      trx,
      records.map(({ id }) => String(id)),
    )
    if (referred.size > 0) throw refuse('TENANT_REFERRED')
  },
}
