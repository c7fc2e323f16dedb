import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { issueTicket } from '#server/modules/session/bot-check/bot-check.ts'
import type { TestServer } from '../base/test-server.ts'

/** The default address of requests. */
export const here = '127.0.0.1'

/** Creates a ticket without a drag. */
export const ticket = (server: TestServer, ip = here): Promise<string> =>
  issueTicket(server.services.db.app, ip)

export const drag = [0, 0.2, 0.5, 0.8, 0.95, 1].map((x, n) => [x, n * 40])

export async function slide(server: TestServer, trace: unknown = drag, wait = 220) {
  const asked = await server.call('POST', '/sys/slideChallenge')
  const { challenge } = asked.body.result as { challenge: string }
  await sleep(wait)
  return {
    challenge,
    answer: await server.call('POST', '/sys/slideTicket', { payload: { challenge, trace } }),
  }
}

/** Newest first. */
export async function outbox(server: TestServer, address?: string): Promise<string[]> {
  const { rows } = await sql<{ body: string; address: string }>`
    select body, address from sys_outbox order by seq desc`.execute(server.services.db.app)
  return rows.filter((row) => address === undefined || row.address === address).map(({ body }) => body)
}

export const codeTo = async (server: TestServer, phone: string): Promise<string> =>
  /\d{6}/.exec((await outbox(server, phone))[0] ?? '')?.[0] ?? ''

/** Requests a code and reads it from the outbox. */
export async function smsCode(server: TestServer, mobile: string, smsmode: string): Promise<string> {
  const payload = { mobile, smsmode, ticket: await ticket(server) }
  const { body } = await server.call('POST', '/sys/sms', { payload })
  if (!body.success) throw new Error(body.message)
  return await codeTo(server, mobile)
}

export async function readId(server: TestServer, username: string): Promise<string> {
  const row = await server.services.db.app
    .selectFrom('sys_user')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  return String(row.id)
}

export async function givePhone(server: TestServer, username: string, phone: string): Promise<void> {
  await server.services.db.app
    .updateTable('sys_user')
    .set({ phone })
    .where('username', '=', username)
    .execute()
}

export async function forgetCounts(server: TestServer): Promise<void> {
  await server.services.db.app.deleteFrom('sys_counter').execute()
}

/** Returns the code with one wrong digit. */
export const other = (code: string): string => `${code.slice(0, 5)}${(Number(code[5]) + 1) % 10}`
