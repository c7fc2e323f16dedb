import { sql } from 'kysely'
import type { SessionUser } from '../../platform/http/requests/user.ts'
import type { Trx } from '../../platform/store/database.ts'
import { anyTenant, caseTenant } from '../../records/access/case-tenant.ts'
import type { RecordServices } from '../../records/services.ts'
import { writeRecords } from '../../records/transaction.ts'
import { type HandOver, handOverTasks } from '../../records/workflow/hand-over.ts'
import { listActive, listHeadsAbove, readStandIns } from '../../records/workflow/staff.ts'
import { buildMessageSender } from '../announcement/interface.ts'
import { requirePeople } from './people.ts'

/** A transaction that can send messages. */
interface Over {
  trx: Trx
  notify(channel: string, payload: string): Promise<void>
}

/** Gives the tasks of a person to others, and tells these. Returns the number of tasks. */
export async function handOverAndTell(over: Over, change: HandOver): Promise<number> {
  const counts = await handOverTasks(over.trx, change)
  if (counts.size === 0) return 0
  const { rows } = await sql<{ id: string; username: string; realname: string }>`
    select id, username, realname from sys_user
    where username = any(${[...counts.keys(), change.from]}::text[])`.execute(over.trx)
  const send = buildMessageSender(over)
  const from = rows.find(({ username }) => username === change.from)?.realname ?? change.from
  for (const [account, count] of counts) {
    const userId = rows.find(({ username }) => username === account)?.id
    if (userId !== undefined)
      await send({
        userId,
        title: `${from}的 ${count} 件待办交给了您`,
        text: [change.action, change.opinion].filter(Boolean).join('：'),
        page: '/bpm/todo',
      })
  }
  return [...counts.values()].reduce((sum, count) => sum + count, 0)
}

/** The tasks of a person who leaves go to who stands in for him, else to the head above him, else to the administrators. */
export async function handOverOfLeaving(
  over: Over,
  { username: by }: Pick<SessionUser, 'username'>,
  from: string,
  leaving: readonly string[],
): Promise<void> {
  const { trx } = over
  const standIn = (await readStandIns(trx, null)).get(from)
  const heads = await listHeadsAbove(trx, from)
  const { rows } = await sql<{ username: string }>`
    select u.username from sys_administrator a join sys_user u on u.id = a.user_id order by u.username`.execute(
    trx,
  )
  const named = [
    ...(standIn === undefined ? [] : [standIn]),
    ...heads,
    ...rows.map(({ username }) => username),
  ]
  const candidates = (await listActive(trx, [...new Set(named)])).filter(
    (person) => !leaving.includes(person),
  )
  await handOverAndTell(over, {
    from,
    candidates,
    within: anyTenant,
    by,
    action: '移交',
    opinion: '账号停用',
  })
}

/** Gives the tasks of one person to another one. */
export async function handOver(
  services: RecordServices,
  user: SessionUser,
  { from, to, categories = '', opinion }: { from: string; to: string; categories?: string; opinion?: string },
): Promise<number> {
  return await writeRecords(services, async (transaction) =>
    handOverAndTell(transaction, {
      from,
      candidates: await requirePeople(transaction.trx, [to]),
      categories: categories.split(',').filter(Boolean),
      within: caseTenant(transaction.documents, user),
      by: user.username,
      action: '移交',
      opinion,
    }),
  )
}
