import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestServer } from '../resources/test-server.ts'

const name = 'system/gateway-route'
let server: TestServer
beforeAll(async () => {
  server = await TestServer.open({
    [`${name}.json`]: JSON.parse(readFileSync(`schemas/${name}.json`, 'utf8')),
  })
})
afterAll(() => server?.close())

const call = async (method: 'GET' | 'POST' | 'DELETE', verb: string, request = {}) =>
  (await server.call('admin', method, `/jeecg-boot/sys/gatewayRoute/${verb}`, request)).body

const router = {
  routerId: 'jeecg-system',
  name: '系统',
  uri: 'lb://jeecg-system',
  status: 1,
  predicates: [{ name: 'Path', args: ['/sys/**', '/online/**'] }],
  filters: [
    {
      name: 'Hystrix',
      args: [
        { key: 'name', value: 'default' },
        { key: 'fallbackUri', value: 'forward:/fallback' },
      ],
    },
  ],
}

it('a route is stored and answered in the format of the contract', async () => {
  expect(await call('POST', 'updateAll', { body: { router } })).toMatchObject({
    success: true,
    message: '操作成功！',
  })
  const [stored] = (await call('GET', 'list')).result
  expect(stored).toMatchObject(router)
  const changed = { ...stored, name: '系统服务', predicates: [{ name: 'Host', args: ['a.example'] }] }
  await call('POST', 'updateAll', { body: { router: changed } })
  const { result } = await call('GET', 'list')
  expect(result).toHaveLength(1)
  expect(result[0]).toMatchObject({
    name: '系统服务',
    predicates: changed.predicates,
    filters: router.filters,
  })
})

it('a route without the right is refused, and a removed route is gone', async () => {
  const url = '/jeecg-boot/sys/gatewayRoute/updateAll'
  expect((await server.call('nobody', 'POST', url, { body: { router } })).status).toBe(403)
  expect((await call('GET', 'clearRedis')).message).toBe('清除成功！')
  const [{ id }] = (await call('GET', 'list')).result
  expect((await call('DELETE', 'delete', { query: { id } })).message).toBe('删除路由成功')
  expect((await call('GET', 'list')).result).toEqual([])
})
