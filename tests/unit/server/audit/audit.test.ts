import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { formatParameters } from '#server/modules/audit/entry.ts'
import { keyChain, openAuditLog, verifyAudit } from '#server/modules/audit/interface.ts'
import { splitFirstPartition } from '../../../support/old-month.ts'
import { TestServer } from '../resources/test-server.ts'
import { recordStatements } from '../statements.ts'
import { operation } from './operation.ts'

const shipped = ['system/operation-log', 'system/login-log', 'dict/operate-type', 'dict/log-type']
const key = {
  version: 2,
  kind: 'screen',
  id: 'demo/key',
  title: '钥匙',
  perm: 'demo:key',
  menu: { parent: 'system' },
  table: { name: 'demo_key' },
  fields: [
    { key: 'fname', title: '名称', type: 'input' },
    { key: 'fpin', title: '暗号', type: 'input', writeOnly: true },
    {
      key: 'tickets',
      title: '门票',
      type: 'table',
      table: { name: 'demo_key_ticket', fk: 'keyId' },
      fields: [
        { key: 'ticketCode', title: '票号', type: 'input' },
        { key: 'fseal', title: '封签', type: 'input', writeOnly: true },
      ],
    },
  ],
}
/** The screen whose records the sign-in log refers to, without what else it refers to. */
const user = {
  version: 2,
  kind: 'screen',
  id: 'system/user',
  title: '用户',
  perm: 'system:user',
  table: { name: 'sys_user', derived: true },
  fields: [{ key: 'username', title: '用户账号', type: 'input' }],
}
const files = {
  ...Object.fromEntries(
    shipped.map((name) => [`${name}.json`, JSON.parse(readFileSync(`schemas/${name}.json`, 'utf8'))]),
  ),
  'demo/key.json': key,
  'system/user.json': user,
}

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open(files, { clerk: ['system:operation-log:list'] })
})
afterAll(() => server?.close())

interface Line {
  log_content: string
  operate_type: number
  username: string
  tenant: string | null
  ip: string
  method: string
  target: string | null
  request_param: string | null
  before_values: string | null
  after_values: string | null
  ok: number
}
const lines = async () =>
  (await sql<Line>`select * from sys_audit order by seq`.execute(server.services.db.app)).rows
/** The chain and its keys only; `tampering.test.ts` tests checkpoints. */
const verify = () => verifyAudit(server.test.db.owner, server.services.secrets, new Map([[0, '']]))
const lastLine = async () => (await lines()).at(-1)
const place = '/jeecg-boot/resource/demo/key'

it('each write of a record gives one line with the values before and after', async () => {
  await sql`update sys_user set rel_tenant_ids = '3,7' where id = 'admin'`.execute(server.services.db.app)
  server.tokens.set('admin', await server.services.sessions.open('admin', { ip: '127.0.0.1', agent: 'test' }))
  await vi.waitFor(async () =>
    expect((await server.call('admin', 'GET', `${place}/list`, { headers: { tenant_id: '7' } })).status).toBe(
      200,
    ),
  )
  const count = (await lines()).length
  const { body } = await server.call('admin', 'POST', `${place}/add`, {
    body: { fname: '东门', fpin: 'opensesame' },
    headers: { tenant_id: '7' },
  })
  const { id, rev } = body.result
  expect(await lastLine()).toMatchObject({
    log_content: '新增钥匙「东门」',
    operate_type: 2,
    username: 'admin',
    tenant: '7',
    ip: '127.0.0.1',
    method: '/resource/:group/:name/add',
    target: `demo/key:${id}`,
    ok: 1,
    before_values: null,
  })
  await server.call('admin', 'PUT', `${place}/edit`, { body: { id, rev, fname: '西门' } })
  const edited = await lastLine()
  expect(edited).toMatchObject({ log_content: '编辑钥匙「西门」', operate_type: 3 })
  expect(JSON.parse(edited?.before_values ?? '')[id]).toMatchObject({ fname: '东门' })
  expect(JSON.parse(edited?.after_values ?? '')[id]).toMatchObject({ fname: '西门' })
  await server.call('admin', 'DELETE', `${place}/delete`, { query: { id } })
  expect(await lastLine()).toMatchObject({
    log_content: '删除钥匙「西门」',
    operate_type: 4,
    after_values: null,
  })
  expect((await lines()).length).toBe(count + 3)
})

