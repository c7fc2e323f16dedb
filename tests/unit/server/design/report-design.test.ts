import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { TestServer } from '../resources/test-server.ts'

const designer = ['design:read', 'design:write', 'design:release']
let server: TestServer
beforeAll(async () => {
  server = await TestServer.open(
    {
      'demo/sale.json': {
        version: 2,
        kind: 'screen',
        id: 'demo/sale',
        title: '销售',
        table: { name: 'dmo_sale' },
        fields: [
          { key: 'fname', title: '品名', type: 'input' },
          { key: 'fnum', title: '数量', type: 'inputNumber', scale: 2 },
          {
            key: 'fcost',
            title: '成本',
            type: 'inputNumber',
            scale: 2,
            access: { read: 'demo:sale:cost' },
          },
        ],
      },
      'demo/shelf.json': {
        version: 2,
        kind: 'screen',
        id: 'demo/shelf',
        title: '书架',
        table: { name: 'dmo_shelf' },
        fields: [{ key: 'fname', title: '架号', type: 'input' }],
        rowRules: [{ name: '甲库', where: "fname == '甲'", roles: ['reader'] }],
      },
    },
    {
      clerk: [...designer, 'demo:sale:list', 'demo:sale:cost'],
      reader: [...designer, 'demo:sale:list', 'demo:shelf:list'],
      other: designer,
    },
  )
  for (const [fname, fnum, fcost] of [
    ['宣纸', 10, 3],
    ['徽墨', 4, 2],
  ])
    await server.call('admin', 'POST', '/jeecg-boot/resource/demo/sale/add', { body: { fname, fnum, fcost } })
  for (const fname of ['甲', '乙'])
    await server.call('admin', 'POST', '/jeecg-boot/resource/demo/shelf/add', { body: { fname } })
})
afterAll(() => server?.close())

const parse = async (sql: string) =>
  (await server.call('clerk', 'POST', '/design/report/parse', { body: { sql } })).body.result

const report = (sql: string, keys: string[], more: JsonObject = {}): JsonObject => ({
  version: 2,
  kind: 'report',
  id: 'report/sale',
  title: '销售统计',
  code: 'rp_sale',
  perm: 'report:sale',
  source: { sql, tables: ['dmo_sale'] },
  fields: keys.map((key) => ({
    key,
    title: key,
    type: key === 'fname' ? 'input' : 'inputNumber',
    isOrder: true,
  })),
  ...more,
})
type Who = 'admin' | 'clerk' | 'reader' | 'other' | 'nobody'
const run = async (who: Who, body: JsonObject, query: JsonObject = {}, more: JsonObject = {}) =>
  (await server.call(who, 'POST', '/design/report/run', { body: { body, query, ...more } })).body

// A client of JeecgBoot names a parameter so.
const named = `'$\{who}'`

describe('the check of a statement', () => {
  it.each([
    ['a function', 'select s.fname, pg_sleep(1) as f from dmo_sale s', 'pg_sleep', /pg_sleep/],
    ['a column', 'select s.fname,\n s.gone from dmo_sale s', 's.gone', /没有可查询的列 gone/],
    [
      'a column behind a parameter',
      "select s.fname, '中', s.gone from dmo_sale s where s.fnum > :least",
      's.gone',
      /gone/,
    ],
    ['a table', 'select p.fname from sys_user p', 'sys_user', /sys_user/],
    ['a second statement', "select '中' as a; select 2 as b", ';', /一条/],
    ['a statement that writes', 'delete from dmo_sale', 'delete', /只能写 SELECT/],
    ['a misspelt function', 'select coutn(*) as n from dmo_sale', 'coutn', /您是不是要写 count？/],
    [
      'a parameter of JeecgBoot',
      `select fname from dmo_sale where fname = ${named}`,
      named,
      /写作 :who，不加引号/,
    ],
    ['a variable of JeecgBoot', 'select #{sys_user_code} as a', '#{sys_user_code}', /user\.username/],
    ['a syntax error', "select '中', s.fname frm dmo_sale s where :a is null", 'dmo_sale', /附近/],
    [
      'an error of the database',
      'select s.fname, s.fnum + s.fname as f from dmo_sale s where s.fnum > :a',
      '+',
      /42883/,
    ],
  ])('names the place of %s', async (_, sql, word, text) => {
    const { faults, draft } = await parse(sql)
    const [{ place, text: reason }] = faults
    expect(reason).toMatch(text)
    expect(sql.slice(place.from, place.to)).toBe(word)
    expect(draft).toBeNull()
  })

  it('names one fault of a table that reports may not read, and a column that stands there twice', async () => {
    const texts = async (sql: string) => (await parse(sql)).faults.map(({ text }: JsonObject) => text)
    expect(await texts('select * from sys_user')).toEqual([expect.stringContaining('Ctrl+空格')])
    expect(await texts('select fname, fname from dmo_sale')).toEqual([
      expect.stringMatching(/列 fname 有几处.*AS/),
    ])
  })

  it('takes the rights of the read columns, and an inspection warns of a column without them', async () => {
    const sql = 'select sum(s.fcost) as fcost from dmo_sale s'
    const { draft } = await parse(sql)
    expect(draft.fields).toMatchObject([{ key: 'fcost', access: { read: 'demo:sale:cost' } }])
    const inspect = async (body: JsonObject) =>
      (await server.call('admin', 'POST', `/design/documents/${body.id}/inspect`, { body: { body } })).body
        .result.warnings
    const open = report(sql, ['fcost'])
    expect(await inspect(open)).toMatchObject([{ path: '/fields/0', code: 'GIVEN_AWAY' }])
    expect(await inspect({ ...open, fields: draft.fields })).toEqual([])
  })

  it('answers tables, columns and parameters of a statement without faults', async () => {
    const { faults, draft } = await parse(
      'select s.fname, sum(s.fnum) as fnum, count(*) as total from dmo_sale s where :name is null or s.fname = :name group by 1',
    )
    expect(faults).toEqual([])
    expect(draft).toEqual({
      tables: ['dmo_sale'],
      fields: [
        { key: 'fname', title: '品名', type: 'input' },
        { key: 'fnum', title: '数量', type: 'inputNumber' },
        { key: 'total', title: 'total', type: 'inputNumber' },
      ],
      params: [{ key: 'name', title: '品名', type: 'input' }],
    })
  })
})

