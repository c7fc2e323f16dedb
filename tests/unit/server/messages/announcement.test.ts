import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { openInbox } from '#server/modules/announcement/inbox.ts'
import { sendSystemMessages } from '#server/modules/announcement/send-message.ts'
import { dynamicTables, openDatabase } from '#server/platform/store/database.ts'
import { inboxDocuments } from '../resources/documents/inbox-documents.ts'
import { type Person, type Reply, TestServer } from '../resources/test-server.ts'
import { recordStatements } from '../statements.ts'

let server: TestServer
let sent = 0
let arrived = 0
/** Waits until earlier notifications have arrived: they arrive in order. */
async function settled() {
  sent += 1
  await server.services.db.notify('test_settled', String(sent))
  await expect.poll(() => arrived, { interval: 5 }).toBe(sent)
}

beforeAll(async () => {
  server = await TestServer.open(inboxDocuments(), { clerk: ['message:mine:list'] })
  await server.services.db.listen('test_settled', (turn) => {
    arrived = Number(turn)
  })
})
afterAll(() => server?.close())
beforeEach(async () => {
  await dynamicTables(server.test.db.app).deleteFrom('sys_announcement_send').execute()
  await dynamicTables(server.test.db.app).deleteFrom('sys_announcement').execute()
  await server.services.db.notify('announcement', JSON.stringify({ announcement: 'gone' }))
  await settled()
})

const soon = '2099-01-01 00:00:00'
const draft = {
  titile: '清点通知',
  msgCategory: '1',
  startTime: '2020-01-01 00:00:00',
  endTime: soon,
  priority: 'H',
  msgType: 'ALL',
  msgAbstract: '摘要',
  msgContent: '<p>正文</p><script>alert(1)</script><img src="x" onerror="alert(1)">',
}

async function add(body: Record<string, unknown> = {}): Promise<string> {
  const url = '/resource/message/announcement/add'
  const { body: answer } = await server.call('admin', 'POST', url, { body: { ...draft, ...body } })
  if (answer.code !== 200) throw new Error(JSON.stringify(answer))
  return answer.result.id
}
const release = (id: string, headers = {}, who: Person = 'admin') =>
  server.call(who, 'GET', '/sys/annountCement/doReleaseData', { query: { id }, headers })
const revoke = (id: string) =>
  server.call('admin', 'GET', '/jeecg-boot/sys/annountCement/doReovkeData', { query: { id } })
const released = async (body?: Record<string, unknown>): Promise<string> => {
  const id = await add(body)
  await release(id)
  await settled()
  return id
}
const poll = (who: Person, tag?: unknown) =>
  server.call(who, 'GET', '/sys/annountCement/listByUser', {
    headers: tag === undefined ? {} : { 'if-none-match': String(tag) },
  })
const mark = (who: Person, anntId: string) =>
  server.call(who, 'PUT', '/sys/sysAnnouncementSend/editByAnntIdAndUserId', { body: { anntId } })
const messages = (who: Person, query: Record<string, string> = {}) =>
  server.call(who, 'GET', '/sys/sysAnnouncementSend/getMyAnnouncementSend', { query })
const titles = ({ body }: Reply): string[] =>
  body.result.records.map(({ titile }: { titile: string }) => titile)

