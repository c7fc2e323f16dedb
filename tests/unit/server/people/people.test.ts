import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fieldValues } from '#runtime/fields/values.ts'
import { readPlan } from '#server/documents/apply.ts'
import { hasTables } from '#server/documents/kinds/index.ts'
import { readTables } from '#server/documents/library/catalog.ts'
import { sharing } from '#server/documents/sharing.ts'
import { createPeopleServer, type TestServer } from './test-server.ts'

type Values = Record<string, unknown>

let server: TestServer
beforeAll(async () => {
  server = await createPeopleServer()
})
afterAll(() => server?.close())

const records = async (url: string, query: Record<string, string> = {}, who: 'admin' | 'clerk' = 'clerk') =>
  (await server.get(who, url, query)).body.result.records as Values[]

describe('the documents of users', () => {
  it('match the tables of the migrations without a waiting step', async () => {
    expect([...server.services.documents.broken().keys()]).toEqual([])
    const documents = server.services.documents.entries().map(({ document }) => document)
    const screens = documents.filter(({ id }) => /^system\/(user|role|depart|position)$/.test(id))
    expect(screens).toHaveLength(4)
    const planned = sharing(screens, documents.filter(hasTables), fieldValues)
    expect((await readPlan(server.services.db, planned, fieldValues)).map((step) => step.text)).toEqual([])
    const tables = await readTables(server.services.db.app, ['sys_user'])
    expect(tables.get('sys_user')?.columns.has('password')).toBe(true)
  })

  it('show only the keys of the picker to a user who may only pick', async () => {
    const picked = await server.get('reader', '/schema/documents/system/user')
    expect(picked.body.result.document.fields.map((field: Values) => field.key).sort()).toEqual([
      'birthday',
      'orgCode',
      'phone',
      'realname',
      'sex',
      'username',
    ])
    expect(picked.headers['cache-control'] ?? '').not.toContain('immutable')
    const whole = await server.get('admin', '/schema/documents/system/user')
    expect(whole.body.result.document.fields.map((field: Values) => field.key)).toContain('email')
    const index = (await server.get('reader', '/schema/index')).body.result as Values[]
    expect(index.map((entry) => entry.id)).toEqual(expect.arrayContaining(['picker/user', 'picker/depart']))
    expect(index.map((entry) => entry.id)).not.toContain('system/user')
  })
})

describe('GET /sys/user/list', () => {
  it('returns the columns of the picker, with texts and without a password, for a clerk', async () => {
    const [first] = await records('/sys/user/list', { realname: '*清霜*' })
    expect(first).toMatchObject({
      username: 'ye.qingshuang',
      realname: '叶清霜',
      orgCode: 'A01A03',
      orgCode_dictText: '办公室',
    })
    expect(
      Object.keys(first ?? {}).filter((key) =>
        /password|salt|email|phone|birthday|sex|workNo|post|createBy/.test(key),
      ),
    ).toEqual([])
  })

  it('returns all other columns, with the texts of positions and without a password, for an administrator', async () => {
    const [young] = await records('/sys/user/list', { realname: '*清霜*' }, 'admin')
    expect(young).toMatchObject({ birthday: '1997-08-08' })
    const [first] = await records('/sys/user/list', { username: 'shen.mo' }, 'admin')
    expect(first).toMatchObject({ workNo: 'DZ101', post: 'head,archivist', post_dictText: '主任,馆员' })
    expect(first).not.toHaveProperty('password')
  })

  it('filters and sorts by visible columns only', async () => {
    const born = await records(
      '/sys/user/list',
      { birthday_begin: '1990-01-01', sex: '1', column: 'birthday', order: 'asc' },
      'admin',
    )
    expect(born.map((user) => user.realname)).toEqual(['陈嘉南', '罗鸣', '吴思源'])
    const below = await records('/sys/user/list', { orgCode: 'A01A02*', pageSize: '2' })
    expect(below).toHaveLength(2)
    // No condition on a hidden column is applied, so that the rows do not tell its values; an order by one is refused.
    const hidden: Record<string, string>[] = [
      { email: '*x*' },
      { email: 'none' },
      { password: 'none' },
      { birthday_begin: '2999-01-01' },
      { phone: '139*' },
      { sex: '9' },
    ]
    const total = async (who: 'clerk' | 'admin', query: Record<string, string> = {}) =>
      (await server.get(who, '/sys/user/list', query)).body.result.total
    const all = await total('clerk')
    for (const query of hidden) expect(await total('clerk', query)).toBe(all)
    expect(await total('admin', { password: '*argon*' })).toBe(await total('admin'))
    for (const column of ['phone', 'workNo'])
      expect((await server.get('clerk', '/sys/user/list', { column, order: 'asc' })).status).toBe(400)
  })

  it('is refused with 510 without either right, and without a token', async () => {
    const { db, permissions } = server.services
    await db.app
      .deleteFrom('sys_role_permission')
      .where('permission_id', '=', 'pick:user')
      .where('role_id', '=', 'reader')
      .execute()
    await permissions.changed()
    await expect.poll(async () => (await server.get('reader', '/sys/user/list')).body.code).toBe(510)
    expect((await server.get('reader', '/schema/documents/system/user')).status).toBe(403)
  })

  it('answers like the generic route of the document', async () => {
    const query = { username: 'shen.mo' }
    const [generic] = await records('/resource/system/user/list', query, 'admin')
    const [contract] = await records('/sys/user/list', query, 'admin')
    expect(contract).toEqual({ ...generic, orgCodeTxt: generic?.selecteddeparts_dictText })
  })
})