describe('a trial of a draft', () => {
  const sales = report('select s.fname, s.fnum from dmo_sale s', ['fname', 'fnum'])

  it('reads rows in the order and page of its query without a release', async () => {
    const { result } = await run('clerk', sales, { column: 'fnum', order: 'asc', pageSize: '1' })
    expect(result).toMatchObject({
      records: [{ fname: '徽墨', fnum: 4 }],
      total: 2,
      columns: ['fname', 'fnum'],
    })
    expect((await server.call('admin', 'GET', '/online/cgreport/api/getData/rp_sale')).status).toBe(404)
  })

  it('has at most 50 rows on a page', async () => {
    expect((await run('clerk', sales, { pageSize: '51' })).result.size).toBe(50)
  })

  it('refuses tables and columns that its user may not read', async () => {
    const costs = report('select s.fname, s.fcost from dmo_sale s', ['fname', 'fcost'])
    expect((await run('clerk', costs)).success).toBe(true)
    expect((await run('reader', costs)).message).toBe(
      '试运行只读您自己有权看的数据：「s」没有可查询的列 fcost',
    )
    // A condition would reveal the values as well.
    const hidden = report('select s.fname from dmo_sale s where s.fcost > 2', ['fname'])
    expect((await run('reader', hidden)).message).toContain('没有可查询的列 fcost')
    expect((await run('other', sales)).message).toContain('表 dmo_sale')
    expect((await run('nobody', sales)).success).toBe(false)
  })

  it('is refused with its problems while it has any', async () => {
    const { message, result } = await run(
      'clerk',
      report('select s.fname from dmo_sale s', ['fname', 'gone']),
    )
    expect(message).toBe('报表有错误，改好后再试运行')
    expect(result.problems).toEqual([expect.objectContaining({ path: '/fields/1/key' })])
  })

  it('refuses an error of the database in words', async () => {
    const zero = report('select s.fname, s.fnum / 0 as fnum from dmo_sale s', ['fname', 'fnum'])
    expect((await run('clerk', zero)).message).toBe(
      '数据库不接受这次查询：除数是零，请把除数写作 nullif(除数, 0)（代码 22012）',
    )
  })

  it('hides the columns and closes the report that a role may not see', async () => {
    const { result: roles } = (await server.call('clerk', 'GET', '/design/report/roles')).body
    const role = (code: string) => roles.find((entry: { code: string }) => entry.code === code)
    const { id: roleId, name } = role('clerk')
    const others = { ...sales, roles: { nobody: ['report:sale:list'] } }
    const closed = await run('clerk', others, {}, { roleId })
    expect(closed.message).toContain(`角色「${name}」没有这张报表的查询权限，请在角色管理里授权`)
    // Nobody can have the permission of a report before its first release.
    expect((await run('clerk', sales, {}, { roleId })).success).toBe(true)
    const open = {
      ...sales,
      roles: { clerk: ['report:sale:list'] },
      fields: [
        { key: 'fname', title: '品名', type: 'input' },
        { key: 'fnum', title: '数量', type: 'inputNumber', access: { read: 'report:sale:num' } },
      ],
    }
    expect((await run('admin', open, {}, { roleId })).result.columns).toEqual(['fname'])
    expect((await run('admin', open)).result.columns).toEqual(['fname', 'fnum'])
    const all = await run('admin', open, {}, { roleId: role('admin').id })
    expect(all.result.columns).toEqual(['fname', 'fnum'])
  })

  it('keeps the row rules of its user, whatever the role', async () => {
    const { result: roles } = (await server.call('reader', 'GET', '/design/report/roles')).body
    const { id: roleId } = roles.find((entry: { code: string }) => entry.code === 'other')
    const source = { sql: 'select s.fname from dmo_shelf s', tables: ['dmo_shelf'] }
    const shelves = { ...report('', ['fname']), source }
    const names = async (who: Who, more = {}) =>
      (await run(who, shelves, {}, more)).result.records.map(({ fname }: JsonObject) => fname)
    expect(await names('admin', { roleId })).toHaveLength(2)
    expect(await names('reader')).toEqual(['甲'])
    expect(await names('reader', { roleId })).toEqual(['甲'])
  })

  it('has a cost in words', async () => {
    const { result } = (
      await server.call('clerk', 'POST', '/design/report/cost', { body: { body: sales, query: {} } })
    ).body
    expect(result.weight).toBe('light')
    expect(result.steps[0].text).toMatch(/^「销售」从头读到尾/)
  })
})

