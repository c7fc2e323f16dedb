import { sql } from 'kysely'
import Type from 'typebox'
import { defineEffect } from '../../records/effects/effects.ts'
import { newId } from '../../records/write.ts'

/** Logs the user, time and action of each move of a bill; the entry belongs to the department of the bill. */
export const billLog = defineEffect({
  name: 'bill.log',
  description: '审批记录：记下单据编号、金额、做了什么、谁做的；不拒绝',
  reads: Type.Object({ fbillno: Type.String(), ftotalamount: Type.Number() }),
  async run({ trx, records, user, move, stamp, added }) {
    const ids = records.map(() => newId())
    for (const [at, { id, fbillno, ftotalamount, sysOrgCode }] of records.entries()) {
      await sql`
        insert into bl_approve_log (id, rev, create_by, create_time, sys_org_code, fbillid, fbillno, faction, fuser, famount)
        values (${ids[at]}, 1, ${stamp.username}, ${stamp.time}, ${sysOrgCode}, ${id}, ${fbillno}, ${move.title},
          ${user.realname}, ${ftotalamount})`.execute(trx)
    }
    added('bl_approve_log', ids)
  },
})
