import { sql } from 'kysely'
import Type from 'typebox'
import { defineRefusals } from '../../platform/http/refusals.ts'
import { defineEffect, type EffectContext } from '../../records/effects/effects.ts'
import { splitList } from '../../records/query/grammar.ts'
import { newsChannel, newsText } from './news.ts'

const refuse = defineRefusals({ NO_RECIPIENTS: '没有可以接收的用户，请重新指定' })

async function notifyAll({ records, notify }: Pick<EffectContext, 'records' | 'notify'>): Promise<void> {
  for (const { id } of records) await notify(newsChannel, newsText({ announcements: [id] }))
}

const revoke = defineEffect({
  name: 'announcement.revoke',
  description: '撤销通知：立即告诉打开着页面的人重新读取；通知是否还看得到由它的状态决定',
  reads: Type.Object({}),
  run: notifyAll,
})

/**
 * The users named in `userIds`, and those of the departments in `orgCodes` and below them, get their row at once. For an announcement to all users, each user's row is created at
 * the next read of the inbox.
 */
const release = defineEffect({
  name: 'announcement.release',
  description:
    '发布通知：指定用户的（msgType 为 USER），送到 userIds 的用户和 orgCodes 的部门及其下级的人；全体用户的，各人下次打开时收到；一个收件人也没有时拒绝',
  reads: Type.Object({ msgType: Type.String(), userIds: Type.String(), orgCodes: Type.String() }),
  async run(context) {
    const { trx, records, stamp, added } = context
    for (const { id, msgType, userIds, orgCodes } of records) {
      if (msgType !== 'USER') continue
      // The contract's list has a comma after its last member.
      const { rows } = await sql<{ id: string }>`
        insert into sys_announcement_send (id, rev, create_by, create_time, annt_id, user_id, read_flag)
        select gen_random_uuid()::text, 1, ${stamp.username}, ${stamp.time}::timestamp, ${id}, u.id, '0'
        from sys_user u where u.del_flag = 0 and (u.id = any(${splitList(String(userIds ?? ''))}) or exists (
          select 1 from unnest(${splitList(String(orgCodes ?? ''))}::text[]) as chosen
          where starts_with(u.org_code, chosen) or exists (
            select 1 from sys_user_depart ud join sys_depart d on d.id = ud.dep_id
            where ud.user_id = u.id and starts_with(d.org_code, chosen))))
        on conflict do nothing returning id`.execute(trx)
      if (rows.length === 0) throw refuse('NO_RECIPIENTS')
      added(
        'sys_announcement_send',
        rows.map((row) => row.id),
      )
    }
    await notifyAll(context)
  },
})

export const announcementEffects = [release, revoke]