describe('users of a department', () => {
  it('are those of the department and of the departments below it', async () => {
    const of = async (id: string, realname = '') =>
      (
        (await server.get('clerk', '/sys/user/queryUserByDepId', { id, ...(realname && { realname }) })).body
          .result as Values[]
      ).map((user) => user.realname)
    const restorers = await of('A01A02')
    expect(restorers).toEqual(expect.arrayContaining(['沈墨', '蒋心兰']))
    expect(restorers).not.toContain('方致远')
    expect(await of('A01', '方致')).toEqual(['方致远'])
    expect(await of('nowhere')).toEqual([])
  })
})

describe('roles and positions', () => {
  it('are listed for pickers', async () => {
    const roles = (await server.get('clerk', '/sys/role/queryall')).body.result as Values[]
    expect(roles.map((role) => role.roleCode)).toEqual(['admin', 'clerk', 'reader'])
    expect((await records('/sys/role/list', { roleName: '*采编*' })).map((role) => role.roleName)).toEqual([
      '采编员',
    ])
    const [position] = await records('/sys/position/list', { code: 'director' })
    expect(position).toMatchObject({ name: '馆长', postRank: '5', postRank_dictText: '正高级' })
  })
})

describe('departments', () => {
  it('form one tree with ids, codes and names', async () => {
    const [root] = (await server.get('clerk', '/sys/sysDepart/queryTreeList')).body.result
    expect(root).toMatchObject({ id: 'A01', key: 'A01', orgCode: 'A01', isLeaf: false })
    expect(root.children.map((child: Values) => child.title)).toEqual(['采编部', '典藏部', '办公室'])
    const [ids] = (await server.get('clerk', '/sys/sysDepart/queryIdTree')).body.result
    expect(ids.children[0]).toEqual({ key: 'A01A01', value: 'A01A01', title: '采编部', children: [] })
  })

  it('are found by name, and an empty result is reported', async () => {
    const found = await server.get('clerk', '/sys/sysDepart/searchBy', { keyWord: '典藏' })
    expect(found.body.result).toMatchObject([{ key: 'A01A02', departName: '典藏部' }])
    const none = await server.get('clerk', '/sys/sysDepart/searchBy', { keyWord: '没有这个' })
    expect(none.body).toMatchObject({ code: 500, message: '未查询匹配数据！' })
  })
})

describe('GET /sys/dict/loadTreeData', () => {
  const level = async (query: Record<string, string>) =>
    await server.get('clerk', '/sys/dict/loadTreeData', query)

  it('opens a registered tree level by level, by its code or by the names in the contract', async () => {
    const roots = await level({ dictCode: 'tree:depart', pid: '' })
    expect(roots.body.result).toMatchObject([{ key: 'A01', leaf: false, children: null }])
    const names = { tableName: 'sys_depart', text: 'depart_name', code: 'org_code', pidField: 'parent_id' }
    const below = await level({ ...names, pid: 'A01', hasChildField: '', condition: '' })
    expect(below.body.result[1]).toEqual({
      key: 'A01A02',
      value: 'A01A02',
      title: '典藏部',
      parentId: 'A01',
      leaf: true,
      children: null,
    })
  })

  it('sends the nodes of the level that meet the condition', async () => {
    const titles = async (condition: string) =>
      (await level({ dictCode: 'tree:depart', pid: 'A01', condition })).body.result.map(
        ({ title }: { title: string }) => title,
      )
    expect(await titles('{"title":"典藏部"}')).toEqual(['典藏部'])
    expect(await titles('{"leaf":1,"title":"典藏部"}')).toEqual(['典藏部'])
    expect(await titles('{"leaf":0,"title":"典藏部"}')).toEqual([])
  })

  it('refuses unregistered tables, columns and conditions', async () => {
    const names = { tableName: 'sys_user', text: 'password', code: 'username', pidField: 'org_code', pid: '' }
    expect((await level(names)).status).toBe(400)
    expect((await level({ dictCode: 'unit' })).status).toBe(400)
    expect((await level({ dictCode: 'tree:depart', condition: '{"status":"1"}' })).status).toBe(400)
  })

  it('returns the parents for the side tree of a picker', async () => {
    const items = (await server.get('clerk', '/sys/dict/getDictItems/sys_depart,depart_name,org_code')).body
      .result
    expect(items[0]).not.toHaveProperty('parent')
    expect(items[1]).toMatchObject({ value: 'A01A01', parent: 'A01' })
  })
})

it('user without a password cannot sign in, and receives the same text as any other', async () => {
  const refused = await server.signIn('shen.mo', '-')
  const unknown = await server.signIn('nobody.here', '-')
  expect(refused.body.success).toBe(false)
  expect(refused.body.message).toBe(unknown.body.message)
})
