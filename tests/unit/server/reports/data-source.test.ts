import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { underReport } from '#server/documents/report-sql/transaction.ts'
import { draftProblems } from '#server/documents/validate.ts'
import type { ReportSource } from '#server/reports/databases.ts'
import { type SecondPostgres, startSecondPostgres } from '../../../support/second-postgres.ts'
import { type Person, TestServer } from '../resources/test-server.ts'

const shipped = (name: string): unknown => JSON.parse(readFileSync(`schemas/${name}.json`, 'utf8'))
const report = (name: string, text: string, values: object = {}) => ({
  version: 2,
  kind: 'report',
  id: `arc/${name}`,
  title: '库房盒数',
  code: `arc_${name}`,
  perm: 'arc:box',
  source: { sql: text, tables: ['archive_box'], dataSource: 'archive', ...values },
  fields: [
    { key: 'fname', title: '盒名', type: 'input', query: 'like', isOrder: true },
    { key: 'fnum', title: '件数', type: 'inputNumber', statistics: ['sum'] },
  ],
})
const select = 'select b.fname, b.fnum from archive_box b where b.fnum > 0'
const documents = [
  report('box', select),
  report('gone', 'select b.fname, b.fnum from archive_lost b', { tables: ['archive_lost'] }),
  report('nowhere', select, { dataSource: 'unknown' }),
]

let second: SecondPostgres
let server: TestServer
beforeAll(async () => {
  second = await startSecondPostgres()
  await second.query(`create table archive_box (fname text, fnum int);
    insert into archive_box select '盒' || i, i from generate_series(1, 30) i`)
  server = await TestServer.open(
    {
      'system/data-source.json': shipped('system/data-source'),
      'dict/database-type.json': shipped('dict/database-type'),
      ...Object.fromEntries(documents.map((document) => [`${document.id}.json`, document])),
    },
    { clerk: ['arc:box:list', 'arc:box:export'], reader: ['design:write'] },
  )
  server.services.config.dataSourceHosts.push('127.0.0.1')
  const { host, port, user, password, database } = second.link
  const added = await call('admin', 'POST', '/sys/dataSource/add', {
    body: {
      code: 'archive',
      name: '档案库',
      dbType: '6',
      dbDriver: 'org.postgresql.Driver',
      dbHost: host,
      dbPort: port,
      dbName: database,
      dbUsername: user,
      dbPassword: password,
    },
  })
  id = added.body.result.id
}, 60_000)
afterAll(async () => {
  await server?.close()
  await second?.remove()
})

const requirePostgres = (source: ReportSource) => {
  if (!('db' in source)) throw new Error('no PostgreSQL')
  return source.db
}

let id: string
const call = (who: Person, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, sent = {}) =>
  server.call(who, method, `/jeecg-boot${url}`, sent)
const read = async (name: string, query: Record<string, string> = {}, who: Person = 'clerk') =>
  (await call(who, 'GET', `/online/cgreport/api/getData/arc_${name}`, { query })).body
const edit = async (values: object) => {
  const { rev } = (await call('admin', 'GET', '/sys/dataSource/queryById', { query: { id } })).body.result
  return (await call('admin', 'PUT', '/sys/dataSource/edit', { body: { id, rev, ...values } })).body
}

describe('a statement over a data source', () => {
  const parse = async (text: string, dataSource: string, who: Person = 'admin') =>
    (await call(who, 'POST', '/design/report/parse', { body: { sql: text, dataSource } })).body

  it('is read for its columns and parameters in the other database', async () => {
    const { result } = await parse(`${select} and b.fname = :name and b.fnum > :least`, 'archive')
    expect(result).toMatchObject({
      faults: [],
      draft: {
        tables: ['archive_box'],
        fields: [
          { key: 'fname', type: 'input' },
          { key: 'fnum', type: 'inputNumber' },
        ],
        params: [
          { key: 'name', type: 'input' },
          { key: 'least', type: 'inputNumber' },
        ],
      },
    })
    const query = { sql: select, dbKey: 'archive' }
    const parsed = (await call('admin', 'GET', '/online/cgreport/head/parseSql', { query })).body
    expect(parsed.result.fields).toMatchObject([{ fieldName: 'fname' }, { fieldName: 'fnum' }])
  })

  it('has the faults of the other database, and is refused without the right to connect', async () => {
    const lost = await parse('select b.fname from archive_lost b', 'archive')
    expect(lost.result.draft).toBeNull()
    expect(lost.result.faults[0].text).toContain('archive_lost')
    const system = await parse('select s.name from pg_settings s', 'archive')
    expect(system.result.faults[0].text).toContain('pg_settings')
    expect((await parse(select, 'nowhere')).result.faults[0].text).toContain('nowhere')
    const refused = await parse(select, 'archive', 'reader')
    expect(refused.message).toContain('测试连接')
  })

  it('of a report is shown with its data source, and stays over it after an edit by a client', async () => {
    const head = (await call('admin', 'GET', '/online/cgreport/head/queryById', { query: { id: 'arc/box' } }))
      .body.result
    expect(head.dbSource).toBe('archive')
    const items = [{ id: 'arc/box.fname', fieldName: 'fname', fieldTxt: '盒子' }]
    const body = { head, items }
    const edited = (await call('admin', 'PUT', '/online/cgreport/head/editAll', { body })).body
    expect(edited.message).toBe('修改成功！')
    expect((await read('box', { pageSize: '1' })).result.total).toBe(30)
  })
})

