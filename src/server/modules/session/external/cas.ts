import { defineRefusals } from '../../../platform/http/refusals.ts'
import type { PlatformServices } from '../../../platform/services.ts'
import type { CasServer } from '../../../platform/sign-on-config.ts'
import type { Proof } from '../sign-in/sign-in.ts'
import { casUser } from './cas-answer.ts'
import { fetchExternalText } from './external-http.ts'

/** The sign-in address for the browser; it returns to the service with a ticket. */
export const casLoginUrl = ({ url, service }: CasServer): string =>
  `${url}/login?service=${encodeURIComponent(service)}`

const refuse = defineRefusals({
  CAS_NOT_CONFIGURED: '未配置单点登录',
  CAS_UNAVAILABLE: '单点登录服务暂不可用',
  CAS_TICKET_INVALID: '单点登录校验失败',
  CAS_USER_UNKNOWN: '该用户不存在，请注册',
})

const failed: Proof = { refuse: (parts) => refuse('CAS_TICKET_INVALID', parts) }

/** Validates a ticket at CAS. Only the configured service is accepted: a ticket for another product is refused. */
export async function userOfTicket(
  { config, db, log }: PlatformServices,
  ticket: string,
  service: string,
): Promise<Proof> {
  const { cas } = config
  if (!cas) throw refuse('CAS_NOT_CONFIGURED')
  if (service !== cas.service || !/^[A-Za-z0-9._-]{1,256}$/.test(ticket)) return failed
  const url = new URL(`${cas.url}/serviceValidate`)
  url.searchParams.set('ticket', ticket)
  url.searchParams.set('service', cas.service)
  const answer = await fetchExternalText(url).catch((error: unknown) => {
    log.warn({ err: error }, 'CAS did not answer')
    throw refuse('CAS_UNAVAILABLE')
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
  return user ? { userId: user.id } : { refuse: (parts) => refuse('CAS_USER_UNKNOWN', parts) }
}
