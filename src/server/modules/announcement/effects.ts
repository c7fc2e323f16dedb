import { sql } from 'kysely'
import type { Database } from '../../platform/store/database.ts'
import type { Effect, Effects } from '../../records/effects.ts'
import { splitList } from '../../records/query/grammar.ts'
import { refused } from '../../records/refuse.ts'
import { tellNews } from './news.ts'

/** Recipients in `userIds` get their row at once; rows for all users are created when each user reads. */
export function registerAnnouncementEffects(effects: Effects, db: Pick<Database, 'notify'>): void {
  const tellAll: Effect = async ({ trx, records }) => {
    for (const { id } of records) await tellNews(db, { announcement: String(id) }, trx)
  }
  effects.register('announcement.revoke', tellAll)
  effects.register('announcement.release', async (context) => {
    const { trx, records, stamp } = context
    for (const { id, msgType, userIds } of records) {
      if (msgType !== 'USER') continue
      // The contract's list has a comma after its last member.
      const { rows } = await sql`
        insert into sys_announcement_send (id, rev, create_by, create_time, annt_id, user_id, read_flag)
        select gen_random_uuid()::text, 1, ${stamp.username}, ${stamp.time}::timestamp, ${id}, u.id, '0'
        from sys_user u where u.id = any(${splitList(String(userIds ?? ''))}) and u.del_flag = 0
        on conflict do nothing returning id`.execute(trx)
      if (rows.length === 0) throw refused('没有可以接收的用户，请重新指定')
    }
    await tellAll(context)
  })
}