describe('the inbox', () => {
  it('contains a published message of all users, sanitised, from its release until its withdrawal', async () => {
    const id = await add()
    expect((await poll('clerk')).body.result).toEqual({
      anntMsgList: [],
      anntMsgTotal: 0,
      sysMsgList: [],
      sysMsgTotal: 0,
    })
    const answer = await release(id)
    expect(answer.body).toMatchObject({ success: true, message: '该系统通知发布成功' })
    await settled()
    const { anntMsgList, anntMsgTotal, sysMsgTotal } = (await poll('clerk')).body.result
    expect([anntMsgTotal, sysMsgTotal]).toEqual([1, 0])
    expect(anntMsgList[0]).toMatchObject({
      id,
      titile: '清点通知',
      sender: 'admin',
      sender_dictText: 'admin真名',
      sendStatus: '1',
      priority: 'H',
      msgContent: '<p>正文</p>',
    })
    expect(anntMsgList[0].sendTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    expect(Object.keys(anntMsgList[0])).not.toContain('userIds')
    expect((await revoke(id)).body.message).toBe('该系统通知撤销成功')
    await settled()
    expect((await poll('clerk')).body.result.anntMsgTotal).toBe(0)
  })

  it('is written under the addresses of the contract by a client that sends whole entities', async () => {
    const call = (method: 'POST' | 'PUT' | 'DELETE', verb: string, more: object) =>
      server.call('admin', method, `/sys/annountCement/${verb}`, more)
    const entity = { ...draft, msgType: 'USER', userIds: 'clerk,', delFlag: '0', sender_dictText: null }
    const { body: added } = await call('POST', 'add', { body: entity })
    expect(added).toMatchObject({ success: true, message: '添加成功！', result: { userIds: 'clerk' } })
    const { id } = added.result
    const { body: edited } = await call('PUT', 'edit', { body: { ...entity, id, titile: '改期' } })
    expect(edited).toMatchObject({ success: true, message: '修改成功!', result: { titile: '改期' } })
    const { body: removed } = await call('DELETE', 'delete', { query: { id } })
    expect(removed).toMatchObject({ success: true, message: '删除成功!' })
  })

  it('lists the five newest unread messages of each kind, and counts all', async () => {
    for (let n = 1; n <= 6; n++) await released({ titile: `第${n}件`, msgCategory: '2' })
    const { sysMsgList, sysMsgTotal, anntMsgTotal } = (await poll('reader')).body.result
    expect([sysMsgTotal, anntMsgTotal, sysMsgList.length]).toEqual([6, 0, 5])
    expect(sysMsgList[0].titile).toBe('第6件')
  })

  it('answers an unchanged state with 304, no body and no database query', async () => {
    await released()
    const first = await poll('clerk')
    expect(first.status).toBe(200)
    expect(first.headers.etag).toMatch(/^"[\w-]+"$/)
    expect(first.headers['cache-control']).toBe('private, no-cache')
    let again: Reply | undefined
    const asked = await recordStatements(async () => {
      again = await poll('clerk', first.headers.etag)
    })
    expect(again?.status).toBe(304)
    expect(again?.headers['content-length']).toBeUndefined()
    // The heartbeat of the listening connection may run at any time.
    expect(asked.filter(({ text }) => text !== 'select 1')).toEqual([])
  })

  it('has a new tag after a release, after a message is read and when an announcement ends', async () => {
    const first = await released()
    const { etag } = (await poll('clerk')).headers
    const other = (await poll('reader')).headers.etag
    await mark('clerk', first)
    expect((await poll('clerk', etag)).status).toBe(200)
    expect((await poll('reader', other)).status).toBe(304)
    const end = Date.now() + 60_000
    const text = new Date(end + 8 * 3600_000).toISOString().slice(0, 19).replace('T', ' ')
    const shortId = await released({ titile: '短的', endTime: text })
    const short = await poll('clerk', etag)
    expect(short.body.result.anntMsgTotal).toBe(1)
    expect((await poll('clerk', short.headers.etag)).status).toBe(304)
    // A minute later, by the clocks of the server and of its database; there is no notification.
    await sql`update sys_announcement set end_time = localtimestamp - interval '1 s' where id = ${shortId}`.execute(
      server.test.db.app,
    )
    vi.useFakeTimers({ toFake: ['Date'], now: end + 1000 })
    onTestFinished(() => void vi.useRealTimers())
    const after = await poll('clerk', short.headers.etag)
    expect([after.status, after.body.result.anntMsgTotal]).toEqual([200, 0])
  })

  it('is polled by an idle page without extending the session', async () => {
    const token = await server.services.sessions.open('clerk', { ip: '127.0.0.1', agent: 'idle' })
    const { app: db } = server.test.db
    await db
      .updateTable('sys_session')
      .set({ last_seen: sql`now() - interval '100 s'` })
      .where('agent', '=', 'idle')
      .execute()
    const seen = async () =>
      (await db.selectFrom('sys_session').select('last_seen').where('agent', '=', 'idle').execute())[0]
        ?.last_seen
    const headers = { 'x-access-token': token }
    const before = await seen()
    expect((await server.app.inject({ url: '/sys/annountCement/listByUser', headers })).statusCode).toBe(200)
    expect(await seen()).toBe(before)
    await server.app.inject({ url: '/schema/index', headers })
    expect(await seen()).not.toBe(before)
  })

  it('has a new tag on every instance, whichever instance notified the change', async () => {
    const db = await openDatabase(server.test.links)
    const told: unknown[] = []
    const live = { ...server.services.live, tell: (frame: unknown) => void told.push(frame) }
    const other = await openInbox({ ...server.services, db, live })
    const { tag } = await other.read('clerk')
    expect(other.findTag('clerk')).toBe(tag)
    const id = await released()
    await expect.poll(() => other.findTag('clerk')).toBeNull()
    await expect.poll(() => told).toEqual([{ cmd: 'topic', msgId: id, msgTxt: '清点通知', msgCategory: '1' }])
    await other.read('clerk')
    await mark('clerk', id)
    await expect.poll(() => other.findTag('clerk')).toBeNull()
    await db.close()
  })

  it('does not cache a result that was read during a change', async () => {
    await released()
    const reading = server.services.inbox.read('clerk')
    await server.services.inbox.changed('clerk')
    await reading
    expect(server.services.inbox.findTag('clerk')).toBeNull()
  })

  it('omits messages that ended before the user was created, and messages without an end', async () => {
    await released({ endTime: '2020-02-01 00:00:00' })
    await dynamicTables(server.test.db.app)
      .insertInto('sys_announcement')
      .values({ id: 'endless', titile: '无期', msg_category: '1', msg_type: 'ALL', send_status: '1' })
      .execute()
    expect((await poll('clerk')).body.result.anntMsgTotal).toBe(0)
    expect((await messages('clerk')).body.result.total).toBe(0)
  })
})

describe('a message for selected users', () => {
  const toClerk = { msgType: 'USER', users: 'clerk', userIds: 'clerk,', titile: '给采编' }

  it('is received by the named users, and no other user can read or mark it', async () => {
    const id = await released(toClerk)
    expect((await poll('clerk')).body.result.anntMsgTotal).toBe(1)
    expect((await poll('reader')).body.result.anntMsgTotal).toBe(0)
    const ask = (who: Person) => server.call(who, 'GET', '/sys/annountCement/queryById', { query: { id } })
    expect((await ask('clerk')).body.result).not.toHaveProperty('userIds')
    expect((await ask('reader')).body).toMatchObject({ success: false, message: '未找到对应实体' })
    expect((await ask('admin')).body.result.userIds).toBe('clerk,')
    expect((await mark('reader', id)).body.success).toBe(false)
    expect((await poll('clerk')).body.result.anntMsgTotal).toBe(1)
    expect((await mark('clerk', id)).body.success).toBe(true)
    expect((await poll('clerk')).body.result.anntMsgTotal).toBe(0)
  })

  it('is received by the users of the named departments and of those below them', async () => {
    await sql`insert into sys_depart (id, depart_name, org_type, org_code) values ('d1', '本部', '1', 'A01')`.execute(
      server.test.db.app,
    )
    await sql`update sys_user set org_code = 'A01A01' where id = 'nobody'`.execute(server.test.db.app)
    onTestFinished(async () => {
      await sql`delete from sys_depart where id = 'd1'`.execute(server.test.db.app)
      await sql`update sys_user set org_code = 'A01' where id = 'nobody'`.execute(server.test.db.app)
    })
    const id = await released({ msgType: 'USER', orgCodes: 'A01', titile: '给本部' })
    const totals = await Promise.all(
      (['clerk', 'nobody', 'other'] as const).map(async (who) => (await poll(who)).body.result.anntMsgTotal),
    )
    expect(totals).toEqual([1, 1, 0])
    const { body } = await server.call('clerk', 'GET', '/sys/annountCement/queryById', { query: { id } })
    expect(body.result).not.toHaveProperty('orgCodes')
    await revoke(id)
    expect((await poll('clerk')).body.result.anntMsgTotal).toBe(0)
  })

  it('is a page of its own for its recipients, without a script', async () => {
    const id = await released(toClerk)
    const show = async (who: Person) => {
      const headers = { 'x-access-token': server.tokens.get(who) ?? '' }
      return await server.app.inject({ url: `/jeecg-boot/sys/annountCement/show/${id}`, headers })
    }
    const own = await show('clerk')
    expect(own.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(own.headers['content-security-policy']).toContain('sandbox')
    expect(own.body).toContain('<h1>给采编</h1>')
    expect(own.body).toContain('<p>正文</p>')
    expect((await show('reader')).json()).toMatchObject({ success: false, message: '未找到对应实体' })
    const forged = await released({ ...toClerk, titile: '<img src=x onerror=alert(1)>' })
    const headers = { 'x-access-token': server.tokens.get('clerk') ?? '' }
    const page = await server.app.inject({ url: `/sys/annountCement/show/${forged}`, headers })
    expect(page.body).not.toContain('<img src=x')
  })

  it('has recipients that its publishers list, add, mark and remove', async () => {
    const id = await released(toClerk)
    const place = '/sys/sysAnnouncementSend'
    const list = async (query: object) =>
      (await server.call('admin', 'GET', `${place}/list`, { query: { anntId: id, ...query } })).body.result
    const change = (who: Person, method: 'POST' | 'PUT' | 'DELETE', verb: string, more: object) =>
      server.call(who, method, `${place}/${verb}`, more)
    expect(await list({})).toMatchObject({ total: 1, records: [{ userId: 'clerk', readFlag: '0' }] })
    const body = { anntId: id, userId: 'reader' }
    expect((await change('clerk', 'POST', 'add', { body })).status).toBe(403)
    expect((await change('admin', 'POST', 'add', { body })).body.message).toBe('添加成功！')
    expect((await change('admin', 'POST', 'add', { body })).body.message).toBe('这位用户已经是收件人')
    expect((await poll('reader')).body.result.anntMsgTotal).toBe(1)
    const [row] = (await list({ userId: 'reader' })).records
    const read = { id: row.id, readFlag: '1', anntId: null }
    expect((await change('admin', 'PUT', 'edit', { body: read })).body.message).toBe('修改成功!')
    expect((await list({ readFlag: '1' })).records).toMatchObject([
      { userId: 'reader', readTime: expect.any(String) },
    ])
    expect((await poll('reader')).body.result.anntMsgTotal).toBe(0)
    expect((await change('admin', 'DELETE', 'delete', { query: { id: row.id } })).body.success).toBe(true)
    expect(await list({})).toMatchObject({ total: 1 })
  })

  it('cannot lose a recipient when it is for all users', async () => {
    const anntId = await released()
    await poll('clerk')
    const rows = await sql<{ id: string }>`
      select id from sys_announcement_send where annt_id = ${anntId}`.execute(server.test.db.app)
    const query = { ids: rows.rows.map(({ id }) => id).join(',') }
    const answer = await server.call('admin', 'DELETE', '/sys/sysAnnouncementSend/deleteBatch', { query })
    expect(answer.body.message).toContain('这条通告发给全体用户')
  })

  it('is not among the announcements of their keepers when the server sent it', async () => {
    await sendSystemMessages(server.services.db, { userId: 'clerk', title: '有人提到您', text: '采编的意见' })
    await settled()
    const [{ id }] = (await poll('clerk')).body.result.sysMsgList
    const list = await server.call('admin', 'GET', '/sys/annountCement/list')
    expect(titles(list)).toEqual([])
    const read = (who: Person) => server.call(who, 'GET', '/sys/annountCement/queryById', { query: { id } })
    expect((await read('admin')).body.success).toBe(false)
    expect((await read('clerk')).body.result.msgAbstract).toBe('采编的意见')
    const recipient = { anntId: id, userId: 'reader' }
    const added = await server.call('admin', 'POST', '/sys/sysAnnouncementSend/add', { body: recipient })
    expect(added.body.success).toBe(false)
  })

  it('cannot be released without recipients', async () => {
    const id = await add({ ...toClerk, userIds: 'unknown,' })
    expect((await release(id)).body.success).toBe(false)
  })
})

describe('the user’s messages', () => {
  it('are read and unread, filtered by title, sender and flag, and never another user’s', async () => {
    const first = await released({ titile: '甲通知' })
    await released({ titile: '乙通知' })
    await mark('clerk', first)
    const all = await messages('clerk')
    expect(titles(all)).toHaveLength(2)
    expect(all.body.result.records[0]).toMatchObject({ userId: 'clerk', senderName: 'admin真名' })
    expect(titles(await messages('clerk', { titile: '甲' }))).toEqual(['甲通知'])
    expect(titles(await messages('clerk', { readFlag: '0' }))).toEqual(['乙通知'])
    expect(titles(await messages('clerk', { senderName: '*admin*' }))).toHaveLength(2)
    expect(titles(await messages('clerk', { sender: 'nobody' }))).toEqual([])
    const { id } = all.body.result.records[0]
    const one = (who: Person) =>
      server.call(who, 'GET', '/sys/sysAnnouncementSend/queryById', { query: { id } })
    expect((await one('clerk')).body.result.msgContent).toBe('<p>正文</p>')
    expect((await one('reader')).body.success).toBe(false)
    expect(titles(await messages('clerk', { fsecret: 'none' }))).toHaveLength(2)
  })

  it('are all marked at once for the user only', async () => {
    await released()
    const before = await poll('clerk')
    await poll('reader')
    const answer = await server.call('clerk', 'PUT', '/sys/sysAnnouncementSend/readAll')
    expect(answer.body.message).toBe('全部已读')
    expect((await poll('clerk', before.headers.etag)).body.result.anntMsgTotal).toBe(0)
    expect((await poll('reader')).body.result.anntMsgTotal).toBe(1)
  })
})

describe('a release', () => {
  it('is refused without the right and to another site, and happens once', async () => {
    const id = await add()
    expect((await release(id, {}, 'clerk')).status).toBe(403)
    expect((await release(id, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await release(id, { 'x-access-token': '' })).status).toBe(401)
    expect((await release(id, { 'sec-fetch-site': 'same-origin' })).body.success).toBe(true)
    expect((await release(id)).body.success).toBe(false)
    const gone = await server.call('admin', 'DELETE', '/resource/message/announcement/delete', {
      query: { id },
    })
    expect(gone.body.message).toBe('系统通告已发布，不能删除')
  })

  it('is announced to the pages of its recipients only', async () => {
    const join = async (who: Person) => {
      const headers = { 'sec-websocket-protocol': server.tokens.get(who) ?? '' }
      const socket: WebSocket = await server.app.injectWS(`/websocket/${who}`, { headers })
      const frames: Record<string, unknown>[] = []
      socket.on('message', (data) => {
        const frame = JSON.parse(String(data))
        // That some record changed is announced to all pages, without its name.
        if (frame.cmd === 'changed') expect(frame).toEqual({ cmd: 'changed' })
        else frames.push(frame)
      })
      return { socket, frames }
    }
    const [clerk, reader] = [await join('clerk'), await join('reader')]
    const id = await released({ msgType: 'USER', users: 'clerk', userIds: 'clerk,' })
    const own = [{ cmd: 'user', userId: 'clerk', msgId: id, msgTxt: '清点通知', msgCategory: '1' }]
    await expect.poll(() => clerk.frames).toEqual(own)
    expect(reader.frames).toEqual([])
    const topic = await released()
    await expect.poll(() => reader.frames).toHaveLength(1)
    await revoke(topic)
    const told = [
      { cmd: 'topic', msgId: topic, msgTxt: '清点通知', msgCategory: '1' },
      { cmd: 'topic', msgId: topic, msgTxt: '', msgCategory: '1' },
    ]
    await expect.poll(() => reader.frames).toEqual(told)
    await expect.poll(() => clerk.frames.slice(1)).toEqual(told)
    clerk.socket.send('HeartBeat')
    await expect.poll(() => clerk.frames[3]).toMatchObject({ cmd: 'heartcheck', msgTxt: '心跳响应' })
    expect(reader.frames).toHaveLength(2)
    for (const { socket } of [clerk, reader]) socket.terminate()
  })
})

describe('the page of an announcement', () => {
  const save = (openPage: string) =>
    server.call('admin', 'POST', '/resource/message/announcement/add', {
      body: { ...draft, openType: 'url', openPage },
    })

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '//evil.example',
    '/\\evil.example',
    'mailto:a@b.cn',
    ' javascript:x',
    '../sys/user/list',
    'stock/../../sys/user',
    'stock//in-bill',
    '/stock/%2e%2e/sys/user',
  ])('is refused when it is %j', async (openPage) => {
    const { status, body } = await save(openPage)
    const text =
      '打开页面应为 http:// 或 https:// 开头的网址、以 / 开头的本系统地址，或界面的编号（如 stock/in-bill）'
    expect([status, body.result.problems]).toEqual([400, [{ path: '/openPage', code: 'rule', text }]])
  })

  it.each(['https://a.example/b?c=1', '/catalog/gazetteer?id=1', 'stock/in-bill', 'modules/stock/InBill'])(
    'is stored when it is %j',
    async (openPage) => {
      expect((await save(openPage)).body.result).toMatchObject({ openPage })
    },
  )
})

it('everybody reads the own messages without a grant', async () => {
  await released()
  const inbox = await server.call('nobody', 'GET', '/sys/sysAnnouncementSend/getMyAnnouncementSend')
  expect(inbox.body.result.records).toMatchObject([{ titile: draft.titile }])
})
