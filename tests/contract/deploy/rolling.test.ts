import { mkdtempSync, rmSync } from 'node:fs'
import { Agent } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Migration, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BaseServices } from '#server/app/services.ts'
import { type Running, startServer } from '#server/app/start.ts'
import { readConfig } from '#server/platform/config.ts'
import { ok } from '#server/platform/http/envelope.ts'
import type { Plugin } from '#server/platform/http/route.ts'
import { freePort } from '../../support/free-port.ts'
import { socketApplication } from '../../support/socket-application.ts'
import { buildDatabaseUrl, openTestDatabase, type TestDatabase } from '../../support/test-database.ts'
import {
  ask,
  type ExampleProxy,
  examples,
  makeCertificate,
  removeFiles,
  startProxy,
} from './example-proxies.ts'

const password = 'lantern-orchid-7'
const dataDir = mkdtempSync(join(tmpdir(), 'office-rolling-'))
let test: TestDatabase
let certificate: string
beforeAll(async () => {
  certificate = makeCertificate()
  test = await openTestDatabase({ migrations: socketApplication.migrations })
  await sql`create table test_save (code text primary key)`.execute(test.db.owner)
})
afterAll(async () => {
  await test?.close()
  rmSync(dataDir, { recursive: true, force: true })
  removeFiles()
})

const make = (table: string): Migration => ({
  up: async (trx) => void (await sql`create table ${sql.table(table)} (id integer)`.execute(trx)),
})
/**
 * How long the server works on each request, a save within its transaction. A stop then meets unanswered requests of every
 * person, while the four of them cost little.
 */
const WORK_MS = 40

/** What version N + 1 has besides version N. */
const later = {
  '29990101-0000-contract-rolling': make('test_contracted'),
  '29990101-0001-rolling': make('test_expanded'),
}

const saveRoutes: Plugin<BaseServices> = (app, { db }) => {
  app.get('/test/list', { config: { access: 'self' } }, async () => {
    await sleep(WORK_MS)
    const { rows } = await sql`select code from test_save order by code limit 10`.execute(db.app)
    return ok(rows)
  })
  app.post('/test/save', { config: { access: 'self' } }, async (request) => {
    const { code } = request.body as { code: string }
    // As a save with a key: sent again, it changes nothing.
    await db.write(async (trx) => {
      await sql`insert into test_save values (${code}) on conflict do nothing`.execute(trx)
      await sleep(WORK_MS)
    })
    return ok(code)
  })
}

/** Starts an instance of version N or N + 1, which writes its name into each answer. */
function startInstance(port: number, version: 'N' | 'N + 1'): Promise<Running> {
  const env = {
    PORT: String(port),
    DATA_DIR: dataDir,
    SECRET_KEY: '5e'.repeat(32),
    DATABASE_URL: buildDatabaseUrl(test.links.app),
    DATABASE_OWNER_URL: buildDatabaseUrl(test.links.owner),
    REPORT_DATABASE_URL: buildDatabaseUrl(test.links.report),
    ADMIN_PASSWORD: password,
    TRUSTED_PROXY: '127.0.0.1',
    STOP_DELAY: '1',
    DEMO: '0',
    RATE_LIMIT: '0',
    MAX_LOOP_DELAY: '0',
    MONITOR_INTERVAL: '0',
    LOG_LEVEL: 'silent',
  }
  const { migrations } = socketApplication
  const application: typeof socketApplication = {
    ...socketApplication,
    routes: [...socketApplication.routes, saveRoutes],
    migrations: version === 'N' ? migrations : { ...migrations, ...later },
    extend(app, services) {
      app.addHook('onRequest', async (_, reply) => void reply.header('x-instance', `${version} at ${port}`))
      socketApplication.extend?.(app, services)
    },
  }
  return startServer(readConfig(env), application, () => undefined)
}

/**
 * A person behind a proxy who reads a list and saves, again and again, on connections that are kept. As the page does, a
 * request that may be sent twice is repeated once when the proxy has lost its instance.
 */
class Person {
  readonly faults: string[] = []
  readonly answeredBy = new Set<string>()
  saved = 0
  isEnding = false
  readonly #agent = new Agent({ keepAlive: true, ca: certificate })

  constructor(
    readonly name: string,
    readonly port: number,
  ) {}

  async run(): Promise<void> {
    const signIn = await this.#send('/sys/login', {}, { username: 'admin', password })
    const { token } = JSON.parse(signIn) as { token: string }
    const headers = { 'x-access-token': token }
    while (!this.isEnding) {
      await this.#send('/test/list', headers)
      await this.#send('/test/save', headers, { code: `${this.name} ${this.saved}` })
      this.saved += 1
    }
    this.#agent.destroy()
  }

  /** The result of an answer as JSON. */
  async #send(path: string, headers: Record<string, string>, body?: object): Promise<string> {
    try {
      const send = () => ask(this.port, path, headers, body, this.#agent)
      const first = await send()
      const answer = first.status === 502 ? await send() : first
      const { success, result } = JSON.parse(answer.body) as { success: boolean; result: unknown }
      if (answer.status !== 200 || !success) this.faults.push(`${this.name}: ${answer.status} ${answer.body}`)
      this.answeredBy.add(String(answer.headers['x-instance']))
      return JSON.stringify(result)
    } catch (error) {
      this.faults.push(`${this.name} ${path}: ${error}`)
      return '{}'
    }
  }
}

const readTables = async () => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relname in ('test_contracted', 'test_expanded') order by 1`.execute(
    test.db.owner,
  )
  return rows.map(({ name }) => name)
}

it('no request fails while three instances are replaced by the next version behind the example proxies', async () => {
  const ports = [await freePort(), await freePort(), await freePort()]
  const running = new Map<number, Running>()
  const proxies: ExampleProxy[] = []
  const people: Person[] = []
  let work: Promise<unknown> = Promise.resolve()
  try {
    for (const port of ports) running.set(port, await startInstance(port, 'N'))
    for (const name of examples) {
      const proxy = await startProxy(name, ports)
      proxies.push(proxy)
      for (const letter of ['a', 'b']) people.push(new Person(`${name}-${letter}`, proxy.port))
    }
    work = Promise.all(people.map((person) => person.run()))
    const isSeen = (instance: string) =>
      examples.every((name) =>
        people.some((person) => person.name.startsWith(name) && person.answeredBy.has(instance)),
      )
    // A proxy on a busy machine may take long to see an instance again.
    const untilSeen = (instance: string) =>
      expect.poll(() => isSeen(instance), { timeout: 60_000 }).toBe(true)
    for (const port of ports) await untilSeen(`N at ${port}`)
    for (const [at, port] of ports.entries()) {
      await running.get(port)?.stop()
      running.set(port, await startInstance(port, 'N + 1'))
      await untilSeen(`N + 1 at ${port}`)
      const isLast = at === ports.length - 1
      expect(await readTables()).toEqual(isLast ? ['test_contracted', 'test_expanded'] : ['test_expanded'])
    }
  } finally {
    for (const person of people) person.isEnding = true
    await work
    for (const proxy of proxies) await proxy.stop()
    for (const instance of running.values()) await instance.stop()
  }
  expect(people.flatMap(({ faults }) => faults)).toEqual([])
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from test_save`.execute(test.db.owner)
  expect(rows[0]?.n).toBe(people.reduce((sum, { saved }) => sum + saved, 0))
}, 300_000)
