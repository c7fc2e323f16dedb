import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ForeignDatabase } from '#server/reports/databases.ts'
import { type MariaDb, startMariaDb } from '../../../support/mariadb.ts'
import { type Person, TestServer } from '../resources/test-server.ts'

const shipped = (name: string): unknown => JSON.parse(readFileSync(`schemas/${name}.json`, 'utf8'))
const report = (name: string, text: string, values: object = {}) => ({
  version: 2,
  kind: 'report',
  id: `arc/${name}`,
  title: '库房盒数',
  code: `arc_${name}`,
  perm: 'arc:box',
  source: { sql: text, tables: ['archive_box'], dataSource: 'archive' },
  fields: [
    { key: 'fname', title: '盒名', type: 'input', query: 'like', isOrder: true },
    { key: 'fnum', title: '件数', type: 'inputNumber', statistics: ['sum'] },
  ],
  ...values,
})
const select = 'select b.fname, b.fnum from archive_box b where b.fnum > 0'
const kinds = ['famount', 'fbig', 'fday', 'ftime', 'fflag', 'fbytes', 'fzero']
const documents = [
  report('box', `${select} and (:day is null or b.fday <= :day)`, {
    params: [{ key: 'day', title: '日期', type: 'date' }],
    list: { groupBy: 'fname' },
  }),
  report(
    'month',
    `select date_format(b.fday, '%Y-%m') as fname, count(*) as fnum from archive_box b group by date_format(b.fday, '%Y-%m')`,
  ),
  report('types', `select ${kinds.map((key) => `b.${key}`).join(', ')} from archive_box b where b.fnum = 1`, {
    fields: [
      { key: 'famount', title: '金额', type: 'inputNumber', scale: 2, length: 20 },
      { key: 'fbig', title: '大数', type: 'inputNumber', scale: 0, length: 20 },
      { key: 'fday', title: '日期', type: 'date' },
      { key: 'ftime', title: '时间', type: 'datetime' },
      { key: 'fflag', title: '标志', type: 'inputNumber', scale: 0 },
      { key: 'fbytes', title: '字节', type: 'input' },
      { key: 'fzero', title: '零日', type: 'date' },
    ],
  }),
  report('many', 'select b.fname, s.seq as fnum from archive_box b join archive_seq s on true', {
    source: {
      sql: 'select b.fname, s.seq as fnum from archive_box b join archive_seq s on true',
      tables: ['archive_box', 'archive_seq'],
      dataSource: 'archive',
    },
  }),
  report('comment', `select b.fname, b.fnum from archive_box b where b.fname <> '\\' /*! or true */ -- '`),
  report('cast', 'select b.fname, b.fnum::numeric as fnum from archive_box b'),
  report('gone', 'select b.fname, b.fnum from archive_lost b', {
    source: {
      sql: 'select b.fname, b.fnum from archive_lost b',
      tables: ['archive_lost'],
      dataSource: 'archive',
    },
  }),
]

let maria: MariaDb
let server: TestServer
let id: string
beforeAll(async () => {
  maria = await startMariaDb()
  await maria.query(`create table archive_box (fname varchar(40), fnum int, famount decimal(20,2), fbig bigint,
      fday date, ftime datetime, fflag tinyint(1), fbytes blob, fzero date);
    create table archive_seq (seq int);
    set sql_mode = '';
    insert into archive_box select concat('盒', seq), seq, 12345678901234567.89, 9007199254740993,
      date_add('2024-01-01', interval seq day), '2024-03-05 06:07:08', 1, x'00ff', '0000-00-00' from seq_1_to_30;
    insert into archive_seq select seq from seq_1_to_5000`)
  server = await TestServer.open(
    {
      'system/data-source.json': shipped('system/data-source'),
      'dict/database-type.json': shipped('dict/database-type'),
      ...Object.fromEntries(documents.map((document) => [`${document.id}.json`, document])),
    },
    { clerk: ['arc:box:list', 'arc:box:export'] },
  )
  server.services.config.dataSourceHosts.push('127.0.0.1')
  const { host, port, user, password, database } = maria.link
  const body = { code: 'archive', name: '档案库', dbType: '5', dbDriver: 'org.mariadb.jdbc.Driver' }
  const place = { dbHost: host, dbPort: port, dbName: database, dbUsername: user, dbPassword: password }
  id = (await call('admin', 'POST', '/sys/dataSource/add', { body: { ...body, ...place } })).body.result.id
}, 180_000)
afterAll(async () => {
  await server?.close()
  await maria?.remove()
})

const call = (who: Person, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, sent = {}) =>
  server.call(who, method, `/jeecg-boot${url}`, sent)
const read = async (name: string, query: Record<string, string> = {}) =>
  (await call('clerk', 'GET', `/online/cgreport/api/getData/arc_${name}`, { query })).body
const test = async (body: object) =>
  (await call('admin', 'POST', '/online/cgreport/api/testConnection', { body })).body
const edit = async (values: object) => {
  const { rev } = (await call('admin', 'GET', '/sys/dataSource/queryById', { query: { id } })).body.result
  return (await call('admin', 'PUT', '/sys/dataSource/edit', { body: { id, rev, ...values } })).body
}

