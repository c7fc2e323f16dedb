import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Metrics } from '#server/modules/monitor/metrics.ts'
import { parseInfo } from '#server/modules/monitor/redis-figures.ts'
import { RequestRecorder, type TracedRequest } from '#server/modules/monitor/requests.ts'
import { TestServer } from '../resources/test-server.ts'

const request = (at: number, part: Partial<TracedRequest> = {}): TracedRequest => ({
  ...{ at: new Date(at), method: 'GET', path: `/p${at}`, status: 200, took: at, person: '' },
  ...part,
})

describe('the recorder of requests', () => {
  it('lists the newest hundred, the latest first', () => {
    const recorder = new RequestRecorder(() => false)
    for (let at = 1; at <= 250; at++) recorder.note(request(at))
    const list = recorder.list()
    expect(list).toHaveLength(100)
    expect([list[0]?.path, list[99]?.path]).toEqual(['/p250', '/p151'])
  })

  it('counts requests, failures and the time of 95 of 100 since the last call', () => {
    const recorder = new RequestRecorder(() => false)
    for (let at = 1; at <= 100; at++) recorder.note(request(at, at > 97 ? { status: 500 } : {}))
    expect(recorder.takeCounts()).toEqual({ count: 100, failed: 3, p95: 96 })
    expect(recorder.takeCounts()).toEqual({ count: 0, failed: 0, p95: 0 })
  })

  it('records what a server answers, without queries and without the addresses of probes', async () => {
    const recorder = new RequestRecorder((path) => path === '/healthz')
    const server = createServer((_, response) => response.writeHead(418).end())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    recorder.start()
    await fetch(`http://127.0.0.1:${port}/a?name=secret`, { method: 'POST' })
    await fetch(`http://127.0.0.1:${port}/healthz`)
    recorder.stop()
    await fetch(`http://127.0.0.1:${port}/b`)
    await new Promise((resolve) => server.close(resolve))
    const list = recorder.list().map(({ method, path, status }) => [method, path, status])
    expect(list).toEqual([['POST', '/a', 418]])
  })
})

const shipped = ['figure', 'sample', 'trace', 'statement'].map((name) => [
  `monitor/${name}.json`,
  JSON.parse(readFileSync(`schemas/monitor/${name}.json`, 'utf8')),
])

describe('the monitor', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await TestServer.open(Object.fromEntries(shipped), { clerk: ['monitor:figure:list'] })
  })
  afterAll(() => server?.close())
  const rows = async (name: string) =>
    (await server.call('admin', 'GET', `/resource/monitor/${name}/list`, { query: { pageSize: '200' } })).body
      .result.records as Record<string, string | number>[]

  it('stores a sample, the present figures once for each server, and the requests since the last reading', async () => {
    const { monitor } = server.services
    monitor.requests.note(request(Date.now() + 1, { path: '/first', status: 503 }))
    await monitor.store(await monitor.read(30))
    monitor.requests.note(request(Date.now() + 2, { path: '/second' }))
    await monitor.store(await monitor.read(30))
    const samples = await rows('sample')
    expect(samples).toHaveLength(2)
    expect(samples.map(({ failed }) => failed).sort()).toEqual([0, 2])
    for (const sample of samples) {
      expect(sample.memoryUsed).toBeGreaterThan(0)
      expect(sample.diskUsed).toBeLessThanOrEqual(100)
      expect(sample.connections).toBeGreaterThan(0)
    }
    const figures = await rows('figure')
    expect(new Set(figures.map(({ name }) => name)).size).toBe(figures.length)
    expect(figures.filter(({ name }) => name === 'jvm.memory.used')).toMatchObject([
      { family: 'runtime', title: '堆内存已使用', value: expect.stringMatching(/^[\d.]+ [MG]B$/) },
    ])
    const [disk] = figures.filter(({ family }) => family === 'disk')
    expect(disk).toMatchObject({ name: 'disk.used 数据目录', share: expect.any(Number) })
    expect(disk?.value).toMatch(new RegExp(`（${Number(disk?.share).toFixed(1)} %）$`))
    const traced = await rows('trace')
    expect(traced.map(({ path, status }) => [path, status]).sort()).toEqual([
      ['/first', 503],
      ['/second', 200],
    ])
  })

  it('stores what a Redis is like with the sample, and nothing while there is none', async () => {
    const { monitor } = server.services
    const answer =
      'redis_version:7.0.15\nused_memory:3145728\nconnected_clients:4\nkeyspace_hits:9\nkeyspace_misses:1'
    await monitor.store({ ...(await monitor.read(30)), redis: parseInfo(answer) })
    await monitor.store({ ...(await monitor.read(30)), redis: null })
    const found = (await rows('sample')).map(({ redisMemory, redisClients, redisHits }) => [
      redisMemory,
      redisClients,
      redisHits,
    ])
    expect(found).toContainEqual([3, 4, 90])
    expect(found).toContainEqual([null, null, null])
  })

  it('shows its figures to those who hold the code, and nobody adds rows by hand', async () => {
    expect((await server.call('clerk', 'GET', '/resource/monitor/figure/list')).body.success).toBe(true)
    expect((await server.call('clerk', 'GET', '/resource/monitor/trace/list')).body.success).toBe(false)
    const added = await server.call('admin', 'POST', '/resource/monitor/sample/add', {
      body: { server: 'x' },
    })
    expect(added.body.success).toBe(false)
  })

  it('answers collectors with the token of the configuration only', async () => {
    const ask = async (authorization?: string) => {
      const headers = authorization === undefined ? {} : { authorization }
      const answer = await server.app.inject({ method: 'GET', url: '/metrics', headers })
      return answer.body.includes('http_request_duration_seconds')
    }
    expect(await ask('Bearer ')).toBe(false)
    Object.assign(server.services.monitor, { metrics: new Metrics() })
    Object.assign(server.services.config, { metricsToken: 'collector-token' })
    expect(await ask('Bearer collector-token')).toBe(true)
    expect(await ask('Bearer collector-tokem')).toBe(false)
    expect(await ask()).toBe(false)
    expect(await ask('Bearer ')).toBe(false)
  })

  it('is ready while its database answers', async () => {
    const answer = await server.app.inject({ method: 'GET', url: '/readyz' })
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'ok' }])
  })
})