describe('a trial over a large table', () => {
  it('is heavy, and has a warning at the step that reads all of it', async () => {
    // The planner believes the statistics of the table.
    await sql`update pg_class set reltuples = 50000000, relpages = 1 where relname = 'dmo_sale'`.execute(
      server.test.db.owner,
    )
    const body = report('select s.fname, sum(s.fnum) as fnum from dmo_sale s group by 1', ['fname', 'fnum'])
    const { result } = (
      await server.call('clerk', 'POST', '/design/report/cost', { body: { body, query: {} } })
    ).body
    expect(result.weight).toBe('heavy')
    expect(result.steps).toContainEqual({
      text: '「销售」从头读到尾，全表约 50,000,000 行，数据多时会慢，请用有索引的列作条件',
      isWarning: true,
    })
  })
})

describe('the list of reports', () => {
  it('has released reports and the user’s own drafts, and removes a designed one that nothing uses', async () => {
    const body = report('select s.fname from dmo_sale s', ['fname'])
    const at = '/design/documents/report/sale'
    const heads = async (who: Who) =>
      (await server.call(who, 'GET', '/online/cgreport/head/list', { query: { code: 'rp_sale' } })).body
        .result.records
    await server.call('clerk', 'PUT', `${at}/draft`, { body: { base: null, body } })
    expect(await heads('reader')).toEqual([])
    expect(await heads('clerk')).toMatchObject([{ name: '销售统计', origin: 'draft' }])
    const released = await server.call('clerk', 'POST', `${at}/release`, { body: { note: '' } })
    expect(released.body.success).toBe(true)
    expect(await heads('reader')).toMatchObject([{ code: 'rp_sale', origin: 'designed' }])
    const remove = () =>
      server.call('clerk', 'DELETE', '/online/cgreport/head/delete', { query: { id: 'report/sale' } })
    expect((await remove()).body.message).toBe('删除成功!')
    expect(await heads('clerk')).toEqual([])
    expect((await remove()).body.success).toBe(false)
  })
})

describe('a report that a client saves', () => {
  const call = async (method: 'GET' | 'PUT' | 'POST', url: string, sent: object) =>
    (await server.call('clerk', method, `/online/cgreport${url}`, sent)).body
  const read = async () => {
    const [head] = (await call('GET', '/head/list', { query: { code: 'rp_visits' } })).result.records
    const { result: items } = await call('GET', '/item/listByHeadId', { query: { headId: head.id } })
    return { head, items }
  }
  const titled = (items: JsonObject[], name: string, fieldTxt: string) =>
    items.map((item) => (item.fieldName === name ? { ...item, fieldTxt } : item))

  it('keeps what another designer released after the client read it', async () => {
    const items = ['fname', 'fnum'].map((fieldName, orderNum) => ({
      ...{ fieldName, fieldTxt: fieldName, fieldType: 'String', isShow: 1, orderNum },
    }))
    const head = { code: 'rp_visits', name: '访客', cgrSql: 'select fname, fnum from dmo_sale' }
    expect((await call('POST', '/head/add', { body: { head, items } })).success).toBe(true)
    const older = await read()
    const edit = (changed: JsonObject[], more: JsonObject = {}) =>
      call('PUT', '/head/editAll', { body: { head: { ...older.head, ...more }, items: changed } })
    expect((await edit(titled(older.items, 'fname', '姓名'))).success).toBe(true)
    expect((await edit(titled(older.items, 'fnum', '次数'), { name: '来访' })).success).toBe(true)
    const merged = await read()
    expect(merged.head.name).toBe('来访')
    expect(merged.items.map(({ fieldTxt }: JsonObject) => fieldTxt)).toEqual(['姓名', '次数'])
    expect((await edit(titled(older.items, 'fname', '名字'))).message).toMatch(/^同一处已经另外改过并发布了/)
    const { body } = await server.call('clerk', 'DELETE', '/design/documents/report/visits/draft')
    expect(body.success).toBe(true)
  })
})
