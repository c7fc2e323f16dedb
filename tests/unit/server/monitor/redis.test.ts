import { type ChildProcess, spawn } from 'node:child_process'
import { createClient } from '@redis/client'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { listFigures } from '#server/modules/monitor/figures.ts'
import { Monitor } from '#server/modules/monitor/monitor.ts'
import { parseInfo, RedisReader } from '#server/modules/monitor/redis-figures.ts'
import { readRedisUrl } from '#server/platform/redis-config.ts'
import { freePort } from '../../../support/free-port.ts'
import { TestServer } from '../resources/test-server.ts'

const password = 'lantern-of-keys'
let port: number
let url: string
let child: ChildProcess | undefined

async function start(): Promise<void> {
  const settings = ['--port', String(port), '--save', '', '--requirepass', password, '--bind', '127.0.0.1']
  child = spawn('redis-server', settings, { stdio: 'ignore', cwd: '/tmp' })
  await vi.waitUntil(async () => (await ask()) !== null, { timeout: 20_000 })
}
async function stop(): Promise<void> {
  const ended = new Promise((resolve) => child?.once('exit', resolve))
  child?.kill()
  await ended
}
/** The figures by a reader of its own. */
async function ask() {
  const reader = new RedisReader(url)
  const found = await reader.read()
  reader.stop()
  return found
}

beforeAll(async () => {
  port = await freePort()
  url = `redis://:${password}@127.0.0.1:${port}`
  await start()
})
afterAll(stop)

it('reads keys of all databases, memory and hits of a server with a password', async () => {
  const client = createClient({ url })
  await client.connect()
  await client.set('a', '1')
  await client.set('b', '2')
  await client.get('a')
  await client.get('absent')
  await client.select(3)
  await client.set('c', '3')
  await client.close()
  const found = await ask()
  expect(found).toMatchObject({ keys: 3, hits: 50, evicted: 0, clients: 1 })
  expect(found?.memory).toBeGreaterThan(100_000)
  expect(found?.version).toMatch(/^\d+\./)
})

it('an answer without keys or hits has neither', () => {
  expect(parseInfo('redis_version:7.0.15\r\nkeyspace_hits:0\r\n# Keyspace\r\n')).toMatchObject({
    keys: 0,
    hits: null,
  })
})

it('the page of the cache says what the server is like, that it does not answer, and its figures again', async () => {
  const server = await TestServer.open()
  const { services } = server
  const monitor = new Monitor({ ...services, config: { ...services.config, redisUrl: url } })
  const values = async () => {
    const reading = await monitor.read(30)
    return new Map(listFigures(reading).map(({ title, value }) => [title, value]))
  }
  try {
    expect((await values()).get('Redis 键数')).toBe('3 个')
    await stop()
    const absent = await values()
    expect(absent.get('Redis')).toBe('没有应答，请检查 REDIS_URL 和那台 Redis')
    expect(absent.has('Redis 键数')).toBe(false)
    await start()
    expect((await values()).get('Redis 键数')).toBe('0 个')
  } finally {
    await monitor.stop()
    await server.close()
  }
})

it.each(['127.0.0.1:6379', 'http://redis:6379', 'redis://'])(
  'an address is refused without its text: %s',
  (text) => {
    expect(() => readRedisUrl(text)).toThrow(/REDIS_URL 不能识别/)
  },
)
