import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createBaseServer, passwords, type TestServer } from '../base/test-server.ts'
import { type Ask, type From, listening } from './servers/real-http.ts'
import { forgetCounts, ticket } from './steps.ts'

const colleagues = Array.from({ length: 60 }, (_, n) => `colleague${n}`)

let server: TestServer
let ask: Ask
beforeAll(async () => {
  server = await createBaseServer()
  ask = await listening(server.app)
  await sql`insert into sys_user (id, username, realname, password)
    select name, name, name, (select password from sys_user where username = 'clerk')
    from unnest(${colleagues}::text[]) name`.execute(server.services.db.app)
})
afterAll(() => server?.close())
beforeEach(() => forgetCounts(server))

const office = '127.0.0.1'
const stranger: From = { address: office, agent: 'curl/8' }

const login = (username: string, password: string, from: From, more: object = {}) =>
  ask('POST', '/jeecg-boot/sys/login', from, { payload: { username, password, ...more } })

const counters = async (): Promise<unknown[]> =>
  (await sql`select scope, who, count from sys_counter where count > 0`.execute(server.services.db.app)).rows

const readAnswer = async (key: string): Promise<string> => {
  const { rows } = await sql<{ answer: string }>`select answer from sys_captcha where key = ${key}`.execute(
    server.services.db.app,
  )
  return rows[0]?.answer ?? ''
}

/** Sends one wrong password for each of the names. */
const guess = (names: readonly string[], from: From) =>
  Promise.all(names.map((name) => login(name, 'wrong one', from)))

const strangersNames = Array.from({ length: 60 }, (_, n) => `nobody${n}`)
/** Failures of an address before a test: verifying costs processor time, and the limit is fifty. */
const putFailures = (address: string, count: number) =>
  sql`insert into sys_counter (scope, who, count, ends)
    values ('login ip', ${address}, ${count}, now() + interval '5 minutes')`.execute(server.services.db.app)
const wasJudged = ({ body }: { body: { message: string } }) => body.message === '用户名或密码错误'

describe('right passwords', () => {
  it('sign in and leave no failure count when sixty users of one address send them at once', async () => {
    const answers = await Promise.all(
      colleagues.map((name) => login(name, passwords.demo, { address: office })),
    )
    expect(answers.filter(({ body }) => body.code !== 200).map(({ body }) => body.message)).toEqual([])
    expect(await counters()).toEqual([])
    expect((await login('clerk', passwords.demo, { address: office })).body.code).toBe(200)
  })

  it('are all verified when they arrive at once just below the limit of the address', async () => {
    await putFailures(office, 49)
    const answers = await Promise.all(
      colleagues
        .slice(0, 20)
        .map((name) => login(name, passwords.demo, { address: office, agent: 'Chrome/140' })),
    )
    expect(answers.filter(({ body }) => body.code !== 200)).toEqual([])
    expect(await counters()).toEqual([{ scope: 'login ip', who: office, count: 49 }])
  })
})

