import { sql } from 'kysely'
import type { Effect, Effects } from '../../records/effects.ts'
import { newId } from '../../records/write.ts'

/** Logs the user, time and kind of a bill's move; the entry belongs to the bill's department. */
const log: Effect = async ({ trx, records, user, move, stamp }) => {
  for (const { id, fbillno, ftotalamount, sysOrgCode } of records) {
    await sql`
      insert into bl_approve_log (id, rev, create_by, create_time, sys_org_code, fbillid, fbillno, faction, fuser, famount)
      values (${newId()}, 1, ${stamp.username}, ${stamp.time}, ${sysOrgCode}, ${id}, ${fbillno}, ${move.title},
        ${user.realname}, ${ftotalamount})`.execute(trx)
  }
}

export function registerBillEffects(effects: Effects): void {
  effects.register('bill.log', log)
}