describe('a report over a data source', () => {
  it('shows, filters, sorts, totals and exports rows of the other database', async () => {
    const { result } = await read('box', { fname: '*盒1*', column: 'fname', order: 'asc', pageSize: '3' })
    expect(result.records.map(({ fname }: { fname: string }) => fname)).toEqual(['盒1', '盒10', '盒11'])
    expect(result).toMatchObject({ total: 11, totals: { fnum: { sum: 146 } } })
    const reply = await server.app.inject({
      url: '/online/cgreport/api/exportXls/arc_box',
      query: { fileFormat: 'csv' },
      headers: { 'x-access-token': server.tokens.get('clerk') ?? '' },
    })
    expect(reply.body.trim().split('\r\n')).toHaveLength(31)
  })

  it('is read with the permissions of the report only', async () => {
    expect((await read('box', {}, 'nobody')).code).toBe(510)
  })

  it('runs read-only: a statement that writes is refused by the other database too', async () => {
    const { dataSources } = server.services
    const write = dataSources.run('archive', '试', (source) =>
      sql`delete from archive_box`.execute(requirePostgres(source)),
    )
    await expect(write).rejects.toMatchObject({ reason: 'DATA_SOURCE_QUERY' })
    expect((await read('box')).result.total).toBe(30)
  })

  it('names the data source and the remedy when it is not registered', async () => {
    expect((await read('nowhere')).message).toBe(
      '报表「库房盒数」的数据源 unknown 没有登记，请管理员在 系统管理 › 多数据源管理 里新增',
    )
  })

  it('names the missing table', async () => {
    expect((await read('gone')).message).toBe(
      '数据源「档案库」不接受报表「库房盒数」的 SQL：没有这张表（代码 42P01）「archive_lost」。请核对报表文档的 source，和那个数据库里的表和权限',
    )
  })

  it('is stopped by its time limit', async () => {
    const slow = server.services.dataSources.run('archive', '试', (source) =>
      underReport(requirePostgres(source), (trx) => sql`select pg_sleep(30)`.execute(trx), 300),
    )
    await expect(slow).rejects.toMatchObject({ code: 'REPORT_TIMEOUT' })
    expect((await read('box')).result.total).toBe(30)
  })

  it('keeps its data source: the data source is not deleted', async () => {
    const { body } = await call('admin', 'DELETE', '/sys/dataSource/delete', { query: { id } })
    expect(body).toMatchObject({
      success: false,
      message: expect.stringContaining('「档案库」正被 2 张报表使用，不能删除'),
    })
  })

  it('says that the password is wrong, and reads again with the right one', async () => {
    expect(await edit({ dbPassword: 'wrong' })).toMatchObject({ success: true })
    expect((await read('box')).message).toBe(
      '报表「库房盒数」连不上数据源「档案库」：用户名或密码不对。请管理员在 系统管理 › 多数据源管理 里核对，再点「测试连接」',
    )
    await edit({ dbPassword: second.link.password })
    expect((await read('box')).result.total).toBe(30)
  })

  it('says that the connection is lost, and reads again when the other database is back', async () => {
    expect((await read('box')).success).toBe(true)
    await second.stop()
    const lost = await read('box')
    expect(lost.message).toMatch(/^报表「库房盒数」连不上数据源「档案库」：/)
    expect((await call('clerk', 'GET', '/resource/demo/order/list')).body.success).toBe(true)
    await second.start()
    expect((await read('box')).result.total).toBe(30)
  })

  it('refuses a host that the operator does not allow any more', async () => {
    const { dataSourceHosts } = server.services.config
    const [host = ''] = dataSourceHosts.splice(0)
    expect((await read('box')).message).toContain('服务器没有允许连接 127.0.0.1')
    dataSourceHosts.push(host)
  })
})

it.each([
  ['a table of the system', 'select u.usename as fname, 1 as fnum from pg_user u', ['pg_user'], '表 pg_user'],
  ['a table that it does not name', 'select s.fname, s.fnum from other s', ['archive_box'], '表 other'],
  [
    'a function of the server',
    `select pg_read_file('x') as fname, b.fnum from archive_box b`,
    ['archive_box'],
    '函数 pg_read_file',
  ],
  ['two statements', 'select 1; delete from archive_box', ['archive_box'], '只能写一条 SELECT'],
])('the gate refuses %s in a report over a data source', async (_, text, tables, refusal) => {
  const problems = await draftProblems(report('bad', text, { tables }), [], server.services.registeredNames)
  expect(problems.map(({ text: words }) => words).join()).toContain(refusal)
})