it('a save whose commit the database did not answer has its values in the line of its failure', async () => {
  const { db } = server.services
  const write = db.write
  const cut = vi.spyOn(db, 'write').mockImplementationOnce(async (work) => {
    await write(work)
    throw new Error('Connection terminated unexpectedly')
  })
  const request = { body: { fname: '水门' }, headers: { 'idempotency-key': 'unanswered-commit' } }
  const first = await server.call('admin', 'POST', `${place}/add`, request)
  cut.mockRestore()
  expect(first.status).toBe(503)
  const failed = await lastLine()
  expect(failed).toMatchObject({ log_content: '结果不明：新增钥匙「水门」', operate_type: 2, ok: 0 })
  expect(failed?.after_values).toContain('水门')
  const { body } = await server.call('admin', 'POST', `${place}/add`, request)
  expect(failed?.target).toBe(`demo/key:${body.result.id}`)
  expect(await lastLine()).toMatchObject({ ok: 1, target: null })
})

it('a save that the database refused before its commit has no values in its line', async () => {
  const { db } = server.services
  const cut = vi.spyOn(db, 'write').mockRejectedValueOnce(new Error('Connection terminated unexpectedly'))
  const { status } = await server.call('admin', 'POST', `${place}/add`, { body: { fname: '旱门' } })
  cut.mockRestore()
  expect(status).toBe(503)
  expect(await lastLine()).toMatchObject({ ok: 0, target: null, after_values: null })
})

it('a refused operation gives a line, and reading gives none', async () => {
  const count = (await lines()).length
  await server.call('nobody', 'POST', `${place}/add`, { body: { fname: '北门' } })
  await server.call('admin', 'GET', `${place}/list`)
  expect((await lines()).length).toBe(count + 1)
  expect(await lastLine()).toMatchObject({ username: 'nobody', ok: 0, target: null })
})

it('a save that is refused for its values gives no line', async () => {
  const count = (await lines()).length
  const { status } = await server.call('admin', 'POST', `${place}/add`, {
    body: { fname: '长'.repeat(5000) },
  })
  expect(status).toBe(400)
  const { body } = await server.call('admin', 'PUT', `${place}/edit`, { body: { id: 'gone', fname: '南门' } })
  expect(body.success).toBe(false)
  expect((await lines()).length).toBe(count)
})

it('a look-up by POST gives no line', async () => {
  const count = (await lines()).length
  const { status } = await server.call('admin', 'POST', '/jeecg-boot/schema/check', { body: key })
  expect(status).toBe(200)
  expect((await lines()).length).toBe(count)
})

it('a line names its record by number and links to it where the reader may open it', async () => {
  const { body } = await server.call('admin', 'POST', `${place}/add`, { body: { fname: '水门' } })
  const { id } = body.result
  const read = async (who: 'admin' | 'clerk') => {
    const query = { target: `demo/key:${id}` }
    const { result } = (
      await server.call(who, 'GET', '/jeecg-boot/resource/system/operation-log/list', { query })
    ).body
    return result.records[0]
  }
  expect(await read('admin')).toMatchObject({
    logContent: '新增钥匙「水门」',
    target_links: [{ name: '水门', path: `/demo/key?form=detail&id=${id}` }],
  })
  expect((await read('clerk')).target_links).toBeUndefined()
  await server.call('admin', 'DELETE', `${place}/delete`, { query: { id } })
  expect((await read('admin')).target_links).toBeUndefined()
})

