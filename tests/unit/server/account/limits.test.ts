import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { cpuTime } from '../../cpu-time.ts'
import { createBaseServer, passwords, type TestServer } from '../base/test-server.ts'
import { listening } from './servers/real-http.ts'
import { forgetCounts, here, ticket } from './steps.ts'

let server: TestServer
beforeAll(async () => {
  server = await createBaseServer({
    cas: { url: 'http://127.0.0.1:1/cas', service: 'http://office.example/user/login' },
  })
})
afterAll(() => server?.close())
beforeEach(() => forgetCounts(server))

const from = (ip: string, agent = 'Firefox/141.0') => ({
  remoteAddress: ip,
  headers: { 'user-agent': agent },
})
const login = (username: string, password: string, place = from(here), more: object = {}) =>
  server.call('POST', '/sys/login', { payload: { username, password, ...more }, ...place })

const readCount = async (scope: string, who: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count from sys_counter
    where scope = ${scope} and who = ${who}`.execute(server.services.db.app)
  return rows[0]?.count ?? 0
}

describe('wrong passwords', () => {
  it('are verified about twenty times and all counted when a hundred arrive at once from many addresses', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => login('clerk', 'wrong one', from(`10.0.0.${n}`))),
    )
    const judged = answers.filter(({ body }) => body.message === '用户名或密码错误').length
    expect(await readCount('login name', 'clerk')).toBe(judged)
    // Twenty, those running at the twentieth, and the one that a delayed name has in thirty seconds.
    expect(judged).toBeGreaterThanOrEqual(21)
    expect(judged).toBeLessThanOrEqual(23)
    expect(answers.filter(({ status }) => status === 429).length).toBe(100 - judged)
  })

  it('are verified five times when thirty arrive at once from one address, and a right one clears the count', async () => {
    const office = from('10.6.6.6')
    const answers = await Promise.all(Array.from({ length: 30 }, () => login('clerk', 'wrong one', office)))
    expect(answers.filter(({ body }) => body.message === '用户名或密码错误').length).toBe(5)
    expect(answers.filter(({ body }) => body.message === '请输入验证码').length).toBe(25)
    const counts = () =>
      Promise.all([
        readCount('login pair', '10.6.6.6 clerk'),
        readCount('login name', 'clerk'),
        readCount('login ip', '10.6.6.6'),
      ])
    expect(await counts()).toEqual([5, 5, 5])
    const solved = { ticket: await ticket(server, '10.6.6.6') }
    expect((await login('clerk', passwords.demo, office, solved)).body.code).toBe(200)
    expect(await counts()).toEqual([0, 5, 5])
  })

  it('delay further sign-ins to a name, except from a known device', async () => {
    const office = from('10.1.1.1', 'Chrome/140.0.1 (X11)')
    expect((await login('clerk', passwords.demo, office)).body.code).toBe(200)
    await forgetCounts(server)
    await sql`insert into sys_counter (scope, who, count, ends) values ('login name', 'clerk', 20, now() + interval '5 minutes'),
      ('login pace', 'clerk', 1, now() + interval '30 seconds')`.execute(server.services.db.app)
    const elsewhere = await login('clerk', passwords.demo, from('10.1.1.2'))
    expect([elsewhere.status, elsewhere.body.message, elsewhere.body.result]).toEqual([
      429,
      '操作过于频繁，请稍后重试',
      { wait: 30, captcha: true, ticket: true },
    ])
    // The same device after a browser update is known; another device at the same address is not.
    const known = await login('clerk', passwords.demo, from('10.1.1.1', 'Chrome/141.0.7 (X11)'))
    expect(known.body.code).toBe(200)
    expect((await login('clerk', passwords.demo, from('10.1.1.1', 'curl/8'))).status).toBe(429)
    await sql`update sys_counter set ends = now() - interval '1 second' where scope = 'login pace'`.execute(
      server.services.db.app,
    )
    expect((await login('clerk', passwords.demo, from('10.1.1.2'))).body.code).toBe(200)
  })

  it('delay an unknown name with the same text', async () => {
    await sql`insert into sys_counter (scope, who, count, ends) select 'login name', who, 20, now() + interval '5 minutes'
      from unnest(array['clerk', 'nobody-here']) who`.execute(server.services.db.app)
    const tries = ['clerk', 'clerk', 'nobody-here', 'nobody-here'].map(
      (name) => () => login(name, 'wrong one'),
    )
    const said: string[] = []
    for (const attempt of tries) {
      const { status, body } = await attempt()
      said.push(`${status} ${body.message}`)
    }
    expect(said.slice(0, 2)).toEqual(said.slice(2))
    expect(said[1]).toMatch(/^429/)
  })

  it('require a check of an address after fifty failures in each sign-in method, whatever its headers claim', async () => {
    await sql`insert into sys_counter (scope, who, count, ends)
      values ('login ip', ${here}, 49, now() + interval '5 minutes')`.execute(server.services.db.app)
    expect((await login('reader', 'wrong one')).status).toBe(200)
    const spoofed = { remoteAddress: here, headers: { 'x-forwarded-for': '10.9.9.9', 'user-agent': 'x' } }
    const asked = await login('admin', passwords.admin, spoofed)
    expect([asked.body.message, asked.body.result]).toEqual(['请输入验证码', { captcha: true, ticket: true }])
    const ways = [
      server.call('POST', '/sys/mLogin', { payload: { username: 'admin', password: passwords.admin } }),
      server.call('POST', '/sys/phoneLogin', { payload: { mobile: '13900000000', captcha: '123456' } }),
      server.call(
        'GET',
        '/sys/cas/client/validateLogin?ticket=ST-1&service=http://office.example/user/login',
      ),
      server.call('GET', `/sys/thirdLogin/getLoginUser/${'a'.repeat(43)}/github`),
    ]
    const answers = (await Promise.all(ways)).map(({ status, body }) => [status, body.message])
    expect(answers).toEqual([
      [200, '请输入验证码'],
      [200, '请先完成安全验证'],
      [429, '操作过于频繁，请稍后重试'],
      [429, '操作过于频繁，请稍后重试'],
    ])
    expect((await login('admin', passwords.admin, from('10.2.2.2'))).body.code).toBe(200)
    const { rows } = await sql<{ n: number }>`select count(*) as n from sys_log
      where log_type = 1 and not ok and log_content like '登录次数过多%'`.execute(server.services.db.app)
    expect(rows[0]?.n).toBeGreaterThan(0)
  })

  it('require a check after five failures, which a captcha or a single-use ticket answers', async () => {
    for (let n = 0; n < 5; n++) await login('reader', 'wrong one')
    const asked = await login('reader', passwords.demo)
    expect([asked.body.message, asked.body.result]).toEqual(['请输入验证码', { captcha: true, ticket: true }])
    const foreign = await login('reader', passwords.demo, from(here), {
      ticket: await ticket(server, '10.3.3.3'),
    })
    expect(foreign.body.message).toBe('请先完成安全验证')
    const own = await ticket(server)
    expect((await login('reader', 'wrong one', from(here), { ticket: own })).body.message).toBe(
      '用户名或密码错误',
    )
    expect((await login('reader', passwords.demo, from(here), { ticket: own })).body.message).toBe(
      '请先完成安全验证',
    )
    const fresh = await ticket(server)
    expect((await login('reader', passwords.demo, from(here), { ticket: fresh })).body.code).toBe(200)
  })

  it('take the same time and text as an unknown name', async () => {
    const times: Record<string, number[]> = { admin: [], 'nobody-at-all': [] }
    const time = async (name: string, n: number) => {
      const took = await cpuTime(async () => {
        const { body } = await login(name, 'wrong one', from(`10.4.${name.length}.${n}`))
        expect(body.message).toBe('用户名或密码错误')
      })
      times[name]?.push(took)
    }
    for (let n = 0; n < 9; n++) for (const name of Object.keys(times)) await time(name, n)
    const [known = 0, unknown = 0] = Object.values(times).map((list) => list.sort((a, b) => a - b)[4])
    // Measures processor time as a ratio, because a busy machine slows both. Without the hash it would be tenfold.
    expect(unknown / known).toBeGreaterThan(0.4)
    expect(unknown / known).toBeLessThan(2.5)
  })
})

it('an address of a trusted proxy is that of the proxy when it is no address', async () => {
  const behind = await createBaseServer({ trustedProxy: '10.8.0.1' })
  onTestFinished(() => behind.close())
  const tryFrom = (forwarded: string) =>
    behind.call('POST', '/sys/login', {
      payload: { username: 'clerk', password: 'wrong one' },
      remoteAddress: '10.8.0.1',
      headers: { 'x-forwarded-for': forwarded },
    })
  const sent = [
    '10.8.7.7',
    '2001:db8::7',
    "'; drop table sys_log; --",
    'unknown',
    '10.8.7.7:443',
    '10.8.7.7, x'.repeat(3),
  ]
  for (const forwarded of sent) await tryFrom(forwarded)
  const { rows } = await sql<{ who: string; count: number }>`select who, count from sys_counter
    where scope = 'login ip' order by who`.execute(behind.services.db.app)
  expect(rows).toEqual([
    { who: '10.8.0.1', count: 4 },
    { who: '10.8.7.7', count: 1 },
    { who: '2001:db8::7', count: 1 },
  ])
  const stored = await sql<{
    ip: string
  }>`select distinct ip from sys_log where ip is not null order by ip`.execute(behind.services.db.app)
  expect(stored.rows.map(({ ip }) => ip)).toEqual(['10.8.0.1', '10.8.7.7', '2001:db8::7'])
})

it('mLogin refuses a user who has no department', async () => {
  const { db } = server.services
  const { password } = await db.app
    .selectFrom('sys_user')
    .select('password')
    .where('username', '=', 'reader')
    .executeTakeFirstOrThrow()
  await db.app
    .insertInto('sys_user')
    .values({ id: 'loner', username: 'loner', realname: '独', password: String(password) })
    .execute()
  const enter = (path: string) =>
    server.call('POST', path, { payload: { username: 'loner', password: passwords.demo } })
  expect((await enter('/sys/mLogin')).body.message).toBe('用户暂未归属部门,不可登录!')
  expect((await enter('/sys/login')).body).toMatchObject({ code: 200, result: { multi_depart: 0 } })
})

it('500 pictures that are requested at once leave as many challenges as the address may request, of at most 5 KB each', async () => {
  const limited = await createBaseServer({ rateLimit: 600 })
  const ask = await listening(limited.app)
  try {
    const answers = await Promise.all(
      Array.from({ length: 500 }, (_, n) =>
        ask('GET', `/jeecg-boot/sys/randomImage/key${n}`, { address: '127.0.0.1', agent: 'curl/8' }),
      ),
    )
    const pictures = answers.filter(({ status }) => status === 200)
    expect(pictures).toHaveLength(100)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]))
    for (const { body } of pictures) expect(String(body.result).length).toBeLessThan(5000)
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from sys_captcha`.execute(
      limited.services.db.app,
    )
    expect(rows).toEqual([{ count: 100 }])
  } finally {
    await limited.close()
  }
})
