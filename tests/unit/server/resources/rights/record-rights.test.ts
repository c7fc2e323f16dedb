import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open()
})
afterAll(() => server?.close())

const read = async (id: string) =>
  (await server.order('clerk', 'queryById', 'GET', { query: { id } })).body.result
const listProblems = (reply: { body: { result: { problems: { path: string }[] } } }) =>
  reply.body.result.problems.map(({ path }) => path)

describe('record rights', () => {
  it('hide a column from list, detail, filter, sort and the advanced query', async () => {
    const saved = await server.add({ fsecret: 42 })
    const list = await server.order('reader', 'list', 'GET', { query: { id: saved.id } })
    expect(list.body.result.records[0]).not.toHaveProperty('fsecret')
    const detail = await server.order('reader', 'queryById', 'GET', { query: { id: saved.id } })
    expect(detail.body.result).not.toHaveProperty('fsecret')
    expect(detail.body.result.items[0]).not.toHaveProperty('fprice')
    const params = JSON.stringify([{ field: 'fsecret', rule: 'eq', val: '42' }])
    const queries: Record<string, string>[] = [
      { fsecret: '42' },
      { fsecret_begin: '1' },
      { column: 'fsecret', order: 'asc' },
      { superQueryParams: params },
    ]
    for (const query of queries)
      expect((await server.order('reader', 'list', 'GET', { query })).status).toBe(400)
  })

  it('refuse a write to a column without its right, unless the value is unchanged', async () => {
    const saved = await server.add({ flocked: '原样' })
    const edit = (body: Record<string, unknown>) =>
      server.order('reader', 'edit', 'PUT', { body: { id: saved.id, ...body } })
    expect((await edit({ fname: '一', flocked: '原样' })).status).toBe(200)
    expect(listProblems(await edit({ flocked: '改' }))).toEqual(['/flocked'])
    expect(listProblems(await edit({ fsecret: 1 }))).toEqual(['/fsecret'])
    const row = saved.items[0]
    expect(listProblems(await edit({ items: { changed: [{ id: row.id, fprice: 3 }] } }))).toEqual([
      '/items/changed/0/fprice',
    ])
    expect(await read(saved.id)).toMatchObject({ flocked: '原样', items: [{ fprice: 3 }] })
  })

  it('answer records outside the row rule like unknown ids', async () => {
    const saved = await server.add()
    const unknown = '9999999999999999999'
    for (const id of [saved.id, unknown]) {
      const replies = [
        await server.order('other', 'queryById', 'GET', { query: { id } }),
        await server.order('other', 'edit', 'PUT', { body: { id, fname: '抢' } }),
        await server.order('other', 'delete', 'DELETE', { query: { id } }),
        await server.order('other', 'deleteBatch', 'DELETE', { query: { ids: `${id},` } }),
        await server.order('other', 'move/audit', 'POST', { body: { ids: id } }),
      ]
      for (const { status, body } of replies) {
        expect([status, body.code, body.message]).toEqual([200, 500, '未找到对应实体'])
      }
    }
    expect((await server.order('other', 'list', 'GET', { query: { id: saved.id } })).body.result.total).toBe(
      0,
    )
    expect((await read(saved.id)).fname).toBe('订单')
  })

  it('refuse a request without the action code; a list load answers 510', async () => {
    const list = await server.order('nobody', 'list', 'GET')
    expect([list.status, list.body.code, list.body.message]).toEqual([200, 510, '没有权限，请联系管理员授权'])
    const add = await server.order('nobody', 'add', 'POST', { body: {} })
    expect([add.status, add.body.message, add.body.result.code]).toEqual([403, '拒绝访问', 'demo:order:add'])
    expect((await server.order('reader', 'move/audit', 'POST', { body: { ids: 'a' } })).status).toBe(403)
    expect((await server.call('clerk', 'GET', '/resource/demo/ghost/list')).status).toBe(404)
    expect((await server.order('clerk', 'move/ghost', 'POST', { body: { ids: 'a' } })).status).toBe(404)
  })
})