it('no line contains a secret', async () => {
  await server.call('admin', 'POST', `${place}/add`, { body: { fname: '南门', fpin: 'opensesame' } })
  await server.call('admin', 'PUT', '/jeecg-boot/sys/user/updatePassword', {
    body: {
      username: 'admin',
      oldpassword: 'lantern-1',
      password: 'lantern-2',
      confirmpassword: 'lantern-2',
    },
  })
  const text = JSON.stringify(await lines())
  expect(text).not.toMatch(/opensesame|lantern/)
  expect(text).toContain('***')
  const robots = {
    wecomUrl: 'https://robot.test/send?key=1',
    feishuUrl: 'https://robot.test/hook/2',
    list: ['http://other.test/a?key=3#b', '问 https://other.test/c?d'],
  }
  expect(formatParameters({ body: robots })).toBe(
    '{"body":{"wecomUrl":"***","feishuUrl":"***","list":["http://other.test/a?***","问 https://other.test/c?d"]}}',
  )
})

it('values of records are shown whatever their names are, without fields that nobody may read', async () => {
  const tickets = [{ ticketCode: 'T7', fseal: 'opensesame' }]
  await server.call('admin', 'POST', `${place}/add`, { body: { fname: '西门', tickets } })
  const line = (await lines()).at(-1)
  expect(line?.after_values).toContain('"ticketCode":"T7"')
  expect(line?.after_values).not.toContain('opensesame')
})

it('simultaneous operations form one chain', async () => {
  const add = (fname: string) => server.call('admin', 'POST', `${place}/add`, { body: { fname } })
  await Promise.all(Array.from({ length: 40 }, (_, at) => add(`门${at}`)))
  expect(await verify()).toEqual({ rows: (await lines()).length, broken: null })
})

it('a line is added by one statement, because each round trip makes its save wait', async () => {
  const { audit } = server.services
  const statements = await recordStatements(() => audit.append(operation('新增钥匙')))
  expect(statements).toHaveLength(1)
})

it('operations that a full disk or a wait for the chain refuses are logged when it is over', async () => {
  const { owner } = server.services.db
  await sql`create function disk_full() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`.execute(owner)
  await sql`create trigger disk_full before insert on sys_audit for each row execute function disk_full()`.execute(
    owner,
  )
  const contents = ['满盘一', '满盘二', '满盘三']
  for (const content of contents) await server.services.audit.append(operation(content))
  const read = async () => (await lines()).map(({ log_content }) => log_content)
  expect(await read()).not.toContain('满盘一')
  await sql`drop trigger disk_full on sys_audit`.execute(owner)
  await expect.poll(read, { timeout: 10_000 }).toEqual(expect.arrayContaining(contents))
  expect((await verify()).broken).toBeNull()
})

const lost = new Error('Connection terminated unexpectedly')
const readOnly = Object.assign(new Error('cannot execute INSERT in a read-only transaction'), {
  code: '25006',
})
it.each([
  ['were stored', true, lost],
  ['were not stored', false, lost],
  ['met a node that only reads', false, readOnly],
])('operations of a failover are logged once, where they %s', async (word, isStored, error) => {
  const { db } = server.services
  let attempts = 0
  const write: typeof db.write = async (work) => {
    attempts += 1
    if (attempts > 1) return await db.write(work)
    if (isStored) await db.write(work)
    throw error
  }
  const log = openAuditLog({ ...server.services, db: Object.create(db, { write: { value: write } }) })
  const contents = [`答复丢了一（${word}）`, `答复丢了二（${word}）`]
  for (const content of contents) await log.append(operation(content))
  await log.close()
  const stored = (await lines()).map(({ log_content }) => log_content)
  expect(stored.filter((content) => contents.includes(content))).toEqual(contents)
  expect((await verify()).broken).toBeNull()
})

it('the lines of two instances form one chain', async () => {
  const logs = [openAuditLog(server.services), openAuditLog(server.services)]
  await Promise.all(Array.from({ length: 40 }, (_, at) => logs[at % 2]?.append(operation(`操作${at}`))))
  expect((await verify()).broken).toBeNull()
})

it('a text that was cut inside a character keeps the chain valid', async () => {
  const { audit } = server.services
  await audit.append(operation('新增钥匙', '𠮷'.slice(0, 1)))
  expect((await verify()).broken).toBeNull()
})

it('the login of the application may only add to the log', async () => {
  const { db } = server.services
  for (const change of [
    sql`update sys_audit set username = 'other' where seq = 2`,
    sql`delete from sys_audit where seq = 2`,
    sql`truncate sys_audit`,
    sql`update sys_audit_start set seq = 5`,
  ])
    await expect(change.execute(db.app)).rejects.toThrow(/append-only|permission denied/)
})

