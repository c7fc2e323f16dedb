import { sql } from 'kysely'
import { appError } from '../../../../runtime/kernel/errors.ts'
import type { Database } from '../../store/database.ts'
import type { Captcha } from './captcha.ts'
import { verifyPassword } from './passwords.ts'

export interface Credentials {
  username: string
  password: string
  captcha?: string
  checkKey?: string
  ip: string
}

/** Wrong passwords for one name from one address within ten minutes; beyond them a captcha is asked for. */
const freeTries = 5

/** Counts the try before it is judged: a hundred at once count a hundred. */
async function countTry(db: Database, username: string, ip: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    insert into sys_login_failure (username, ip, count) values (${username}, ${ip}, 1)
    on conflict (username, ip) do update set last = now(), count = case
      when sys_login_failure.last < now() - interval '10 minutes' then 1 else sys_login_failure.count + 1 end
    returning count`.execute(db.app)
  return rows[0]?.count ?? 1
}

const refusal = (text: string, result?: unknown) =>
  appError('BUSINESS', { text, ...(result !== undefined && { result }) })

/** The one way in by password. Answers the user's id, or throws what the client shows. */
export async function signIn(db: Database, captcha: Captcha, given: Credentials): Promise<string> {
  const { username, password, ip } = given
  const tries = await countTry(db, username, ip)
  if (tries > freeTries) {
    const solved = given.captcha && given.checkKey && (await captcha.solve(given.checkKey, given.captcha))
    if (!solved) throw refusal(given.captcha ? '验证码错误' : '请输入验证码', { captcha: true })
  }
  const user = await db.app
    .selectFrom('sys_user')
    .select(['id', 'password', 'status', 'del_flag'])
    .where('username', '=', username)
    .executeTakeFirst()
  const stored = user && user.del_flag === 0 ? String(user.password) : null
  if (!(await verifyPassword(stored, password))) {
    throw refusal('用户名或密码错误', tries >= freeTries ? { captcha: true } : undefined)
  }
  await db.app.deleteFrom('sys_login_failure').where('username', '=', username).where('ip', '=', ip).execute()
  if (user?.status !== 1) throw refusal('该用户已冻结')
  return String(user.id)
}
