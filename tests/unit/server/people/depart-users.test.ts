import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPeopleServer, type TestServer } from './test-server.ts'
import { userTools, type Values } from './user-tools.ts'

let server: TestServer
beforeAll(async () => {
  server = await createPeopleServer()
})
afterAll(() => server?.close())

const { added } = userTools(() => server)

describe('users of a department', () => {
  it('are added to it and removed from it', async () => {
    const user = await added({ selecteddeparts: 'A01A02' })
    const body = { depId: 'A01A01', userIdList: [user.id] }
    expect((await server.send('admin', 'POST', '/sys/user/editSysDepartWithUser', body)).body.message).toBe(
      '添加成功!',
    )
    const remove = (depId: string) =>
      server.send('admin', 'DELETE', `/sys/user/deleteUserInDepart?depId=${depId}&userId=${user.id}`)
    expect((await remove('A01A02')).body.message).toBe('删除成功!')
    expect((await remove('A01A02')).body.message).toBe('当前选中部门与用户无关联关系!')
    const [row] = (await server.get('admin', '/sys/user/queryByIds', { userIds: String(user.id) })).body
      .result
    expect(row).toMatchObject({ selecteddeparts: 'A01A01', orgCode: 'A01A01' })
    const batch = `/sys/user/deleteUserInDepartBatch?depId=A01A01&userIds=${user.id},`
    expect((await server.send('admin', 'DELETE', batch)).body.message).toBe('删除成功!')
  })

  it('who are superiors of it are so no longer when they are removed from it, and can still be edited', async () => {
    const superior = await added({
      selecteddeparts: 'A01A02,A01A03',
      userIdentity: 2,
      departIds: 'A01A02,A01A03',
    })
    const remove = (depId: string) =>
      server.send('admin', 'DELETE', `/sys/user/deleteUserInDepart?depId=${depId}&userId=${superior.id}`)
    const departIds = async () =>
      (await server.get('admin', '/sys/user/queryByIds', { userIds: String(superior.id) })).body.result[0]
        .departIds
    await remove('A01A02')
    expect(await departIds()).toBe('A01A03')
    const edit = { id: superior.id, realname: '改名' }
    expect((await server.send('admin', 'PUT', '/sys/user/edit', edit)).body.message).toBe('修改成功!')
    await remove('A01A03')
    expect(await departIds()).toBeNull()
  })

  it('keep their present roles and departments when a form is saved that was opened before', async () => {
    const user = await added()
    const id = String(user.id)
    const read = async () =>
      (await server.get('admin', '/sys/user/queryByIds', { userIds: id })).body.result[0] as Values
    const edit = async (former: Values) =>
      server.send('admin', 'PUT', '/sys/user/edit', {
        ...{ id, rev: former.rev, selectedroles: 'reader', selecteddeparts: 'A01A02' },
        realname: '旧表单',
      })
    const changes = [
      () => server.send('admin', 'POST', '/sys/user/addSysUserRole', { roleId: 'clerk', userIdList: [id] }),
      () => server.send('admin', 'DELETE', `/sys/user/deleteUserRole?roleId=clerk&userId=${id}`),
      () =>
        server.send('admin', 'POST', '/sys/user/editSysDepartWithUser', {
          depId: 'A01A03',
          userIdList: [id],
        }),
      () => server.send('admin', 'DELETE', `/sys/user/deleteUserInDepart?depId=A01A03&userId=${id}`),
    ]
    for (const [at, change] of changes.entries()) {
      const former = await read()
      expect((await change()).body.success, String(at)).toBe(true)
      expect((await edit(former)).status, String(at)).toBe(409)
      expect(await read()).toMatchObject({ rev: Number(former.rev) + 1, updateBy: 'admin' })
    }
    // Who has the department already is not changed.
    const former = await read()
    await server.send('admin', 'POST', '/sys/user/editSysDepartWithUser', {
      depId: 'A01A02',
      userIdList: [id],
    })
    expect((await read()).rev).toBe(former.rev)
  })
})