describe('wrong passwords from an unknown device', () => {
  it('do not lock the administrator out of a known device', async () => {
    const desk: From = { address: office, agent: 'Edge/141.0' }
    expect((await login('admin', passwords.admin, desk)).body.code).toBe(200)
    // The counts of the address, of the name and of the pair of both exceed their limits.
    await putFailures(office, 45)
    await guess(strangersNames.slice(0, 10), stranger)
    await sql`insert into sys_counter (scope, who, count, ends) values
      ('login pair', ${`${office} admin`}, 50, now() + interval '5 minutes'),
      ('login name', 'admin', 50, now() + interval '5 minutes'),
      ('login pace', 'admin', 1, now() + interval '30 seconds')
      on conflict (scope, who) do update set count = excluded.count`.execute(server.services.db.app)
    const answer = await login('admin', passwords.admin, desk)
    expect([answer.status, answer.body.code]).toEqual([200, 200])
    expect((await login('admin', passwords.admin, stranger)).body.code).not.toBe(200)
  })

  it('require only a captcha of a new device at the same address', async () => {
    await putFailures(office, 50)
    const laptop: From = { address: office, agent: 'Safari/18' }
    const asked = await login('admin', passwords.admin, laptop)
    expect([asked.status, asked.body.message, asked.body.result]).toEqual([
      200,
      '请输入验证码',
      { captcha: true, ticket: true },
    ])
    expect((await ask('GET', '/sys/randomImage/laptop', laptop)).body.result).toMatch(/^data:image/)
    const solved = { captcha: await readAnswer('laptop'), checkKey: 'laptop' }
    expect((await login('admin', passwords.admin, laptop, solved)).body.code).toBe(200)
    // The laptop is a known device now.
    expect((await login('admin', passwords.admin, laptop)).body.code).toBe(200)
  })

  it('delay later sign-ins to the name, except for a request with a ticket', async () => {
    await sql`insert into sys_counter (scope, who, count, ends) values
      ('login name', 'reader', 20, now() + interval '5 minutes'),
      ('login pace', 'reader', 1, now() + interval '30 seconds')`.execute(server.services.db.app)
    const home: From = { address: '127.0.0.3', agent: 'Opera/99' }
    const slowed = await login('reader', passwords.demo, home)
    expect([slowed.status, slowed.body.result]).toEqual([429, { wait: 30, captcha: true, ticket: true }])
    const wrong = { ticket: await ticket(server, home.address) }
    expect(wasJudged(await login('reader', 'wrong one', home, wrong))).toBe(true)
    // A second request within the time waits even with a ticket: a captcha does not allow unlimited guesses.
    const again = await login('reader', 'wrong one', home, { ticket: await ticket(server, home.address) })
    expect(again.status).toBe(429)
    const other: From = { ...home, address: '127.0.0.4' }
    const right = { ticket: await ticket(server, other.address) }
    expect((await login('reader', passwords.demo, other, right)).body.code).toBe(200)
  })

  it('leave the slider available to other devices at the address', async () => {
    const slide = (from: From) => ask('POST', '/sys/slideChallenge', from, { payload: {} })
    const solve = (from: From) =>
      ask('POST', '/sys/checkCaptcha', from, { payload: { captcha: '0000', checkKey: 'none' } })
    for (let n = 0; n < 60; n++) await solve(stranger)
    expect((await slide(stranger)).status).toBe(429)
    expect((await slide({ address: office })).body.code).toBe(200)
  })
})

describe('a hundred simultaneous guesses', () => {
  it('are verified a few times when they name one user from one address', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => login('clerk', 'wrong one', { ...stranger, address: '127.0.0.5' })),
    )
    const judged = answers.filter(wasJudged).length
    // Five, and the requests that were running at the fifth.
    expect(judged).toBeGreaterThanOrEqual(5)
    expect(judged).toBeLessThanOrEqual(7)
  })

  it('are verified up to fifty failures of the address when they name a hundred users', async () => {
    await putFailures(office, 40)
    const names = Array.from({ length: 100 }, (_, n) => `anybody${n}`)
    const judged = (await guess(names, stranger)).filter(wasJudged).length
    expect(judged).toBeGreaterThanOrEqual(10)
    expect(judged).toBeLessThanOrEqual(12)
    expect(await counters()).toContainEqual({ scope: 'login ip', who: office, count: 40 + judged })
  })

  it('do not delay a user at another address until they are finished', async () => {
    let done = 0
    const flood = strangersNames.slice(0, 45).map(async (name) => {
      await login(name, 'wrong one', stranger)
      done++
    })
    await Promise.race(flood)
    const before = done
    expect((await login('clerk', passwords.demo, { address: '127.0.0.6' })).body.code).toBe(200)
    // Permits go round robin between requesters, so only a few of the guesses were verified in the meantime.
    expect(done - before).toBeLessThan(20)
    await Promise.all(flood)
  })
})
