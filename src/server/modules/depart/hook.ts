import { sql } from 'kysely'
import { pointer } from '#runtime/kernel/problem.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { RecordHook } from '../../records/effects/hooks.ts'
import { badValues } from '../../records/refuse.ts'

const refuse = defineRefusals({ DEPART_IN_USE: '部门「{name}」有 {count} 名人员，请先把人员移到别的部门' })

/** Keeps the codes of departments true to their places, and departments that have people. */
export const departHook: RecordHook = {
  name: 'system.depart',
  table: 'sys_depart',
  description: '部门：建立以后不能改上级；有人员的部门不能删除。读 parentId',
  async beforeSave({ before, after }) {
    // Row rules and users' departments compare codes, which name the place in the tree.
    if (before && (before.parentId || null) !== (after.parentId || null))
      throw badValues([
        { path: pointer('parentId'), code: 'depart', text: '部门建立以后不能改到别的上级之下' },
      ])
  },
  async beforeRemove({ trx, records }) {
    const ids = records.map(({ id }) => String(id))
    const { rows } = await sql<{ name: string; count: number }>`
      select d.depart_name as name, count(*)::int as count from sys_depart d
      join sys_user_depart ud on ud.dep_id = d.id join sys_user u on u.id = ud.user_id and u.del_flag = 0
      where d.id = any(${ids}) group by d.id order by d.org_code limit 1`.execute(trx)
    const [used] = rows
    if (used) throw refuse('DEPART_IN_USE', { values: { name: used.name, count: used.count } })
  },
}
