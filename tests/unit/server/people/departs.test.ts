import { utils, write } from '@e965/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPeopleServer, type TestServer } from './test-server.ts'
import { userTools, type Values } from './user-tools.ts'

let server: TestServer
beforeAll(async () => {
  server = await createPeopleServer()
})
afterAll(() => server?.close())

const { added } = userTools(() => server)

const add = async (departName: string, parentId = '') =>
  (
    await server.send('admin', 'POST', '/sys/sysDepart/add', {
      departName,
      parentId,
      orgCategory: parentId === '' ? '1' : '2',
    })
  ).body
const result = async (url: string, query: Record<string, string> = {}) =>
  (await server.get('admin', url, query)).body.result

describe('departments', () => {
  it('receive codes and levels by their place', async () => {
    const top = await add('分馆')
    expect(top).toMatchObject({ message: '添加成功！', result: { orgCode: 'A02', orgType: '1' } })
    const { id } = top.result
    const first = (await add('一部', id)).result
    expect(first).toMatchObject({ orgCode: 'A02A01', orgType: '2' })
    expect((await add('二部', id)).result.orgCode).toBe('A02A02')
    expect((await add('一组', first.id)).result).toMatchObject({ orgCode: 'A02A01A01', orgType: '3' })
    await server.services.db.app
      .updateTable('sys_depart')
      .set({ org_code: 'A02A99' })
      .where('id', '=', first.id)
      .execute()
    expect((await add('又一部', id)).result.orgCode).toBe('A02B01')
  })

  it('come last among the departments of their parent unless they are given an order', async () => {
    const { id, departOrder } = (await add('排序')).result
    expect(departOrder).toBeGreaterThan(0)
    const orders = [(await add('甲', id)).result.departOrder, (await add('乙', id)).result.departOrder]
    const given = { departName: '丙', parentId: id, orgCategory: '2', departOrder: 9 }
    orders.push((await server.send('admin', 'POST', '/sys/sysDepart/add', given)).body.result.departOrder)
    orders.push((await add('丁', id)).result.departOrder)
    expect(orders).toEqual([0, 1, 9, 10])
  })

  it('receive different codes when two are added at the same moment', async () => {
    const { id } = (await add('总社')).result
    const names = await Promise.all(['甲', '乙', '丙', '丁'].map((name) => add(name, id)))
    expect(new Set(names.map(({ result }) => result.orgCode)).size).toBe(4)
  })

  it('refuse a circle, another parent, and a category that does not suit the level', async () => {
    const top = (await add('环')).result
    const below = (await add('下', top.id)).result
    const edit = (body: Values) => server.send('admin', 'PUT', '/sys/sysDepart/edit', body)
    const circle = await edit({ id: top.id, parentId: below.id, orgCategory: '2' })
    expect(circle.body.message).toBe('不能移到自己或自己的下级之下，请另选上级')
    expect((await edit({ id: below.id, parentId: 'A01' })).body.result.problems[0].path).toBe('/parentId')
    expect((await edit({ id: below.id, orgCategory: '1' })).body.result.problems[0].path).toBe('/orgCategory')
    expect((await edit({ id: below.id, departName: '新名', orgCode: 'Z99' })).body.message).toBe('修改成功!')
    expect((await result('/sys/sysDepart/listAll', { id: `${below.id}` }))[0]).toMatchObject({
      departName: '新名',
      orgCode: below.orgCode,
    })
  })

  it('are deleted with those below them, unless people are in one of them', async () => {
    const top = (await add('撤销处')).result
    const below = (await add('撤销科', top.id)).result
    const remove = async (id: string) =>
      (await server.send('admin', 'DELETE', `/sys/sysDepart/delete?id=${id}`)).body
    expect((await remove('A01')).message).toMatch(/^部门「.+」有 \d+ 名人员，请先把人员移到别的部门$/)
    expect((await remove(top.id)).message).toBe('删除成功!')
    expect(await result('/sys/sysDepart/listAll', { id: `${top.id},${below.id}` })).toEqual([])
    expect((await remove(top.id)).message).toBe('未找到对应实体')
  })

  it('offer no undo when they are deleted, because their address removes a branch by its own rules', async () => {
    const { id } = (await add('暂设科')).result
    const { body } = await server.send('admin', 'DELETE', `/sys/sysDepart/delete?id=${id}`)
    expect([body.message, body.result]).toEqual(['删除成功!', null])
  })

  it('are read as levels, paths and names', async () => {
    const level = await result('/sys/sysDepart/queryDepartTreeSync')
    expect(level.find((node: Values) => node.key === 'A01')).toMatchObject({ isLeaf: false })
    const below = await result('/sys/sysDepart/queryDepartTreeSync', { pid: 'A01' })
    expect(below.map((node: Values) => node.title)).toEqual(['采编部', '典藏部', '办公室'])
    const path = await result('/sys/sysDepart/queryAllParentId', { departId: 'A01A02' })
    expect(path.A01A02.parentIds).toEqual(['A01', 'A01A02'])
    expect(path.A01A02.parentMap.A01.orgCode).toBe('A01')
    expect((await server.get('admin', '/sys/sysDepart/queryAllParentId')).body.message).toBe(
      'departId 和 orgCode 不能都为空！',
    )
    expect((await result('/sys/sysDepart/getDepartName', { orgCode: 'A01A03' })).departName).toBe('办公室')
    expect((await result('/sys/sysDepart/queryTreeByKeyWord', { keyWord: '典藏' }))[0].key).toBe('A01A02')
  })

  it('of a superior are those of the superior’s responsibility with those below', async () => {
    expect((await server.get('clerk', '/sys/sysDepart/queryMyDeptTreeList')).body).toMatchObject({
      message: '1',
      result: null,
    })
    await server.services.db.app
      .updateTable('sys_user')
      .set({ user_identity: 2, depart_ids: 'A01A02' })
      .where('username', '=', 'clerk')
      .execute()
    const own = await server.get('clerk', '/sys/sysDepart/queryMyDeptTreeList')
    expect(own.body.message).toBe('2')
    expect(own.body.result.map((node: Values) => node.key)).toEqual(['A01A02'])
    const found = await server.get('clerk', '/sys/sysDepart/searchBy', { keyWord: '部', myDeptSearch: '1' })
    expect(found.body.result.map((node: Values) => node.key)).toEqual(['A01A02'])
  })

  it('are changed by holders of the right only', async () => {
    const body = { departName: '越权', orgCategory: '1' }
    expect((await server.send('clerk', 'POST', '/sys/sysDepart/add', body)).status).toBe(403)
    expect((await server.send('clerk', 'DELETE', '/sys/sysDepart/delete?id=A01A03')).status).toBe(403)
  })
})

