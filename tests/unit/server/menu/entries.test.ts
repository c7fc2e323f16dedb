import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedMenu } from '#server/modules/permission/interface.ts'
import { type Person, TestServer } from '../resources/test-server.ts'
import { permissionDocuments } from './permission-documents.ts'

const plan = {
  version: 2,
  kind: 'screen',
  id: 'demo/plan',
  title: '计划',
  perm: 'demo:plan',
  menu: { parent: 'base', order: 7, icon: 'book' },
  table: { name: 'demo_plan' },
  fields: [{ key: 'fname', title: '名称', type: 'input' }],
}

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open(
    { ...permissionDocuments, 'demo/plan.json': plan },
    { reader: ['demo/plan', 'demo:plan:list'] },
  )
  await seedMenu(server.services.db.app)
})
afterAll(() => server?.close())

const call = async (who: Person, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, given = {}) => {
  const { body, status, headers } = await server.call(who, method, `/jeecg-boot${url}`, given)
  return { ...body, status, reason: headers['x-error-code'] }
}
const place = '/sys/permission'
const generic = '/resource/system/permission'
const page = (more = {}) => ({
  menuType: 1,
  name: '手工页',
  parentId: 'base',
  component: 'demo/plan',
  url: '/hand/page',
  ...more,
})
/** Adds an entry by the generic address and returns it. */
const add = async (more = {}) => {
  const { code, message, result } = await call('admin', 'POST', `${generic}/add`, { body: page(more) })
  if (code !== 200) throw new Error(`${message} ${JSON.stringify(result)}`)
  return result
}
const read = async (id: string) =>
  (await call('admin', 'GET', `${generic}/queryById`, { query: { id } })).result
const edit = async (id: string, body: object) =>
  call('admin', 'PUT', `${generic}/edit`, { body: { id, rev: (await read(id)).rev, ...body } })
const remove = (...ids: string[]) =>
  call('admin', 'DELETE', `${place}/deleteBatch`, { query: { ids: ids.join(',') } })
const problems = async (body: object) => {
  const { result } = await call('admin', 'POST', `${generic}/add`, { body })
  return result?.problems?.map(({ path, text }: { path: string; text: string }) => [path, text])
}
interface Node {
  id: string
  path: string
  route: string
  hidden?: boolean
  children?: Node[]
  meta: { title: string; url?: string; target?: string; keepAlive: boolean; internalOrExternal: boolean }
}
const readMenu = async (who: Person): Promise<Node[]> => {
  const all = (nodes: Node[]): Node[] => nodes.flatMap((node) => [node, ...all(node.children ?? [])])
  return all((await call(who, 'GET', `${place}/getUserPermissionByToken`)).result.menu)
}
const titles = async (who: Person) => (await readMenu(who)).map(({ meta }) => meta.title)
const register = (more = {}) =>
  server.services.permissions.register({
    owner: 'demo/plan',
    codes: [],
    listCode: 'demo:plan:list',
    menu: {
      id: 'demo/plan',
      title: '计划',
      path: '/demo/plan',
      component: 'demo/plan',
      parent: 'base',
      order: 7,
      icon: 'book',
      ...more,
    },
  })

