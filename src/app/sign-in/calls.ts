import { readSignInResult, type SignInResult } from '#client/session/sign-in.ts'

/** The purpose of a text message. */
export type SmsMode = '0' | '1' | '2'

/** Loaded when it is first needed: axios is not part of the first paint. */
const load = async () => (await import('#client/session/http.ts')).http

export async function byPhone(credentials: {
  mobile: string
  captcha: string
  ticket?: string
}): Promise<SignInResult> {
  return readSignInResult(await (await load()).send('POST', '/sys/phoneLogin', credentials))
}

/** Signs in, and binds the account of the third party to this one. */
export async function bindByPhone(
  thirdUserUuid: string,
  credentials: { mobile: string; captcha: string },
): Promise<SignInResult> {
  const http = await load()
  return readSignInResult(
    await http.send('POST', '/sys/thirdLogin/bindingThirdPhone', { ...credentials, thirdUserUuid }),
  )
}

export async function bindByPassword(
  uuid: string,
  credentials: { username: string; password: string; ticket?: string },
): Promise<SignInResult> {
  const http = await load()
  return readSignInResult(
    await http.send('POST', '/sys/thirdLogin/user/checkPassword', { ...credentials, uuid }),
  )
}

/** Starts a drag; the answer contains its challenge. */
export async function startSlide(): Promise<string> {
  const http = await load()
  return (await http.send<{ challenge: string }>('POST', '/sys/slideChallenge', {})).result.challenge
}

/** A ticket for a drag: `trace` is the share of the way (0 to 1) at milliseconds since the grab. */
export async function judgeSlide(
  challenge: string,
  trace: readonly (readonly [number, number])[],
): Promise<string> {
  const http = await load()
  return (await http.send<{ ticket: string }>('POST', '/sys/slideTicket', { challenge, trace })).result.ticket
}

export async function judgeCaptcha(captcha: string, checkKey: string): Promise<string> {
  const http = await load()
  const body = { captcha, checkKey }
  return (await http.send<{ ticket: string }>('POST', '/sys/checkCaptcha', body)).result.ticket
}

export async function sendSms(mobile: string, smsmode: SmsMode, ticket: string): Promise<string> {
  return (await (await load()).send('POST', '/sys/sms', { mobile, smsmode, ticket })).message
}

/** Throws the refusal of the server when the name or phone is taken. */
export async function checkFree(
  account: { username: string } | { phone: string },
  ticket: string,
): Promise<void> {
  await (await load()).get('/sys/user/checkOnlyUser', { ...account, ticket })
}

interface NewAccount {
  username: string
  password: string
  phone: string
  smscode: string
}
/** `waiting`: an administrator has to approve the account first. */
export interface Registered {
  username: string
  waiting?: boolean
}

export async function register(account: NewAccount): Promise<Registered> {
  return (await (await load()).send<Registered>('POST', '/sys/user/register', account)).result
}

/** Masked, and of the same form whether the account exists or not. */
export async function findAccount(
  account: { username: string } | { phone: string },
  ticket: string,
): Promise<void> {
  await (await load()).get('/sys/user/querySysUser', { ...account, ticket })
}

/** `smscode` of the answer authorizes `changePassword` once. */
export async function verifyPhone(
  phone: string,
  smscode: string,
): Promise<{ username: string; smscode: string }> {
  const http = await load()
  const body = { phone, smscode }
  return (await http.send<{ username: string; smscode: string }>('POST', '/sys/user/phoneVerification', body))
    .result
}

export async function changePassword(change: NewAccount): Promise<string> {
  return (await (await load()).send('POST', '/sys/user/passwordChange', change)).message
}
