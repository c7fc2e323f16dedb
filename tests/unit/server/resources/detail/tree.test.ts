import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dynamicTables } from '#server/platform/store/database.ts'
import { type Person, TestServer } from '../test-server.ts'

const place = {
  version: 2,
  kind: 'screen',
  id: 'demo/place',
  title: '库位',
  perm: 'demo:place',
  table: { name: 'demo_place', softDelete: true },
  tree: { parent: 'parentId', hasChild: 'hasChild', text: 'fname' },
  fields: [
    { key: 'fname', title: '名称', type: 'input', query: 'like', isOrder: true },
    { key: 'parentId', title: '上级', type: 'sel_tree', dictCode: 'tree:place', length: 36 },
    { key: 'hasChild', type: 'hidden' },
    { key: 'fsecret', title: '密级', type: 'input', access: { read: 'demo:place:secret' } },
  ],
  list: { layout: 'tree', sort: 'fname' },
  rowRules: [{ name: '本部门', where: 'sysOrgCode == user.orgCode', unless: 'demo:place:all' }],
}
const placeTree = {
  version: 2,
  kind: 'dict',
  id: 'dict/place-tree',
  title: '库位树',
  code: 'tree:place',
  source: { screen: 'demo/place', text: 'fname', value: 'id', parent: 'parentId' },
}
const whole = {
  ...place,
  id: 'demo/whole',
  perm: 'demo:whole',
  table: { name: 'demo_whole' },
  tree: { parent: 'parentId', text: 'fname', lazy: false },
  fields: [
    { key: 'fname', title: '名称', type: 'input', isOrder: true },
    { key: 'parentId', title: '上级', type: 'input' },
  ],
  rowRules: [],
}
const words = ['list', 'detail', 'add', 'edit', 'delete']
const codes = (perm: string, ...more: string[]) => [...words, ...more].map((word) => `${perm}:${word}`)

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open(
    { 'demo/place.json': place, 'demo/whole.json': whole, 'dict/place-tree.json': placeTree },
    {
      clerk: [...codes('demo:place', 'secret', 'all'), ...codes('demo:whole')],
      other: codes('demo:place'),
    },
  )
})
afterAll(() => server?.close())

const ask = (who: Person, verb: string, query: Record<string, string> = {}, id = 'demo/place') =>
  server.call(who, 'GET', `/resource/${id}/${verb}`, { query })
const send = (who: Person, verb: string, body: Record<string, unknown>, id = 'demo/place') =>
  server.call(who, verb === 'add' ? 'POST' : 'PUT', `/resource/${id}/${verb}`, { body })
const add = async (fname: string, parentId: string | null = null, who: Person = 'clerk') =>
  String((await send(who, 'add', { fname, parentId })).body.result.id)
const remove = (ids: string[], who: Person = 'clerk') =>
  server.call(who, 'DELETE', '/resource/demo/place/deleteBatch', { query: { ids: ids.join() } })
const rows = (result: { records?: unknown[] } | unknown[]) =>
  (Array.isArray(result) ? result : (result.records ?? [])) as Record<string, unknown>[]
const names = (result: Parameters<typeof rows>[0]) => rows(result).map((row) => row.fname)

let ids: Record<'k1' | 'k2' | 'r1' | 'r2' | 's1', string>
beforeEach(async () => {
  await dynamicTables(server.test.db.app).deleteFrom('demo_place').execute()
  const k1 = await add('1号库')
  const k2 = await add('2号库')
  const r1 = await add('1排', k1)
  const r2 = await add('2排', k1)
  ids = { k1, k2, r1, r2, s1: await add('1架', r1) }
})

describe('reading a tree', () => {
  it('returns the top with the flag for children, and one branch', async () => {
    const { body } = await ask('clerk', 'rootList')
    expect(rows(body.result).map((row) => [row.fname, row.hasChild])).toEqual([
      ['1号库', '1'],
      ['2号库', '0'],
    ])
    expect(body.result.total).toBe(2)
    const branch = (await ask('clerk', 'childList', { pid: ids.k1 })).body.result
    expect(names(branch)).toEqual(['1排', '2排'])
    expect(branch[0].parentId_dictText).toBe('1号库')
  })

  it('sorts a branch as requested, and refuses unknown parameters', async () => {
    const down = await ask('clerk', 'childList', { pid: ids.k1, column: 'fname', order: 'desc' })
    expect(names(down.body.result)).toEqual(['2排', '1排'])
    expect((await ask('clerk', 'childList', { pid: ids.k1, nobody: '1' })).status).toBe(400)
    expect((await ask('clerk', 'childList', { pid: `${ids.k1},${ids.k2}` })).status).toBe(400)
    expect((await ask('clerk', 'childList')).body.code).toBe(500)
  })

  it('returns several branches at once', async () => {
    const { result } = (await ask('clerk', 'getChildListBatch', { parentIds: `${ids.k1},${ids.r1}` })).body
    expect(names(result).sort()).toEqual(['1排', '1架', '2排'])
  })

  it('searches every level and returns the ancestors of the hits', async () => {
    const { result } = (await ask('clerk', 'rootList', { fname: '*架*' })).body
    expect(names(result)).toEqual(['1架'])
    expect(result.total).toBe(1)
    expect(names(result.above).sort()).toEqual(['1号库', '1排'])
  })

  it('hides a column from users who may not read it, on every level', async () => {
    await send('clerk', 'edit', { id: ids.r1, fsecret: '密' })
    const branch = (await ask('other', 'childList', { pid: ids.k1 })).body.result
    expect(JSON.stringify(branch)).not.toContain('密')
  })

  it('answers 404 when the screen is no tree, and 510 without the right', async () => {
    expect((await server.call('clerk', 'GET', '/resource/demo/order/rootList')).status).toBe(404)
    expect((await ask('nobody', 'rootList')).body.code).toBe(510)
  })

  it('reads a tree completely when it is not lazy', async () => {
    const top = (await send('clerk', 'add', { fname: '2总' }, 'demo/whole')).body.result.id
    await send('clerk', 'add', { fname: '1分', parentId: top }, 'demo/whole')
    const { result } = (await ask('clerk', 'rootList', {}, 'demo/whole')).body
    expect(names(result)).toEqual(['1分', '2总'])
    expect(rows(result)[0]?.parentId).toBe(top)
  })
})

