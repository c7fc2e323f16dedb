import { mkdtempSync, rmSync } from 'node:fs'
import { globalAgent } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { runDoctor } from '#server/app/doctor/command.ts'
import { type Running, startServer } from '#server/app/start.ts'
import { readConfig } from '#server/platform/config.ts'
import { freePort } from '../../support/free-port.ts'
import { socketApplication } from '../../support/socket-application.ts'
import { buildDatabaseUrl, openTestDatabase, type TestDatabase } from '../../support/test-database.ts'
import {
  ask,
  client,
  type ExampleProxy,
  examples,
  makeCertificate,
  removeFiles,
  startProxy,
} from './example-proxies.ts'

const password = 'lantern-orchid-7'
const dataDir = mkdtempSync(join(tmpdir(), 'office-proxied-'))
let certificate: string
let test: TestDatabase
let env: Record<string, string>
/** Two instances; the third one of the examples is down. */
let instances: Running[]
let down: number
beforeAll(async () => {
  certificate = makeCertificate()
  test = await openTestDatabase({ migrations: socketApplication.migrations })
  env = {
    PORT: '0',
    DATA_DIR: dataDir,
    SECRET_KEY: '5e'.repeat(32),
    DATABASE_URL: buildDatabaseUrl(test.links.app),
    DATABASE_OWNER_URL: buildDatabaseUrl(test.links.owner),
    REPORT_DATABASE_URL: buildDatabaseUrl(test.links.report),
    ADMIN_PASSWORD: password,
    TRUSTED_PROXY: '127.0.0.1',
    DEMO: '0',
    LOG_LEVEL: 'silent',
  }
  const start = () => startServer(readConfig(env), socketApplication, () => undefined)
  instances = [await start(), await start()]
  down = await freePort()
})
afterAll(async () => {
  for (const instance of instances ?? []) await instance.stop()
  await test?.close()
  rmSync(dataDir, { recursive: true, force: true })
  removeFiles()
})

describe.each(examples)('the example %s', (name) => {
  let proxy: ExampleProxy
  beforeAll(async () => {
    const ports = instances.map(({ address }) => Number(new URL(address).port))
    proxy = await startProxy(name, [...ports, down])
  })
  afterAll(() => proxy?.stop())

  it('passes on a sign-in with the real address of the client, whatever the client sends', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.7', 'user-agent': name }
    const { body } = await ask(proxy.port, '/sys/login', headers, { username: 'admin', password })
    const { token, userInfo } = (JSON.parse(body) as { result: { token: string; userInfo: { id: string } } })
      .result
    const { rows } = await sql<{ ip: string }>`select distinct ip from sys_session`.execute(test.db.owner)
    expect(rows).toEqual([{ ip: client }])

    // A session of one instance is one of each: sockets need no sticky sessions either.
    const origin = `https://127.0.0.1:${proxy.port}`
    for (let turn = 0; turn < 4; turn += 1) {
      const socket = new WebSocket(`${origin.replace('https', 'wss')}/websocket/${userInfo.id}`, [token], {
        ca: certificate,
        localAddress: client,
        origin,
      })
      const answer = new Promise((resolve, reject) =>
        socket.on('message', (data) => resolve(String(data))).on('error', reject),
      )
      await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject))
      socket.send('HeartBeat')
      expect(await answer).toContain('heartcheck')
      socket.terminate()
    }
  })

  it('hides the figures of collectors, and serves requests while an instance is down', async () => {
    for (const path of ['/metrics', '/jeecg-boot/metrics'])
      expect((await ask(proxy.port, path)).status).toBe(404)
    const answers = await Promise.all(Array.from({ length: 9 }, () => ask(proxy.port, '/sys/loginWays')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  })

  it('satisfies the doctor', async () => {
    const lines: string[] = []
    const url = `https://127.0.0.1:${proxy.port}`
    // What NODE_EXTRA_CA_CERTS does for a process.
    globalAgent.options.ca = certificate
    await runDoctor(['--url', url], env, (line) => lines.push(line))
    delete globalAgent.options.ca
    expect(lines).toContain('ok       headers of the proxy: the client of this request is 127.0.0.1')
    expect(lines).toContain('ok       live sockets: the connection is upgraded')
  })
})