describe('an entry of a document', () => {
  it('takes new values of its document, except in the columns that an administrator changed', async () => {
    expect(await read('demo/plan')).toMatchObject({ origin: 'document', changed: null, sortNo: 7 })
    expect(await edit('demo/plan', { name: '年度计划', hidden: 'Y' })).toMatchObject({ code: 200 })
    expect(await read('demo/plan')).toMatchObject({ name: '年度计划', changed: 'hidden,name' })
    await register({ title: '新计划', order: 9, icon: 'star' })
    expect(await read('demo/plan')).toMatchObject({ name: '年度计划', hidden: 'Y', sortNo: 9, icon: 'star' })
    await expect
      .poll(async () => (await readMenu('reader')).find(({ id }) => id === 'demo/plan'))
      .toMatchObject({
        hidden: true,
        meta: { title: '年度计划' },
      })
    const restored = await call('admin', 'PUT', `${place}/restore`, { body: { id: 'demo/plan' } })
    expect(restored.message).toBe('恢复成功！')
    expect(await read('demo/plan')).toMatchObject({ name: '新计划', hidden: 'N', changed: null })
    await expect.poll(() => titles('reader')).toContain('新计划')
  })

  it('counts as unchanged when an administrator sets the value of the document again', async () => {
    await edit('demo/plan', { icon: 'team' })
    expect(await read('demo/plan')).toMatchObject({ changed: 'icon' })
    await edit('demo/plan', { icon: 'star' })
    expect((await read('demo/plan')).changed).toBeNull()
    expect(await call('admin', 'PUT', `${place}/restore`, { body: { id: 'demo/plan' } })).toMatchObject({
      success: false,
    })
  })

  it('keeps the component, the path and the codes of its document', async () => {
    for (const change of [{ url: '/elsewhere' }, { component: 'system/LogList' }])
      expect((await edit('demo/plan', change)).success).toBe(false)
    expect((await edit('demo:plan:list', { perms: 'demo:plan:other' })).success).toBe(false)
    expect((await edit('demo:plan:list', { parentId: 'stock' })).success).toBe(false)
    expect(await edit('demo:plan:list', { name: '看计划' })).toMatchObject({ code: 200 })
    await call('admin', 'PUT', `${place}/restore`, { body: { id: 'demo:plan:list' } })
  })

  it('is not deleted, alone or below an entry of an administrator', async () => {
    expect(await remove('demo/plan')).toMatchObject({ success: false, reason: 'MENU_SHIPPED' })
    const group = await add({ name: '手工组', component: 'layouts/RouteView', url: '/hand' })
    await edit('demo/plan', { parentId: group.id })
    expect(await remove(group.id)).toMatchObject({ reason: 'MENU_SHIPPED' })
    await call('admin', 'PUT', `${place}/restore`, { body: { id: 'demo/plan' } })
    expect(await remove(group.id)).toMatchObject({ message: '删除成功!' })
    expect((await read('demo/plan')).parentId).toBe('base')
  })

  it('is refused to a user whose revision is older', async () => {
    const { rev } = await read('demo/plan')
    expect(await edit('demo/plan', { icon: 'team' })).toMatchObject({ code: 200 })
    const stale = await call('admin', 'PUT', `${generic}/edit`, {
      body: { id: 'demo/plan', rev, icon: 'tool' },
    })
    expect(stale).toMatchObject({ success: false, result: { current: { icon: 'team' } } })
    await call('admin', 'PUT', `${place}/restore`, { body: { id: 'demo/plan' } })
  })
})

