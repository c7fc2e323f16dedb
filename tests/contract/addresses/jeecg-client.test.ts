import { createCipheriv } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPeopleServer, type TestServer } from '../../unit/server/people/test-server.ts'

// The requests of a client written for JeecgBoot, in the order of its start, and the fields that it cannot do without.
let server: TestServer
beforeAll(async () => {
  server = await createPeopleServer()
})
afterAll(() => server?.close())

const password = 'lantern-orchid-7'
const result = async (url: string, query: Record<string, string> = {}) => {
  const { body } = await server.get('admin', url, query)
  expect(body, url).toMatchObject({ success: true })
  return body.result
}

interface MenuNode {
  path: unknown
  name: unknown
  component: unknown
  meta?: { title?: unknown }
  children?: MenuNode[]
}
const nodesIn = (nodes: readonly MenuNode[]): MenuNode[] =>
  nodes.flatMap((node) => [node, ...nodesIn(node.children ?? [])])

describe('a client of JeecgBoot', () => {
  for (const [version, body] of [
    ['2.4', { captcha: '', checkKey: 1_763_800_000_000, remember_me: true }],
    ['3.9', { captcha: '', checkKey: '1763800000000abcd', loginOrgCode: 'A01' }],
  ] as const)
    it(`signs in with the body of version ${version}`, async () => {
      const answer = await server.send('none', 'POST', '/sys/login', { username: 'admin', password, ...body })
      expect(answer.body).toMatchObject({
        success: true,
        code: 200,
        message: '登录成功',
        result: {
          token: expect.any(String),
          userInfo: {
            id: expect.any(String),
            username: 'admin',
            realname: expect.any(String),
            orgCode: expect.any(String),
            relTenantIds: null,
          },
          departs: expect.any(Array),
          multi_depart: expect.any(Number),
          sysAllDictItems: {
            sex: [{ value: expect.anything(), text: '男', title: '男' }, expect.anything()],
          },
        },
      })
      expect(answer.body.result.userInfo).not.toHaveProperty('password')
    })

  it.each([
    ['PKCS#7', true],
    ['zeros', false],
  ] as const)('signs in with a password that it encrypts, padded with %s', async (_, isCounted) => {
    const { body } = await server.send('none', 'GET', '/sys/getEncryptedString')
    const { key, iv } = body.result as { key: string; iv: string }
    const cipher = createCipheriv('aes-128-cbc', key, iv).setAutoPadding(isCounted)
    const zeros = Buffer.alloc(isCounted ? 0 : 16 - (Buffer.byteLength(password) % 16))
    const encrypt = (text: string) =>
      Buffer.concat([cipher.update(Buffer.concat([Buffer.from(text), zeros])), cipher.final()]).toString(
        'base64',
      )
    const login = (text: string) =>
      server.send('none', 'POST', '/sys/login', { username: 'admin', password: text, checkKey: '1' })
    expect((await login(encrypt(password))).body).toMatchObject({ success: true, message: '登录成功' })
    // Sixteen bytes that are no text after decryption are a password like every other.
    expect((await login('AAECAwQFBgcICQoLDA0ODw==')).body.message).toBe('用户名或密码错误')
  })

  it('reads its user again after a reload', async () => {
    expect(await result('/sys/user/getUserInfo')).toMatchObject({
      userInfo: { id: expect.any(String), username: 'admin', realname: expect.any(String) },
      sysAllDictItems: expect.any(Object),
    })
    expect(await result('/sys/user/verifyIzDefaultPwd')).toBe(false)
    expect(await result('/sys/user/getCurrentUserDeparts')).toMatchObject({ list: expect.any(Array) })
    expect(await result('/sys/thirdApp/getEnabledType')).toEqual({ wechatEnterprise: false, dingtalk: false })
  })

  it('builds its menu: each node has path, name, component and meta', async () => {
    const { menu, auth, allAuth, codeList, sysSafeMode } = await result(
      '/sys/permission/getUserPermissionByToken',
    )
    const nodes = nodesIn(menu)
    expect(nodes.length).toBeGreaterThan(20)
    for (const node of nodes) {
      expect(node).toMatchObject({
        path: expect.any(String),
        name: expect.any(String),
        component: expect.any(String),
        meta: { title: expect.any(String) },
      })
    }
    expect(nodes.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/isystem/user', '/isystem/log', '/isystem/dataSource']),
    )
    expect(auth[0]).toEqual({
      action: expect.any(String),
      type: expect.any(String),
      describe: expect.any(String),
    })
    expect(allAuth[0]).toMatchObject({ status: expect.any(String) })
    expect([codeList[0], sysSafeMode]).toEqual([auth[0].action, false])
    expect(await result('/sys/permission/getPermCode')).toEqual({ auth, allAuth, codeList, sysSafeMode })
  })

  it('lists users with the fields of the contract', async () => {
    const query = { pageNo: '1', pageSize: '10', column: 'createTime', order: 'desc', username: '*clerk*' }
    const page = await result('/sys/user/list', query)
    expect(page).toMatchObject({
      total: expect.any(Number),
      size: 10,
      current: 1,
      pages: expect.any(Number),
      records: expect.any(Array),
    })
    const user = page.records.find(({ username }: { username: string }) => username === 'clerk')
    const keys = [
      ...[
        'id',
        'username',
        'realname',
        'avatar',
        'birthday',
        'sex',
        'email',
        'phone',
        'orgCode',
        'orgCodeTxt',
      ],
      ...['status', 'workNo', 'post', 'telephone', 'createBy', 'createTime', 'userIdentity', 'departIds'],
      ...['status_dictText'],
    ]
    expect(keys.filter((key) => !(key in user))).toEqual([])
    expect(user).toMatchObject({ status: 1, orgCodeTxt: expect.any(String) })
  })

  it('works with dictionaries, roles and departments', async () => {
    const [sex] = await result('/sys/dict/getDictItems/sex')
    expect(sex).toMatchObject({ value: expect.anything(), text: '男', title: '男' })
    expect((await result('/sys/dict/list')).records[0]).toMatchObject({
      id: expect.any(String),
      dictName: expect.any(String),
      dictCode: expect.any(String),
    })
    expect((await result('/sys/role/queryall'))[0]).toMatchObject({
      id: expect.any(String),
      roleName: expect.any(String),
      roleCode: expect.any(String),
    })
    const [depart] = await result('/sys/sysDepart/queryTreeList')
    expect(depart).toMatchObject({
      key: depart.id,
      value: depart.id,
      title: depart.departName,
      orgCode: expect.any(String),
      isLeaf: expect.any(Boolean),
    })
    expect(await result('/sys/role/queryTreeList')).toMatchObject({
      treeList: expect.any(Array),
      ids: expect.any(Array),
    })
  })

  it('names the node of a tree by table and columns, as its tree select does', async () => {
    const names = {
      tableName: 'sys_category',
      text: 'name',
      code: 'id',
      pidField: 'pid',
      hasChildField: 'has_child',
    }
    const nodes = await result('/sys/dict/loadTreeData', { pid: '0', ...names, condition: '' })
    const { key, title } = nodes[0]
    expect(await result('/sys/dict/loadDictItem/sys_category,name,id', { key })).toEqual([title])
    const other = await server.get('admin', '/sys/dict/loadDictItem/sys_category,name,code', { key })
    expect(other.body).toMatchObject({ success: false, code: 400 })
  })

  // The form of such a client starts with the whole record of its list: null where nobody typed, keys that only it has.
  it.each([
    ['/sys/role', { roleCode: 'guest', roleName: '访客', description: '备注' }, '/list'],
    ['/sys/position', { code: 'guest', name: '访客', postRank: '1' }, '/list'],
    ['/sys/dict', { dictCode: 'guest', dictName: '访客', description: '备注' }, '/list'],
    ['/sys/category', { pid: '0', name: '访客' }, '/rootList'],
    ['/sys/tenant', { id: 91, name: '访客', status: 1, beginDate: '2026-01-01 00:00:00' }, '/list'],
    ['/sys/sysDepartRole', { departId: 'A01', roleCode: 'guest', roleName: '访客' }, '/list?deptId=A01'],
    ['/sys/sysRoleIndex', { roleCode: 'clerk', url: '/guest', component: 'guest', status: '1' }, '/list'],
    [
      '/sys/sysUserAgent',
      {
        userName: 'clerk',
        agentUserName: 'admin',
        startTime: '2026-01-01 00:00:00',
        endTime: '2026-02-01 00:00:00',
        status: '1',
      },
      '/list',
    ],
    [
      '/sys/dataSource',
      {
        code: 'guest',
        name: '访客',
        dbType: '6',
        dbDriver: 'org.postgresql.Driver',
        dbUrl: 'jdbc:postgresql://10.0.0.5:5432/archive',
        dbUsername: 'guest',
      },
      '/list',
    ],
  ] as const)('adds and edits whole records at %s', async (place, entity, list) => {
    const more = { delFlag: 0, key: 'row-1', expand: false, createBy: 'nobody' }
    const write = async (method: 'POST' | 'PUT', verb: string, body: object) => {
      const answer = await server.send('admin', method, `${place}/${verb}`, body)
      expect(answer.body, `${place}/${verb}`).toMatchObject({ success: true, code: 200 })
      return answer.body.result.id
    }
    const added = await write('POST', 'add', { ...entity, ...more })
    const read = async (): Promise<Record<string, unknown> | undefined> =>
      (await result(`${place}${list}`, { pageSize: '500' })).records.find(
        ({ id }: { id: unknown }) => id === added,
      )
    const record = await read()
    const stored = Object.keys(entity).filter((key) => !['id', 'pid', 'dbUrl'].includes(key))
    expect(record).toMatchObject(Object.fromEntries(stored.map((key) => [key, entity[key as never]])))
    expect(record).toMatchObject({ createBy: 'admin' })
    const untouched = Object.fromEntries(stored.slice(1).map((key) => [key, null]))
    const id = place === '/sys/tenant' ? 91 : record?.id
    const required = place === '/sys/dataSource' ? {} : untouched
    await write('PUT', 'edit', { ...record, ...more, ...required, id })
    const { rev: _rev, updateBy: _by, updateTime: _time, ...kept } = record ?? {}
    expect(await read()).toMatchObject(kept)
  })

  it('adds, edits, freezes, resets, deletes and restores a user with the bodies of its forms', async () => {
    const write = async (method: 'POST' | 'PUT' | 'DELETE', verb: string, body?: object) => {
      const answer = await server.send('admin', method, `/sys/user/${verb}`, body)
      expect(answer.body, verb).toMatchObject({ success: true, code: 200 })
    }
    const form = {
      ...{
        username: 'guest',
        password: 'Amber-river-93',
        confirmPassword: 'Amber-river-93',
        realname: '访客',
      },
      ...{ workNo: 'W77', post: '', selectedroles: 'reader', selecteddeparts: 'A01A02', relTenantIds: '' },
      ...{ userIdentity: 1, departIds: '', avatar: '', birthday: '1990-01-01', sex: 1, activitiSync: 1 },
      ...{ email: 'guest@example.org', phone: '13812340099', telephone: '', loginTenantId: '0' },
    }
    const listed = async () => (await result('/sys/user/list', { username: 'guest' })).records[0]
    await write('POST', 'add', form)
    const user = await listed()
    expect(await result('/sys/user/queryUserRole', { userid: user.id })).toEqual(['reader'])
    await write('POST', 'edit', { ...user, realname: '来宾', selectedroles: 'clerk' })
    await write('PUT', 'frozenBatch', { ids: `${user.id},`, status: 2 })
    expect(await listed()).toMatchObject({ realname: '来宾', status: 2, phone: form.phone })
    await write('PUT', 'frozenBatch', { ids: user.id, status: 1 })
    const other = { username: 'guest', password: 'Amber-river-94', confirmPassword: 'Amber-river-94' }
    await write('PUT', 'changePassword', other)
    await write('DELETE', `delete?id=${user.id}`)
    expect(await listed()).toBeUndefined()
    await write('PUT', 'putRecycleBin', { userIds: user.id })
    expect(await listed()).toMatchObject({ id: user.id })
    await write('DELETE', `deleteBatch?ids=${user.id},`)
    await write('DELETE', `deleteRecycleBin?userIds=${user.id}`)
  })

  it('moves a data source to another server with the host of the former one beside the address', async () => {
    const [source] = (await result('/sys/dataSource/list')).records
    const dbUrl = 'jdbc:postgresql://10.0.0.6:5433/library'
    const { body } = await server.send('admin', 'PUT', '/sys/dataSource/edit', { ...source, dbUrl })
    expect(body.result).toMatchObject({ dbHost: '10.0.0.6', dbPort: 5433, dbName: 'library' })
  })

  it('without a token gets the answer by which it signs in again', async () => {
    const { status, body } = await server.send('none', 'PUT', '/sys/user/frozenBatch', {
      ids: 'x',
      status: '2',
    })
    expect([status, body.success]).toEqual([401, false])
  })
})
