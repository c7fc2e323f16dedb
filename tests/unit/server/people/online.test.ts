import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { sweepRows } from '#server/modules/maintenance/sweeps.ts'
import { createPeopleServer, type TestServer } from './test-server.ts'

type Values = Record<string, unknown>

let server: TestServer
beforeAll(async () => {
  server = await createPeopleServer()
})
afterAll(() => server?.close())

const getId = async (username: string): Promise<string> => {
  const { rows } = await sql<{ id: string }>`select id from sys_user where username = ${username}`.execute(
    server.services.db.app,
  )
  return rows[0]?.id ?? ''
}

const readSessions = async (username: string): Promise<Values[]> =>
  (await server.get('admin', '/sys/online/list', { username })).body.result.records

it('list of online users shows sessions without tokens or digests', async () => {
  const token = await server.open('reader')
  const answer = await server.get('admin', '/sys/online/list', { username: 'reader' })
  expect(answer.body.result.records[0]).toMatchObject({
    username: 'reader',
    realname: '周砚秋',
    ip: '127.0.0.1',
  })
  const { rows } = await sql<{ token: string }>`select token from sys_session`.execute(server.services.db.app)
  for (const { token: digest } of rows) expect(answer.text).not.toContain(digest.slice(0, 32))
  expect(answer.text).not.toContain(token)
  expect((await server.get('clerk', '/sys/online/list')).body.code).toBe(510)
  const [{ id } = {}] = answer.body.result.records as Values[]
  expect((await server.send(String(id), 'POST', '/sys/loginGetUserDeparts')).status).toBe(401)
})

it('forced sign-out ends one session at once, but not the own one', async () => {
  const earlier = new Set((await readSessions('reader')).map(({ id }) => id))
  await server.open('reader')
  const session = (await readSessions('reader')).find(({ id }) => !earlier.has(id))
  const logout = (who: string, id: unknown) => server.send(who, 'POST', '/sys/online/forceLogout', { id })
  expect((await logout('clerk', session?.id)).status).toBe(403)
  const ended: unknown[] = []
  server.services.sessions.onEnd((one) => ended.push(one))
  expect((await logout('admin', session?.id)).body.message).toBe('退出登录成功！')
  expect((await server.send('reader', 'POST', '/sys/loginGetUserDeparts')).status).toBe(401)
  await expect.poll(() => ended.length).toBe(1)
  expect((await logout('admin', session?.id)).body.message).toBe('未找到对应实体')
  const [own] = await readSessions('admin')
  expect((await logout('admin', own?.id)).body.message).toBe('不能强制自己退出')
})

it.each([
  ['was not used for its idle time', sql`last_seen = now() - interval '9 hours'`],
  ['has reached its longest duration', sql`expires = now() - interval '1 second'`],
])('a session that %s is refused, in no list, and removed by the sweep', async (_, ending) => {
  const { db, config, sessions } = server.services
  await server.open('reader')
  await server.send('reader', 'DELETE', '/sys/user/sessions')
  const ownSessions = async () => (await server.get('reader', '/sys/user/sessions')).body.result
  const token = await sessions.open(await getId('reader'), { ip: '127.0.0.1', agent: 'other' })
  expect([(await readSessions('reader')).length, (await ownSessions()).length]).toEqual([2, 2])
  await sql`update sys_session set ${ending} where agent = 'other'`.execute(db.app)
  expect(await sessions.find(token)).toBeNull()
  const digests = await sql<{
    token: string
  }>`select token from sys_session order by agent = 'other'`.execute(db.app)
  const tokens = digests.rows.map((row) => row.token)
  expect(await sessions.findEnded(new Set([...tokens, 'removed']))).toEqual([tokens.at(-1), 'removed'])
  expect([(await readSessions('reader')).length, (await ownSessions()).length]).toEqual([1, 1])
  expect(await sweepRows(db, config)).toMatchObject({ sys_session: 1 })
})

const password = 'harbour-lilac-4'
it.each<[string, (id: string) => Promise<{ body: Values }>]>([
  ['the sign-out', () => server.send('reader', 'POST', '/sys/logout')],
  [
    'the freeze of its user',
    (id) => server.send('admin', 'PUT', '/sys/user/frozenBatch', { ids: id, status: '2' }),
  ],
  [
    'a new password of its user',
    () =>
      server.send('admin', 'PUT', '/sys/user/changePassword', {
        username: 'reader',
        password,
        confirmpassword: password,
      }),
  ],
  [
    'a forced sign-out',
    async () => {
      const [session] = await readSessions('reader')
      return await server.send('admin', 'POST', '/sys/online/forceLogout', { id: session?.id })
    },
  ],
])('socket of a page is closed within two seconds of %s', async (_, end) => {
  const { db, sessions } = server.services
  const { rows } = await sql<{ id: string }>`update sys_user set status = 1 where username = 'reader'
    returning id`.execute(db.app)
  const id = rows[0]?.id ?? ''
  await sessions.userChanged(id)
  await server.open('reader')
  const [socket, other] = [await server.socket('reader'), await server.socket('admin')]
  const [closed, kept] = [vi.fn(), vi.fn()]
  socket.on('close', closed)
  other.on('close', kept)
  expect((await end(id)).body).toMatchObject({ success: true })
  await expect.poll(() => closed.mock.calls.length, { timeout: 2000 }).toBe(1)
  expect(kept).not.toHaveBeenCalled()
  await expect(server.socket('reader')).rejects.toThrow()
  other.terminate()
})