describe('a report over a MariaDB', () => {
  it('shows, filters, sorts, totals, groups and exports its rows', async () => {
    const { result } = await read('box', { fname: '*盒1*', column: 'fname', order: 'asc', pageSize: '3' })
    expect(result.records.map(({ fname }: { fname: string }) => fname)).toEqual(['盒1', '盒10', '盒11'])
    expect(result).toMatchObject({ total: 11, totals: { fnum: { sum: 146 } } })
    expect(result.groups).toHaveLength(11)
    const reply = await server.app.inject({
      url: '/online/cgreport/api/exportXls/arc_box',
      query: { fileFormat: 'csv' },
      headers: { 'x-access-token': server.tokens.get('clerk') ?? '' },
    })
    expect(reply.body.trim().split('\r\n')).toHaveLength(31)
  })

  it('binds its parameters, each time with its type', async () => {
    expect((await read('box', { self_day: '2024-01-11' })).result.total).toBe(10)
    expect((await read('box', { self_day: "2024-01-11' or '1'='1" })).message).toContain('self_day')
  })

  it('may call functions of MySQL', async () => {
    const { result } = await read('month', { column: 'fname', order: 'asc' })
    expect(result.records).toMatchObject([{ fname: '2024-01', fnum: 30 }])
  })

  it('has the values that a PostgreSQL would have', async () => {
    const { result } = await read('types')
    expect(result.records[0]).toMatchObject({
      famount: '12345678901234567.89',
      fbig: '9007199254740993',
      fday: '2024-01-02',
      ftime: '2024-03-05 06:07:08',
      fbytes: '\\x00ff',
      fflag: 1,
      fzero: null,
    })
  })

  it('is read token by token: strings keep their backslash, and comments run nothing', async () => {
    expect((await read('comment')).result.total).toBe(30)
  })

  it('is refused beyond its limit of rows', async () => {
    expect((await read('many')).message).toBe('结果超过 100000 行，请缩小查询范围')
  })

  it('names what MySQL does not understand, a missing table, and a database that is down', async () => {
    expect((await read('cast')).message).toContain('请写作 cast(值 as 类型)')
    expect((await read('gone')).message).toContain('没有这张表（代码 1146）「archive.archive_lost」')
    await maria.stop()
    expect((await read('box')).message).toMatch(/^报表「库房盒数」连不上数据源「档案库」：/)
    await maria.start()
    expect((await read('box')).result.total).toBe(30)
  })
})

describe('a MariaDB as data source', () => {
  const run = <T>(work: (foreign: ForeignDatabase) => Promise<T>): Promise<T> =>
    server.services.dataSources.run('archive', '试', (source) => {
      if ('db' in source) throw new Error('not foreign')
      return work(source.foreign)
    })
  const readText = (sql: string, timeout = 5000) =>
    run((foreign) => foreign.read({ sql, values: [] }, timeout))

  it('is only read, stopped by its time limit, and asks for no file of this machine', async () => {
    await expect(readText('delete from archive_box')).rejects.toMatchObject({ reason: 'DATA_SOURCE_QUERY' })
    await expect(readText('select 1; select 2')).rejects.toMatchObject({ reason: 'DATA_SOURCE_QUERY' })
    await expect(
      readText("load data local infile '/etc/passwd' into table archive_box"),
    ).rejects.toMatchObject({ reason: 'DATA_SOURCE_QUERY' })
    await expect(readText('select sleep(30)', 200)).rejects.toMatchObject({ code: 'REPORT_TIMEOUT' })
    expect((await read('box')).result.total).toBe(30)
  })

  it('is read without code that is compiled from text', async () => {
    const compile = vi.fn()
    const original = Function.apply
    Object.defineProperty(Function, 'apply', { value: compile, configurable: true })
    try {
      // Columns that were not read before, because a compiled parser would be kept.
      expect((await readText("select 7 as once, 'x' as only")).rows).toEqual([['7', 'x']])
    } finally {
      Object.defineProperty(Function, 'apply', { value: original, configurable: true })
    }
    expect(compile).not.toHaveBeenCalled()
  })

  it('is tested with the stored and with typed values', async () => {
    expect(await test({ id })).toMatchObject({ success: true, message: '数据库连接成功' })
    const { host, port, user, database } = maria.link
    const typed = {
      dbDriver: 'com.mysql.cj.jdbc.Driver',
      dbUrl: `jdbc:mysql://${host}:${port}/${database}`,
      dbUsername: user,
      dbPassword: 'wrong',
    }
    expect((await test(typed)).message).toBe('连接失败：用户名或密码不对')
    expect((await test({ ...typed, dbUrl: `jdbc:mysql://${host}:${port}/mysql` })).message).toContain('mysql')
  })

  it('gives the columns and parameters of a statement their types', async () => {
    const sql = `${select.replace('b.fname,', 'b.fname, b.fday, b.famount,')} and b.fday > :since`
    const { result } = (
      await call('admin', 'POST', '/design/report/parse', { body: { sql, dataSource: 'archive' } })
    ).body
    expect(result).toMatchObject({
      faults: [],
      draft: {
        fields: [
          { key: 'fname', type: 'input' },
          { key: 'fday', type: 'date' },
          { key: 'famount', type: 'inputNumber' },
          { key: 'fnum', type: 'inputNumber' },
        ],
        params: [{ key: 'since', type: 'date' }],
      },
    })
  })

  it('is refused when its type is one that reports cannot read', async () => {
    expect((await edit({ dbType: '3' })).message).toBe('字典值不存在：3')
    await sql`update sys_data_source set db_type = '3' where id = ${id}`.execute(server.services.db.app)
    expect((await read('box')).message).toBe('只能连接 PostgreSQL、MySQL 和 MariaDB')
    await edit({ dbType: '5', dbPassword: maria.link.password })
    expect((await read('box')).result.total).toBe(30)
  })
})
