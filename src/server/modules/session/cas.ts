import { appError } from '#runtime/kernel/errors.ts'
import type { PlatformServices } from '../../platform/services.ts'
import type { CasServer } from '../../platform/sign-on-config.ts'
import { casUser } from './cas-answer.ts'
import { askOutside } from './outside.ts'
import type { Proof } from './sign-in.ts'

/** The sign-in address for the browser; it returns to the service with a ticket. */
export const casLoginUrl = ({ url, service }: CasServer): string =>
  `${url}/login?service=${encodeURIComponent(service)}`

const failed = { refusal: '单点登录校验失败' }

/** Validates a ticket at CAS. Only the configured service is accepted: a ticket for another product is refused. */
export async function userOfTicket(
  { config, db, log }: PlatformServices,
  ticket: string,
  service: string,
): Promise<Proof> {
  const { cas } = config
  if (!cas) throw appError('BUSINESS', { text: '未配置单点登录' })
  if (service !== cas.service || !/^[A-Za-z0-9._-]{1,256}$/.test(ticket)) return failed
  const url = new URL(`${cas.url}/serviceValidate`)
  url.searchParams.set('ticket', ticket)
  url.searchParams.set('service', cas.service)
  const answer = await askOutside(url).catch((error: unknown) => {
    log.warn({ err: error }, 'CAS did not answer')
    throw appError('BUSINESS', { text: '单点登录服务暂不可用' })
  })
  const username = casUser(answer)
  if (username === null) return failed
  const user = await db.app
    .selectFrom('sys_user')
    .select('id')
    .where('username', '=', username)
    .where('del_flag', '=', 0)
    .executeTakeFirst()
  // CAS has confirmed the identity, so the answer may say that there is no account here.
  return user ? { userId: user.id } : { refusal: '该用户不存在，请注册' }
}