describe('row rules in a tree', () => {
  it('place a branch with an invisible parent at the top, and count visible children only', async () => {
    const own = await add('本部门排', null, 'other')
    await send('clerk', 'edit', { id: own, parentId: ids.k1 })
    const below = await add('他部门架', null)
    await send('clerk', 'edit', { id: below, parentId: own })
    const { result } = (await ask('other', 'rootList')).body
    expect(rows(result).map((row) => [row.fname, row.hasChild])).toEqual([['本部门排', '0']])
    expect((await ask('other', 'childList', { pid: own })).body.result).toEqual([])
    const found = (await ask('other', 'rootList', { fname: '*排*' })).body.result
    expect([names(found), found.above]).toEqual([['本部门排'], []])
  })

  it('bind the dictionary over the tree alike', async () => {
    const own = await add('本部门排', null, 'other')
    await send('clerk', 'edit', { id: own, parentId: ids.k1 })
    await send('clerk', 'edit', { id: await add('他部门架', null), parentId: own })
    const level = async (who: Person, pid = '') =>
      (
        await server.call(who, 'GET', '/sys/dict/loadTreeData', { query: { dictCode: placeTree.code, pid } })
      ).body.result.map(({ title, leaf }: { title: string; leaf: boolean }) => [title, leaf])
    expect(await level('other')).toEqual([['本部门排', true]])
    expect(await level('other', ids.k1)).toEqual([['本部门排', true]])
    expect(await level('other', own)).toEqual([])
    expect(await level('clerk')).toEqual([
      ['1号库', false],
      ['2号库', true],
    ])
    expect(await level('clerk', own)).toEqual([['他部门架', true]])
  })

  it('refuse a parent that the user may not see', async () => {
    const refused = await send('other', 'add', { fname: '借挂', parentId: ids.k1 })
    expect(refused.status).toBe(400)
    expect(refused.body.message).toBe('上级不存在或已被删除，请重新选择')
  })
})

describe('changing a tree', () => {
  const flags = async () =>
    Object.fromEntries(
      (
        await dynamicTables(server.test.db.app)
          .selectFrom('demo_place')
          .select(['fname', 'has_child', 'rev'])
          .execute()
      ).map((row) => [row.fname, `${row.has_child}/${row.rev}`]),
    )

  it('updates the flag for children through add, move and delete, without a new revision', async () => {
    expect(await flags()).toMatchObject({ '1号库': '1/1', '1排': '1/1', '2排': '0/1', '1架': '0/1' })
    await send('clerk', 'edit', { id: ids.s1, parentId: ids.r2 })
    expect(await flags()).toMatchObject({ '1排': '0/1', '2排': '1/1' })
    await remove([ids.s1])
    expect(await flags()).toMatchObject({ '2排': '0/1' })
  })

  it('ignores the flag for children in a request', async () => {
    await send('clerk', 'edit', { id: ids.k2, hasChild: '1', fname: '2号' })
    expect(await flags()).toMatchObject({ '2号': '0/2' })
  })

  it('refuses a record’s own branch as its parent', async () => {
    for (const parentId of [ids.k1, ids.s1]) {
      const refused = await send('clerk', 'edit', { id: ids.k1, parentId })
      expect(refused.status).toBe(400)
      expect(refused.body.result.problems).toEqual([
        { path: '/parentId', code: 'tree', text: '不能移到自己或自己的下级之下，请另选上级' },
      ])
    }
  })

  it('accepts only one of two moves that would form a circle', async () => {
    const both = await Promise.all([
      send('clerk', 'edit', { id: ids.k1, parentId: ids.k2 }),
      send('clerk', 'edit', { id: ids.k2, parentId: ids.k1 }),
    ])
    expect(both.map((reply) => reply.status).sort()).toEqual([200, 400])
  })

  it('refuses to delete a record with children and explains the remedy; with its branch it is deleted', async () => {
    const refused = await remove([ids.k1])
    expect(refused.body.message).toBe('「1号库」还有下级，请先删除下级，或把下级移到别处')
    expect((await remove([ids.k1, ids.r1, ids.r2])).body.success).toBe(false)
    expect((await remove([ids.k1, ids.r1, ids.r2, ids.s1])).body.success).toBe(true)
    expect(names((await ask('clerk', 'rootList')).body.result)).toEqual(['2号库'])
  })
})
