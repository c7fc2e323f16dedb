import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import type { Application } from '#server/app/compose.ts'
import type { BaseServices } from '#server/app/services.ts'
import { startServer } from '#server/app/start.ts'
import { readConfig } from '#server/platform/config.ts'
import { ok } from '#server/platform/http/envelope.ts'
import { createListener } from '#server/platform/http/front.ts'
import type { Plugin } from '#server/platform/http/route.ts'
import { createLive, type Live } from '#server/platform/live/live.ts'
import { addSockets, socketRoutes } from '#server/platform/live/sockets.ts'
import { WRITE_PERMITS } from '#server/platform/store/queue/concurrency.ts'
import { baseMigrations, baseRoutes } from '../../../support/base-application.ts'
import { buildDatabaseUrl, openTestDatabase, type TestDatabase } from '../../../support/test-database.ts'

const password = 'lantern-orchid-7'
/** A lock of the test that each save waits for. */
const lock = 77

const saveRoutes: Plugin<BaseServices> = (app, { db }) => {
  app.post('/test/save', { config: { access: 'self' } }, async () => {
    await db.write(async (trx) => {
      // The test decides how long the saves wait.
      await sql`set local lock_timeout = 0`.execute(trx)
      await sql`select pg_advisory_xact_lock_shared(${lock})`.execute(trx)
      await sql`insert into test_save default values`.execute(trx)
    })
    return ok(null)
  })
}

type SocketServices = BaseServices & { live: Live }

/** Saves that wait, and live sockets. */
const application: Application<SocketServices> = {
  open: async (base) => ({ ...base, live: createLive() }),
  routes: [...baseRoutes, saveRoutes, socketRoutes],
  extend: addSockets,
  close: ({ live }) => live.close(),
  jobs: [],
  migrations: baseMigrations,
}