describe('an entry of an administrator', () => {
  it('is on the menu of a role after its grant, and is gone with its grants when it is deleted', async () => {
    const entry = await add()
    const { db } = server.services
    expect(entry).toMatchObject({ origin: 'manual', changed: null })
    expect(await titles('reader')).not.toContain('手工页')
    const button = await add({ menuType: 2, name: '盖章', parentId: entry.id, perms: 'hand:stamp' })
    for (const permission_id of [entry.id, button.id])
      await db.app.insertInto('sys_role_permission').values({ role_id: 'reader', permission_id }).execute()
    await expect.poll(() => titles('reader')).toContain('手工页')
    const counts = await call('admin', 'GET', `${place}/removal`, { query: { ids: entry.id } })
    expect(counts.result).toEqual({ menus: 1, buttons: 1, roles: 1, grants: 2 })
    expect(await remove(entry.id)).toMatchObject({ message: '删除成功!' })
    await expect.poll(() => titles('reader')).not.toContain('手工页')
    const left = await db.app
      .selectFrom('sys_role_permission')
      .selectAll()
      .where('permission_id', 'in', [entry.id, button.id])
      .execute()
    expect(left).toEqual([])
    await remove((await add({ menuType: 2, name: '盖章', parentId: 'base', perms: 'hand:stamp' })).id)
  })

  it('cannot be moved below itself', async () => {
    const top = await add({ name: '甲组', component: 'layouts/RouteView', url: '/a' })
    const inner = await add({ name: '乙组', component: 'layouts/RouteView', url: '/a/b', parentId: top.id })
    for (const parentId of [inner.id, top.id])
      expect((await edit(top.id, { parentId })).result.problems).toMatchObject([
        { path: '/parentId', text: '不能移到自己或自己的下级之下，请另选上级' },
      ])
    expect(await remove(top.id)).toMatchObject({ code: 200 })
  })

  it.each([
    [{ menuType: 1, parentId: null }, '/parentId', '请选择上级菜单'],
    [{ parentId: 'demo:plan:list' }, '/parentId', '按钮之下不能有菜单和按钮'],
    [{ url: null }, '/url', '请输入菜单路径!'],
    [{ url: '/demo/plan' }, '/url', '访问路径不允许重复，请重定义！'],
    [{ url: 'javascript:alert(1)' }, '/url', '菜单路径以 / 开头，或是 https:// 开头的地址'],
    [{ url: '//x.example/a' }, '/url', '菜单路径以 / 开头，或是 https:// 开头的地址'],
    [{ url: 'http://x.example/a', internalOrExternal: 'Y' }, '/url', '其他网站的地址要以 https:// 开头'],
    [{ component: null }, '/component', '请选择前端组件!'],
    [{ menuType: 2, perms: null }, '/perms', '请输入授权标识'],
    [{ menuType: 2, perms: 'demo:plan:list' }, '/perms', '授权标识已存在!'],
  ])('is refused with %j', async (more, path, message) => {
    expect(await problems(page(more))).toContainEqual([path, message])
  })

  it('leads to another site, outside or in a frame, without its own origin in the database', async () => {
    const link = await add({ name: '外链', url: 'https://x.example/a', internalOrExternal: 'Y' })
    const frame = await add({
      name: '框架',
      component: 'layouts/IframePageView',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: menus of the contract contain such addresses.
      url: '{base}/doc.html?token=${token}',
    })
    const shut = await add({ name: '链接', url: '/online/x', route: 'N', keepAlive: 'N' })
    const opened = await add({ name: '新窗口', url: '/hand/new', internalOrExternal: 'Y', keepAlive: 'Y' })
    const menu = await readMenu('admin')
    const node = ({ id }: { id: string }) => menu.find((entry) => entry.id === id)
    expect(node(link)?.meta).toMatchObject({ url: 'https://x.example/a', internalOrExternal: true })
    expect(node(frame)).toMatchObject({
      path: expect.stringMatching(/^\/[0-9a-f]{32}$/),
      // biome-ignore lint/suspicious/noTemplateCurlyInString: as above.
      meta: { url: '{base}/doc.html?token=${token}' },
    })
    expect(node(shut)).toMatchObject({ route: '0', meta: { keepAlive: false } })
    expect(node(opened)?.meta).toMatchObject({ target: '_blank', keepAlive: true })
    expect(await remove(link.id, frame.id, shut.id, opened.id)).toMatchObject({ code: 200 })
  })

  it('gives its code to a document that brings the same one, with the grants of its roles', async () => {
    const button = await add({ menuType: 2, name: '评审', perms: 'demo:plan:review' })
    const { db, permissions } = server.services
    const grant = { role_id: 'reader', permission_id: button.id }
    await db.app.insertInto('sys_role_permission').values(grant).execute()
    await permissions.register({
      owner: 'demo/plan',
      codes: [{ code: 'demo:plan:review', title: '评审' }],
      listCode: 'demo:plan:list',
    })
    expect(await read('demo:plan:review')).toMatchObject({ origin: 'document', parentId: 'demo/plan' })
    const rights = await db.app
      .selectFrom('sys_role_permission')
      .select('permission_id as id')
      .where('role_id', '=', 'reader')
      .where('permission_id', 'in', [button.id, 'demo:plan:review'])
      .execute()
    expect(rights).toEqual([{ id: 'demo:plan:review' }])
  })
})