it('a line that was added before the first line of the chain is named', async () => {
  const { owner } = server.test.db
  await sql`insert into sys_audit (id, seq, log_content, ok, hash, create_time)
    values ('forged', 0, '新增钥匙', 1, repeat('0', 64), now())`.execute(owner)
  expect((await verify()).broken).toEqual({ seq: 0, reason: 'foreign' })
  await sql`delete from sys_audit where id = 'forged'`.execute(owner)
})

it('the first changed or missing line is named', async () => {
  const { owner } = server.test.db
  await sql`update sys_audit set username = 'other' where seq = 4`.execute(owner)
  expect((await verify()).broken).toEqual({ seq: 4, reason: 'changed' })
  await sql`delete from sys_audit where seq = 2`.execute(owner)
  expect((await verify()).broken).toEqual({ seq: 2, to: 2, reason: 'missing' })
})

it('the logs are read by the contract and cannot be deleted', async () => {
  const list = (who: 'admin' | 'nobody', query: Record<string, string>) =>
    server.call(who, 'GET', '/jeecg-boot/sys/log/list', { query })
  const { result } = (await list('admin', { logType: '2', keyWord: '删除钥匙「西' })).body
  expect(result.records).toMatchObject([{ logContent: '删除钥匙「西门」', operateType_dictText: '删除' }])
  await sql`insert into sys_log (id, log_type, log_content) values ('a', 1, '用户名: clerk,登录成功！'), ('b', 2, '其他')`.execute(
    server.test.db.owner,
  )
  expect((await list('admin', { logType: '1' })).body.result).toMatchObject({
    total: 1,
    records: [{ id: 'a' }],
  })
  expect((await list('nobody', { logType: '1' })).body.code).toBe(510)
  const { body } = await server.call('admin', 'DELETE', '/sys/log/deleteBatch', {
    query: { ids: 'allclear' },
  })
  expect(body).toMatchObject({ success: false, message: '日志只能查看，不能删除' })
})

const archiveOld = () =>
  server.application.jobs
    .find(({ name }) => name === 'archive-old-audit')
    ?.run(server.services, new AbortController().signal)
const appendAt = async (day: string, content: string): Promise<void> => {
  const log = openAuditLog(server.services)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${day}T12:00:00+08:00`) })
  await log.append(operation(content))
  vi.useRealTimers()
}

it('archiving a month keeps the rest of the chain valid, also where the clocks of instances differ', async () => {
  const { owner } = server.test.db
  await sql`truncate sys_audit`.execute(owner)
  await sql`update sys_audit_start set seq = 0, hash = repeat('0', 64), mac = null`.execute(owner)
  await keyChain(server.services)
  await splitFirstPartition(owner, 'sys_audit', '2025-04-01')
  await appendAt('2025-03-30', '甲')
  await appendAt('2025-04-01', '快')
  await appendAt('2025-03-31', '乙')
  await appendAt('2025-04-02', '丙')
  expect(await verify()).toEqual({ rows: 4, broken: null })
  await archiveOld()
  expect(await lines()).toHaveLength(1)
  expect(await verify()).toEqual({ rows: 1, broken: null })
  const { rows } = await sql`select log_content as "text" from archive.sys_audit_first order by seq`.execute(
    owner,
  )
  expect(rows).toEqual([{ text: '甲' }, { text: '快' }, { text: '乙' }])
})

it('an old month whose lines were changed is not archived', async () => {
  const { owner } = server.test.db
  await sql`alter table archive.sys_audit_first rename to sys_audit_checked`.execute(owner)
  await sql`alter table sys_audit detach partition partitions.sys_audit_later`.execute(owner)
  await sql`alter table sys_audit attach partition partitions.sys_audit_later for values from (minvalue) to ('2025-05-01')`.execute(
    owner,
  )
  await sql`update sys_audit set log_content = '丁'`.execute(owner)
  await archiveOld()
  expect(await lines()).toHaveLength(1)
  expect((await verify()).broken).toEqual({ seq: 4, reason: 'changed' })
})
