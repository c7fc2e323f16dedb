import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPeopleServer, type TestServer } from './test-server.ts'

/**
 * The published attacks on systems of this kind (SQL in names and orders, missing rights, foreign tokens), as requests
 * to the addresses of users, roles, departments, dictionaries and permissions.
 */
let server: TestServer
beforeAll(async () => {
  server = await createPeopleServer()
  await server.send('admin', 'POST', '/sys/tenant/add', { tenantId: 700, name: '试用馆', status: 1 })
})
afterAll(() => server?.close())

/** What no answer may contain: SQL, the driver's texts, stacks, hashes of passwords. */
const internals =
  /argon2|\$[a-z0-9]+\$v=|syntax error|relation "|column "|pg_|\bselect \w|at \w+ \(|node_modules|information_schema/i
/** Milliseconds: no expression of a request runs in the database. */
const MAX_TIME = 2500

async function ask(who: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) {
  const start = performance.now()
  const reply = await server.send(who, method, url, body)
  expect(performance.now() - start, url).toBeLessThan(MAX_TIME)
  expect(reply.status, url).toBeLessThan(500)
  const sent = decodeURIComponent(url)
  // A refusal may name what the request sent, and nothing else.
  const text = JSON.stringify(reply.body)
  if (!sent.includes('information_schema') && !/select|pg_/i.test(sent))
    expect(text, url).not.toMatch(internals)
  expect(text, url).not.toMatch(/argon2/)
  return { status: reply.status, ...reply.body }
}
const query = (values: Record<string, string>) => new URLSearchParams(values).toString()

const burns = [
  "' or sleep(5)--",
  "'||pg_sleep(5)--",
  '1;select pg_sleep(5)',
  "benchmark(9999999,md5('a'))",
  "';waitfor delay '0:0:5'--",
  "dbms_pipe.receive_message('a',5)",
]
const triples = [
  'sys_user,username,password',
  'SYS_USER,USERNAME,PASSWORD',
  '`sys_user`,`username`,`password`',
  '(sys_user),username,password',
  '"sys_user",username,password',
  'sys_user,username,password ',
  'sys_user t,t.username,t.password',
  'information_schema.tables,table_name,table_name',
  'pg_catalog.pg_user,usename,passwd',
  'sys_role,role_name,id,1=1',
  "sys_role,role_name,id,status='1' or 1=1",
]

describe.each(['admin', 'clerk'])('names of tables and columns in a request of %s', (who) => {
  it.each(triples)('are no dictionary: %s', async (code) => {
    const path = encodeURIComponent(code)
    for (const verb of ['getDictItems', 'loadDict'])
      expect(await ask(who, 'GET', `/sys/dict/${verb}/${path}`)).toMatchObject({
        status: 400,
        success: false,
      })
    expect(await ask(who, 'GET', `/sys/dict/loadDictItem/${path}?key=admin`)).toMatchObject({ status: 400 })
    const [table = '', text = '', ...rest] = code.split(',')
    const asked = query({ table, text, code: rest.join(',') })
    expect(await ask(who, 'GET', `/sys/dict/queryTableData?${asked}`)).toMatchObject({ status: 400 })
    expect(await ask(who, 'GET', `/sys/api/getDictItems?${query({ dictCode: code })}`)).toMatchObject({
      status: 404,
    })
  })

  it.each([
    ['sys_user', 'username', 'id', 'org_code', ''],
    ['sys_user', 'username,password', 'id', 'org_code', ''],
    ['SYS_USER', 'password', 'id', 'org_code', ''],
    ['sys_user t', 't.password', 't.id', 't.org_code', ''],
    ['sys_depart', 'depart_name', 'id', 'parent_id', '(select password from sys_user limit 1)'],
  ])('are no tree: %s %s', async (tableName, text, code, pidField, hasChildField) => {
    const address = `/sys/dict/loadTreeData?${query({ pid: '0', tableName, text, code, pidField, hasChildField })}`
    const reply = await ask(who, 'GET', address)
    // The registered tree ignores the last name.
    if (tableName === 'sys_depart') expect(JSON.stringify(reply)).not.toContain('password')
    else expect(reply).toMatchObject({ status: 400 })
  })

  it.each(['{"_tableFilterSql":"1=1 union select password from sys_user"}', '{"1=1 or id":"1"}', 'x', '[]'])(
    'are no condition of a tree: %s',
    async (condition) => {
      const reply = await ask(
        who,
        'GET',
        `/sys/dict/loadTreeData?${query({ pid: '', dictCode: 'sys_depart,depart_name,id', condition })}`,
      )
      if (reply.status === 200) expect(reply.result ?? []).toEqual([])
      else expect(reply.status).toBe(400)
    },
  )

  it.each([
    ['sys_user', 'password'],
    ['sys_user', '(select 1)\t'],
    ['sys_user', 'username/**/'],
    ['sys_user', 'concat(username,password)'],
    ['(sys_user)', 'username'],
    ['information_schema.tables', 'table_name'],
    ['sys_user', 'must_change'],
    ['sys_session', 'token'],
    ['sys_user', "username' or '1'='1"],
    ['sys_user', '__proto__'],
    ['constructor', 'name'],
  ])('are no duplicate check: %s.%s', async (tableName, fieldName) => {
    const check = (fieldVal: string) =>
      ask(who, 'GET', `/sys/duplicate/check?${query({ tableName, fieldName, fieldVal })}`)
    const [first, second] = [await check("' and '1'='1"), await check("' and '1'='2")]
    expect(first).toMatchObject({ status: 400 })
    expect({ ...second, timestamp: 0, requestId: '' }).toEqual({ ...first, timestamp: 0, requestId: '' })
  })

  it.each(['1=1 or id', 'extractvalue(1,concat(0x7e,user()))', 'constructor', 'pid'])(
    'are no field of a category: %s',
    async (field) =>
      expect(await ask(who, 'GET', `/sys/category/loadOne?${query({ field, val: 'x' })}`)).toMatchObject({
        status: 400,
      }),
  )
})

const lists = ['/sys/user/list', '/sys/role/list', '/sys/dict/list', '/sys/position/list', '/sys/tenant/list']

describe.each(lists)('the list %s', (list) => {
  it.each([
    ...['password', '__proto__', 'constructor', 'id;drop table sys_user', '(select 1)', '1', 'sleep(5)'],
    ...['case when (1=1) then id else name end', 'id desc,(select 1)', '`id`', '"id"', 'id--', 'must_change'],
  ])('refuses the sort column %s', async (column) => {
    for (const order of ['asc', 'desc'])
      expect(await ask('admin', 'GET', `${list}?${query({ column, order })}`)).toMatchObject({
        status: 400,
        message: '参数无效：column',
      })
  })

  it.each(['asc,(case when 1=1 then 1 else 2 end)', 'asc;select 1', 'asc/**/', 'ASC NULLS FIRST', '1'])(
    'refuses the direction %s',
    async (order) =>
      expect(await ask('admin', 'GET', `${list}?${query({ column: 'createTime', order })}`)).toMatchObject({
        status: 400,
      }),
  )

  it.each([
    '[{"field":"password","rule":"like","val":"a"}]',
    '[{"field":"1=1 or id","rule":"eq","val":"a"}]',
    '[{"field":"id","rule":"eq or 1=1","val":"a"}]',
    '[{"field":"__proto__","rule":"eq","val":"a"}]',
    '[{"field":{"a":1},"rule":"eq","val":"a"}]',
    '[1]',
    '{',
    'null]',
    '"x"',
  ])('refuses the advanced query %s', async (superQueryParams) =>
    expect(await ask('admin', 'GET', `${list}?${query({ superQueryParams })}`)).toMatchObject({
      status: 400,
    }),
  )

  it.each(['password', 'salt', '__proto__', '1=1 or id'])(
    'ignores the hidden column %s as a filter, so that no value of it is learned',
    async (name) => {
      const readTotal = async (filter: Record<string, string>) =>
        (await ask('admin', 'GET', `${list}?${query(filter)}`)).result?.total
      const total = await readTotal({})
      expect(total).toBeGreaterThan(0)
      for (const [key, value] of [
        ['', 'a*'],
        ['', '*a*'],
        ['', '!a'],
        ['_begin', 'a'],
        ['_end', 'z'],
      ])
        expect(await readTotal({ [`${name}${key}`]: value ?? '' })).toBe(total)
    },
  )

  it('refuses a match type that is SQL', async () => {
    const superQueryParams = '[{"field":"createBy","rule":"eq","val":"a"}]'
    const values = { superQueryParams, superQueryMatchType: 'or 1=1 or' }
    expect(await ask('admin', 'GET', `${list}?${query(values)}`)).toMatchObject({ status: 400 })
  })
})

describe('values of requests', () => {
  it.each([...burns, "'", '%', '_', '[orderby:case when 1=1 then id else name end,asc]'])(
    'are compared as they are: %s',
    async (value) => {
      for (const url of [
        `/sys/dict/loadDict/sys_position,name,code?${query({ keyword: value })}`,
        `/sys/user/list?${query({ username: value })}`,
        `/sys/role/list?${query({ roleName: value })}`,
        `/sys/user/queryUserByDepId?${query({ id: value, realname: value })}`,
        `/sys/user/queryUserComponentData?${query({ departId: value, realname: value, username: value })}`,
        `/sys/user/departUserList?${query({ depId: value, username: value })}`,
        `/sys/user/userRoleList?${query({ roleId: 'clerk', username: value })}`,
      ]) {
        const reply = await ask('admin', 'GET', url)
        expect([200, 400]).toContain(reply.status)
        const found = reply.result?.records ?? reply.result ?? []
        if (reply.status === 200 && burns.includes(value)) expect(found, url).toEqual([])
      }
    },
  )

  const tooMany = Array.from({ length: 501 }, (_, at) => `x${at}`).join(',')
  it.each([
    "x') or ('1'='1",
    "1' union select password from sys_user--",
    'a;b',
    'a b',
    'a'.repeat(201),
    tooMany,
  ])('are no list of ids: %.40s', async (ids) => {
    const text = encodeURIComponent(ids)
    for (const [method, url, body] of [
      ['DELETE', `/sys/user/deleteBatch?ids=${text}`],
      ['DELETE', `/sys/user/deleteRecycleBin?userIds=${text}`],
      ['PUT', '/sys/user/putRecycleBin', { userIds: ids }],
      ['PUT', '/sys/user/frozenBatch', { ids, status: 2 }],
      ['DELETE', `/sys/role/deleteBatch?ids=${text}`],
      ['DELETE', `/sys/position/deleteBatch?ids=${text}`],
      ['DELETE', `/sys/dict/deleteBatch?ids=${text}`],
      ['DELETE', `/sys/sysDepart/deleteBatch?ids=${text}`],
      ['DELETE', `/sys/tenant/deleteBatch?ids=${text}`],
      ['DELETE', `/sys/category/deleteBatch?ids=${text}`],
      ['DELETE', `/sys/dictItem/deleteBatch?ids=${text}`],
      ['DELETE', `/sys/sysDepartRole/deleteBatch?ids=${text}`],
      ['DELETE', `/sys/sysDepartPermission/deleteBatch?ids=${text}`],
      ['DELETE', `/sys/sysUserAgent/deleteBatch?ids=${text}`],
      ['DELETE', `/sys/annountCement/deleteBatch?ids=${text}`],
      ['DELETE', `/sys/sysAnnouncementSend/deleteBatch?ids=${text}`],
      ['DELETE', `/sys/checkRule/deleteBatch?ids=${text}`],
      ['DELETE', `/sys/fillRule/deleteBatch?ids=${text}`],
      ['DELETE', `/sys/dataSource/deleteBatch?ids=${text}`],
    ] as const) {
      const reply = await ask('admin', method, url, body)
      expect([reply.status, reply.success], `${method} ${url}`).toEqual([400, false])
    }
  })
})

describe('addresses that other systems have', () => {
  it.each([
    "/sys/ng-alain/getDictItemsByTable/' from sys_user/*, '/x.js",
    '/sys/api/queryTableDictItemsByCode?tableFilterSql=sys_user&text=username&code=password',
    '/sys/api/queryFilterTableDictInfo?table=sys_user&text=username&code=password&filterSql=1=1',
    '/sys/api/queryAllUser',
    '/sys/user/getUserSectionInfoByToken?token=x',
    '/drag/onlDragDatasetHead/getTotalData',
    '/jmreport/queryFieldBySql',
    '/api/system/sendWebSocketMsg',
    '/actuator/httptrace',
    '/druid/index.html',
    '/v2/api-docs',
  ])('answer 404 with and without a session: %s', async (url) => {
    // Under the prefix of the API no page of the application answers.
    const path = `/jeecg-boot${encodeURI(url)}`
    for (const who of ['admin', 'clerk', 'no-one']) {
      const { status } = await ask(who, 'GET', path)
      expect(status, who).toBe(404)
    }
  })

  it.each([
    ...['/sys/user/list;.js', '/sys/user/list.js', '//sys/user/list', '/sys//user/list', '/sys/user/./list'],
    ...[
      '/sys/x/../user/list',
      '/sys/%75ser/list',
      '/sys/user/lis%74',
      '/sys/user/list%00',
      '/sys/user/list/.css',
    ],
    ...[
      '/jeecg-boot//sys/user/list',
      '/SYS/USER/LIST',
      '/sys/user/list%20',
      '/sys/user/list?.js',
      '/;/sys/user/list',
    ],
    ...[
      '/sys/common/static/../../user/list',
      '/sys/common/static/%2e%2e/%2e%2e/user/list',
      '/sys/login/../user/list',
    ],
  ])('show no user to a request without a session: %s', async (url) => {
    for (const [name, value] of [
      ['x-original-url', '/sys/login'],
      ['x-rewrite-url', '/sys/login'],
      ['x-forwarded-for', '127.0.0.1'],
      ['x-real-ip', '127.0.0.1'],
      ['authorization', 'Bearer admin'],
      ['cookie', 'X-Access-Token=admin'],
    ] as const) {
      const reply = await server.send('no-one', 'GET', url, undefined, { [name]: value })
      // Outside the API a built product answers with its page, which has no data.
      const isPage = String(reply.headers['content-type']).startsWith('text/html')
      if (!isPage) expect([400, 401, 404], name).toContain(reply.status)
      expect(JSON.stringify(reply.body)).not.toContain('李文澜')
    }
  })
})

describe('values that the server writes', () => {
  it('are not taken from the body of a new record', async () => {
    const marks = {
      id: 'chosen',
      rev: 99,
      createBy: 'nobody',
      updateBy: 'nobody',
      sysOrgCode: 'Z',
      delFlag: 1,
    }
    const role = {
      roleCode: 'marked',
      roleName: '标记角色',
      createTime: '2001-01-01 00:00:00',
      tenantId: 9,
      ...marks,
    }
    for (const url of ['/sys/role/add', '/resource/system/role/add'])
      await ask('admin', 'POST', url, { ...role, roleCode: `m${url.length}` })
    await ask('admin', 'POST', '/sys/position/add', { code: 'marked', name: '标记', ...marks })
    for (const table of ['sys_role', 'sys_position']) {
      const { rows } = await sql`select 1 from ${sql.table(table)} where id = 'chosen' or rev = 99
        or create_by = 'nobody' or sys_org_code = 'Z' or create_time < '2002-01-01'`.execute(
        server.services.db.app,
      )
      expect(rows, table).toEqual([])
    }
  })

  it('are those of the session, not of a name in the request', async () => {
    const url = '/sys/permission/getUserPermissionByToken'
    const own = await server.get('clerk', url)
    const named = await server.get('clerk', url, { username: 'admin' })
    expect(named.body.result).toEqual(own.body.result)
  })
})
