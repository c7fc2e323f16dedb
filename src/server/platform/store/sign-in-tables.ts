import type { ColumnType, Generated } from 'kysely'

interface SessionTable {
  token: string
  /** The handle of the session in lists; it cannot sign in. */
  id: Generated<string>
  username: string | null
  user_id: string
  ip: string | null
  agent: string | null
  created: Generated<string>
  last_seen: Generated<string>
  expires: string
}

interface CaptchaTable {
  key: string
  answer: string
  expires: string
}

interface CounterTable {
  scope: string
  who: string
  count: number
  ends: string
}

interface OneTimeTable {
  digest: string
  kind: string
  data: ColumnType<unknown, string, string>
  looks: Generated<number>
  created: Generated<string>
  expires: string
}

interface SmsCodeTable {
  phone: string
  mode: string
  user_id: Generated<string>
  hash: string
  tries: Generated<number>
  expires: string
}

interface SignInPlaceTable {
  user_id: string
  place: string
  ip: string | null
  agent: string | null
  created: Generated<string>
  last: Generated<string>
}

interface SecondFactorTable {
  user_id: string
  secret: string
  last_step: number
  create_time: Generated<string>
}

interface RecoveryCodeTable {
  user_id: string
  digest: string
}

interface LinkedAccountTable {
  type: string
  third_id: string
  user_id: string
  nickname: string | null
  create_time: Generated<string>
}

/** The submissions of public forms by the digests of their secrets. */
interface PublicReceiptTable {
  digest: string
  screen: string
  record: string | null
  number: string | null
  expires: string
  create_time: Generated<string>
}

/** The tables of sessions, of the proofs of a sign-in and of its limits. */
export interface SignInTables {
  sys_session: SessionTable
  sys_captcha: CaptchaTable
  sys_counter: CounterTable
  sys_one_time: OneTimeTable
  sys_public_receipt: PublicReceiptTable
  sys_sms_code: SmsCodeTable
  sys_sign_in_place: SignInPlaceTable
  sys_second_factor: SecondFactorTable
  sys_recovery_code: RecoveryCodeTable
  sys_third_account: LinkedAccountTable
}
