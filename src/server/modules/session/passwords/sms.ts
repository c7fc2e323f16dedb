import { defineRefusals } from '../../../platform/http/refusals.ts'
import type { SessionServices } from '../services.ts'
import { type CodeFor, dropCode, makeCode } from './codes.ts'
import { type Limit, limit } from './counters.ts'

const perPhone: Limit = { scope: 'sms phone', most: 5, minutes: 60 }
const perAddress: Limit = { scope: 'sms ip', most: 60, minutes: 60 }

export const isMobile = (text: string): boolean => /^1\d{10}$/.test(text)

export type SmsServices = Pick<SessionServices, 'db' | 'sender' | 'config' | 'log'>

const refuse = defineRefusals({
  PHONE_EMPTY: '手机号不允许为空！',
  PHONE_FORMAT: '手机号格式不正确',
  SMS_STILL_VALID: '验证码10分钟内，仍然有效！',
  SMS_NOT_SENT: '短信验证码发送失败,请稍后重试',
})

/** Validates a phone, or throws the contract's text. */
export function requireMobile(text: string | null | undefined): string {
  if (!text) throw refuse('PHONE_EMPTY')
  if (!isMobile(text)) throw refuse('PHONE_FORMAT')
  return text
}

/**
 * Sends a code. `instead` is the message to a phone without an account: the answer is the same, and only the
 * phone's owner learns that no account has it.
 */
export async function sendCode(
  services: SmsServices,
  wanted: CodeFor,
  ip: string,
  instead?: string,
): Promise<void> {
  const { db, sender, config, log } = services
  await limit(db.app, perAddress, ip)
  const code = await makeCode(db.app, wanted)
  if (code === null) throw refuse('SMS_STILL_VALID')
  const text = instead ?? `您的验证码是 ${code}，10 分钟内有效，请勿告诉他人。`
  try {
    await limit(db.app, perPhone, wanted.phone)
    await sender
      .send({ to: wanted.phone, kind: 'sms', text: `【${config.institution}】${text}` })
      .catch((error: unknown) => {
        log.error({ err: error }, 'short message not sent')
        throw refuse('SMS_NOT_SENT')
      })
  } catch (error) {
    await dropCode(db.app, wanted)
    throw error
  }
}