let test: TestDatabase
let dataDir: string
beforeAll(async () => {
  test = await openTestDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'office-drain-'))
  await sql`create table test_save (id serial)`.execute(test.db.owner)
})
afterAll(async () => {
  await test?.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const start = () =>
  startServer(
    readConfig({
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: buildDatabaseUrl(test.links.owner),
      ADMIN_PASSWORD: password,
      DEMO: '0',
      RATE_LIMIT: '0',
      MAX_LOOP_DELAY: '0',
      LOG_LEVEL: 'silent',
    }),
    application,
    () => undefined,
  )

async function signIn(address: string): Promise<{ token: string; userId: string }> {
  const answer = await fetch(`${address}/sys/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  })
  const { result } = (await answer.json()) as { result: { token: string; userInfo: { id: string } } }
  return { token: result.token, userId: result.userInfo.id }
}

/** Takes the lock of the saves until `release`. */
async function holdLock() {
  const client = new pg.Client(test.links.owner)
  await client.connect()
  await client.query(`select pg_advisory_lock(${lock})`)
  return {
    async countWaiting(): Promise<number> {
      const text = `select count(*)::int as n from pg_locks where locktype = 'advisory' and objid = ${lock} and not granted`
      return (await client.query(text)).rows[0].n
    },
    release: () => client.end(),
  }
}

/** Sends requests over one keep-alive connection. */
function keepConnection(address: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  return (path: string) =>
    new Promise<{ status?: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
      request(`${address}${path}`, { agent }, (answer) => {
        let text = ''
        answer.on('data', (chunk) => {
          text += chunk
        })
        answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, text }))
      })
        .on('error', reject)
        .end()
    })
}

it('server completes running saves and refuses new requests when it is stopping', async () => {
  const { address, stop } = await start()
  const { token, userId } = await signIn(address)
  const ended: string[] = []
  const socketUrl = `${address.replace('http', 'ws')}/websocket/${userId}`
  const socket = new WebSocket(socketUrl, [token])
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject))
  const socketCode = new Promise<number>((resolve) => socket.on('close', resolve)).finally(() =>
    ended.push('socket'),
  )
  const keptBefore = keepConnection(address)
  expect(await keptBefore('/healthz')).toMatchObject({ status: 200, text: '{"status":"ok"}' })

  const held = await holdLock()
  const saves = Array.from({ length: 8 }, async () => {
    const answer = await fetch(`${address}/test/save`, {
      method: 'POST',
      headers: { 'x-access-token': token },
    })
    ended.push('save')
    return [answer.status, answer.headers.get('connection'), ((await answer.json()) as { code: number }).code]
  })
  // The others wait for a permit, and count as running too.
  await expect.poll(held.countWaiting).toBe(WRITE_PERMITS.maxRunningPerKey)
  const stopped = stop().then(() => ended.push('server'))

  const refused = await keptBefore('/sys/loginWays')
  expect(refused).toMatchObject({ status: 503, headers: { connection: 'close', 'retry-after': '2' } })
  expect(JSON.parse(refused.text)).toMatchObject({ success: false, code: 503 })
  expect(await keepConnection(address)('/healthz')).toMatchObject({
    status: 503,
    text: '{"status":"stopping"}',
  })
  const late = new WebSocket(socketUrl, [token])
  await expect(new Promise((_, reject) => late.on('error', reject))).rejects.toThrow('503')
  expect(ended).toEqual([])

  await held.release()
  expect(await Promise.all(saves)).toEqual(Array.from({ length: 8 }, () => [200, 'close', 200]))
  expect(await socketCode).toBe(1012)
  await stopped
  expect(ended).toEqual([...Array.from({ length: 8 }, () => 'save'), 'socket', 'server'])
  await expect(fetch(`${address}/healthz`)).rejects.toThrow()
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from test_save`.execute(test.db.owner)
  expect(rows[0]?.n).toBe(8)
})

/** A thread that sends a save over a new connection whenever it is asked, and counts in the flag those that are connected. */
const lateClient = `
const { parentPort, workerData: { port, flag } } = require('node:worker_threads')
parentPort.on('message', () => {
  const request = require('node:http').request({ port, host: '127.0.0.1', method: 'POST', agent: false })
  request.on('response', ({ statusCode }) => parentPort.postMessage(statusCode))
  request.on('error', ({ code }) => parentPort.postMessage(code))
  request.on('socket', (socket) => socket.on('connect', () => Atomics.add(flag, 0, 1) + Atomics.notify(flag, 0)))
  request.end()
})
parentPort.postMessage('ready')`

/** A listener that answers, and a thread whose connections it gets; the thread ends with the test. */
async function startLateClient() {
  const front = createListener('127.0.0.1', 0)
  front.use((_, response) => void response.writeHead(201).end())
  await front.listen()
  const flag = new Int32Array(new SharedArrayBuffer(4))
  const port = Number(new URL(front.address).port)
  const client = new Worker(lateClient, { eval: true, workerData: { port, flag } })
  const answers: unknown[] = []
  await new Promise((resolve) => client.once('message', resolve))
  client.on('message', (answer) => answers.push(answer))
  onTestFinished(async () => {
    await client.terminate()
    await front.close()
  })
  let count = 0
  /** Lets a connection arrive while this thread does nothing else, for as long at least. */
  const connectMeanwhile = (milliseconds: number): void => {
    client.postMessage('connect')
    // A connection that is refused is not counted.
    if (Atomics.wait(flag, 0, count, 1000) === 'timed-out') return
    count += 1
    Atomics.wait(flag, 0, count, milliseconds)
  }
  return { front, answers, connectMeanwhile }
}

it('answers a connection that was waiting to be accepted when the delay ended', async () => {
  const delay = 50
  const { front, answers, connectMeanwhile } = await startLateClient()
  const drained = front.drain(1000, delay)
  connectMeanwhile(2 * delay)
  await drained
  await expect.poll(() => answers).toEqual([201])
})

it('answers connections that arrive after the listener was looked at, in busy turns of the event loop', async () => {
  const delay = 50
  const { front, answers, connectMeanwhile } = await startLateClient()
  const end = performance.now() + 2 * delay
  const beBusy = () => {
    connectMeanwhile(5)
    if (performance.now() < end) setImmediate(beBusy)
  }
  setImmediate(beBusy)
  await front.drain(1000, delay)
  await expect.poll(() => answers.length).toBeGreaterThan(5)
  expect(answers.filter((answer) => answer !== 201)).toEqual([])
})