describe('the menu as a tree', () => {
  it('has its branches level by level, and the branches of what is searched for', async () => {
    const { records } = (await call('admin', 'GET', `${generic}/rootList`)).result
    const base = records.find(({ id }: { id: string }) => id === 'base')
    expect(base).toMatchObject({ menuType: 0, isLeaf: '0', route: 'Y' })
    const below = (await call('admin', 'GET', `${generic}/childList`, { query: { pid: 'base' } })).result
    expect(below).toContainEqual(expect.objectContaining({ id: 'demo/plan', isLeaf: '0' }))
    const buttons = (await call('admin', 'GET', `${generic}/childList`, { query: { pid: 'demo/plan' } }))
      .result
    expect(buttons).toContainEqual(expect.objectContaining({ id: 'demo:plan:list', isLeaf: '1' }))
    const found = await call('admin', 'GET', `${generic}/rootList`, { query: { name: '*计划*' } })
    expect(found.result.above).toContainEqual(expect.objectContaining({ id: 'base' }))
  })

  it('is offered to a user who may see the menu and grant nothing', async () => {
    const tree = () => call('clerk', 'GET', `${place}/queryTreeList`)
    expect((await tree()).status).toBe(403)
    const { db } = server.services
    const grant = { role_id: 'clerk', permission_id: 'permission:list' }
    await db.app.insertInto('sys_role_permission').values(grant).execute()
    await expect.poll(async () => (await tree()).status).toBe(200)
    expect((await call('clerk', 'GET', '/sys/role/queryTreeList')).status).toBe(403)
  })

  it('is refused to a user without the right', async () => {
    for (const [method, url, given] of [
      ['POST', `${place}/add`, { body: page() }],
      ['PUT', `${place}/edit`, { body: { id: 'demo/plan', name: 'x' } }],
      ['PUT', `${place}/restore`, { body: { id: 'demo/plan' } }],
      ['DELETE', `${place}/delete`, { query: { id: 'demo/plan' } }],
      ['DELETE', `${place}/deleteBatch`, { query: { ids: 'demo/plan' } }],
      ['GET', `${place}/removal`, { query: { ids: 'demo/plan' } }],
      ['GET', `${place}/checkPermDuplication`, { query: { url: '/x' } }],
    ] as const)
      expect((await call('reader', method, url, given)).status).toBe(403)
  })
})

describe('a client of the contract', () => {
  it('adds, changes and deletes an entry with whole entities', async () => {
    const body = {
      ...page({ url: '/contract/page', component: 'demo/plan' }),
      route: true,
      keepAlive: true,
      hidden: false,
      alwaysShow: false,
      internalOrExternal: false,
      hideTab: false,
      sortNo: 3,
      leaf: true,
      redirect: null,
      key: 'x',
    }
    expect(await call('admin', 'POST', `${place}/add`, { body })).toMatchObject({ message: '添加成功！' })
    const tree = await call('admin', 'GET', `${place}/getSystemSubmenu`, { query: { parentId: 'base' } })
    const entry = tree.result.find(({ url }: { url: string }) => url === '/contract/page')
    expect(entry).toMatchObject({ route: true, keepAlive: true, hidden: false, sortNo: 3 })
    const edited = { ...entry, name: '改名', hidden: true }
    expect(await call('admin', 'PUT', `${place}/edit`, { body: edited })).toMatchObject({
      message: '修改成功！',
    })
    expect(await read(entry.id)).toMatchObject({ name: '改名', hidden: 'Y' })
    const query = { url: '/contract/page', alwaysShow: 'false' }
    expect(await call('admin', 'GET', `${place}/checkPermDuplication`, { query })).toMatchObject({
      success: false,
      message: '访问路径不允许重复，请重定义！',
    })
    expect(
      await call('admin', 'GET', `${place}/checkPermDuplication`, { query: { ...query, id: entry.id } }),
    ).toMatchObject({ message: '该值可用！' })
    expect(await call('admin', 'DELETE', `${place}/delete`, { query: { id: entry.id } })).toMatchObject({
      message: '删除成功!',
    })
  })
})