describe('import of departments', () => {
  const heads = ['机构编码', '机构名称', '上级部门', '机构类型']
  const upload = (rows: readonly string[][]) => {
    const book = utils.book_new()
    utils.book_append_sheet(book, utils.aoa_to_sheet([heads, ...rows]), '部门')
    const bytes: Buffer = write(book, { type: 'buffer', bookType: 'xlsx' })
    return server.upload('/sys/sysDepart/importExcel', '部门.xlsx', bytes)
  }
  const codesBelow = async (name: string) => {
    const found = await result('/sys/sysDepart/list', { departName: name, pageSize: '50' })
    return found.records.map(({ orgCode }: Values) => orgCode)
  }

  it('finds parents by name, by path and among the rows of the sheet, in any order', async () => {
    const { body } = await upload([
      ['', '三级组', '分社/二级部', '部门'],
      ['', '四级岗', '三级组', '岗位'],
      ['', '二级部', '分社', '部门'],
      ['', '分社', '', '公司'],
      ['', '古籍组', '省地方志馆/典藏部', '部门'],
    ])
    expect(body.result?.faults ?? body.message).toEqual([])
    const [top] = await codesBelow('分社')
    expect(await codesBelow('四级岗')).toEqual([`${top}A01A01A01`])
    const [stacks] = await codesBelow('典藏部')
    expect(await codesBelow('古籍组')).toEqual([`${stacks}A01`])
  })

  it('changes the departments whose codes the sheet has', async () => {
    const [code] = await codesBelow('古籍组')
    const { body } = await upload([[String(code), '善本组', '典藏部', '部门']])
    expect(body.result).toMatchObject({ inserted: 0, updated: 1 })
    expect(await codesBelow('善本组')).toEqual([code])
  })

  it('names the cells of missing, ambiguous and circular parents, and stores nothing', async () => {
    await add('办公室', (await result('/sys/sysDepart/list', { departName: '分社' })).records[0].id)
    const { body } = await upload([
      ['', '子组', '没有这个部门', '部门'],
      ['', '丑组', '办公室', '部门'],
      ['', '寅组', '卯组', '部门'],
      ['', '卯组', '寅组', '部门'],
      ['', '辰组', '子组', '部门'],
    ])
    const reasons = body.result.faults.map(({ row, reason }: Values) => `${row} ${reason}`)
    expect(reasons).toEqual([
      '2 没有上级「没有这个部门」',
      '3 「办公室」有 2 个，请改填其中一个：省地方志馆/办公室、分社/办公室',
      '4 「卯组」的上级也没有找到',
      '5 「寅组」的上级也没有找到',
      '6 「子组」的上级也没有找到',
    ])
    expect(await codesBelow('丑组')).toEqual([])
  })
})

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
