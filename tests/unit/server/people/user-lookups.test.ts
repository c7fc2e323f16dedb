import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPeopleServer, type TestServer } from './test-server.ts'
import { userTools, type Values } from './user-tools.ts'

let server: TestServer
beforeAll(async () => {
  server = await createPeopleServer()
})
afterAll(() => server?.close())
const { added, grant } = userTools(() => server)

describe('look-ups of users', () => {
  it('answer in the format of the contract', async () => {
    const user = await added({ selecteddeparts: 'A01A03', userIdentity: 2, departIds: 'A01A03' })
    const id = String(user.id)
    const result = async (url: string, query: Record<string, string> = {}) =>
      (await server.get('admin', url, query)).body.result
    expect((await result('/sys/user/queryByIds', { userIds: `${id},` }))[0].username).toBe(user.username)
    const found = await result('/sys/user/queryUserComponentData', { departId: 'A01A03', username: 'staff' })
    expect(found.records.map((record: Values) => record.id)).toContain(id)
    expect((await result('/sys/user/departUserList', { depId: 'A01A03' })).total).toBeGreaterThan(0)
    const inDepart = { selecteddeparts: 'A01A03', username: '*taff*', column: 'username', order: 'desc' }
    const members0 = (await result('/sys/user/departUserList', inDepart)).records
    expect(members0.map((record: Values) => record.id)).toContain(id)
    const ofRole = { roleId: 'reader', username: 'taff', status: '1' }
    const holders = await result('/sys/user/userRoleList', ofRole)
    expect(holders.records.map((record: Values) => record.id)).toContain(id)
    expect(JSON.stringify(holders)).not.toContain('password')
    expect(await result('/sys/user/userRoleList', { ...ofRole, roleId: 'clerk' })).toMatchObject({ total: 0 })
    const pane = { selectedroles: 'reader', username: '*taff*', superQueryParams: '' }
    expect((await result('/sys/user/userRoleList', pane)).total).toBe(holders.total)
    expect((await server.get('admin', '/sys/user/userRoleList')).body.success).toBe(false)
    const members = await result('/sys/sysDepart/getUsersByDepartId', { id: 'A01A03' })
    expect(members.map((record: Values) => record.id)).toContain(id)
    expect((await result('/sys/user/queryByOrgCode', { orgCode: 'A01A03' })).total).toBeGreaterThan(0)
    const listed = await result('/sys/user/queryByOrgCodeForAddressList', { orgCode: 'A01A03' })
    expect(listed.records[0]).toHaveProperty('departName')
    expect(listed.records[0]).not.toHaveProperty('phone')
    expect(Array.isArray((await server.get('admin', '/sys/user/getMultiUser')).body)).toBe(true)
    expect(await result('/sys/user/generateUserId')).toMatch(/^\d{15,19}$/)
    expect((await result('/sys/user/listAll')).records.length).toBe(10)
    expect(await result('/sys/user/verifyIzDefaultPwd')).toBe(false)
    await server.open(String(user.username))
    const departs = await server.send(String(user.username), 'POST', '/sys/loginGetUserDeparts')
    expect(departs.body.result).toMatchObject({ currentOrgCode: 'A01A03', multi_depart: 1 })
  })

  it('say whether a value is free, without the values of the edited user', async () => {
    const user = await added()
    const ask = async (query: Record<string, string>) =>
      (await server.get('admin', '/sys/user/checkOnlyUser', query)).body
    const phone = String(user.phone)
    expect(await ask({ phone })).toMatchObject({ success: false, message: '用户账号已存在' })
    expect(await ask({ phone, id: String(user.id) })).toMatchObject({ success: true, result: true })
  })

  it('do not say without the right or a ticket whether a name is free', async () => {
    for (const who of ['reader', 'no-one']) {
      const ask = async (username: string) => {
        const url = `/sys/user/checkOnlyUser?username=${username}`
        const { status, body } = await server.send(who, 'GET', url)
        return { status, success: body.success, message: body.message, result: body.result }
      }
      const taken = await ask('admin')
      expect(taken).toMatchObject({ success: false })
      expect(await ask('no-such-user')).toEqual(taken)
    }
  })

  it('apply no condition on a hidden column, and refuse it as an order', async () => {
    const { total } = (await server.get('admin', '/sys/user/list')).body.result
    for (const key of ['password', 'mustChange', 'notify', 'delFlag'])
      for (const value of ['*a*', 'none'])
        expect((await server.get('admin', '/sys/user/list', { [key]: value })).body.result.total).toBe(total)
    expect((await server.get('admin', '/sys/user/list', { column: 'password', order: 'asc' })).status).toBe(
      400,
    )
  })

  it('need the right to users when they name many of them', async () => {
    for (const url of [
      '/sys/user/queryByIds?userIds=x',
      '/sys/user/queryUserRole?userid=x',
      '/sys/user/userDepartList?userId=x',
    ])
      expect((await server.get('reader', url)).status, url).toBe(403)
    expect((await server.get('reader', '/sys/user/recycleBin')).body.code).toBe(510)
    // A reader picks users, and does not learn their roles.
    const holders = () => server.get('reader', '/sys/user/userRoleList', { roleId: 'reader' })
    expect((await holders()).body.code).toBe(510)
    await grant('reader', ['role:users'])
    await expect.poll(async () => (await holders()).body.code).toBe(200)
    expect(Object.keys((await holders()).body.result.records[0])).not.toContain('selectedroles')
  })
})
