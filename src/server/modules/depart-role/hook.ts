import { defineRefusals } from '../../platform/http/refusals.ts'
import type { RecordHook } from '../../records/effects/hooks.ts'
import { requireOwnDepart } from './own-departs.ts'

const refuse = defineRefusals({ DEPART_ROLE_MOVED: '部门角色不能改到别的部门' })

/** Roles of a department are kept by those who are responsible for it, and stay in it. */
export const departRoleHook: RecordHook = {
  name: 'depart.role',
  table: 'sys_depart_role',
  description: '部门角色：只有负责这个部门的人能增改删，不能改到别的部门。读 departId',
  async beforeSave({ trx, user, before, after }) {
    if (before && before.departId !== after.departId) throw refuse('DEPART_ROLE_MOVED')
    await requireOwnDepart(trx, user, String(after.departId))
  },
  async beforeRemove({ trx, user, records }) {
    for (const { departId } of records) await requireOwnDepart(trx, user, String(departId))
  },
}
