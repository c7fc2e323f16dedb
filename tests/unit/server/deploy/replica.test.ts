import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { application } from '#server/app/application.ts'
import { type Running, startServer } from '#server/app/start.ts'
import { readConfig } from '#server/platform/config.ts'
import { type Links, openDatabase } from '#server/platform/store/database.ts'
import { buildLinks, prepareLogins } from '#server/platform/store/roles.ts'
import { withClient } from '#server/platform/store/with-client.ts'
import { type SecondPostgres, startSecondPostgres, startStandby } from '../../../support/second-postgres.ts'
import { signIn } from './sign-in.ts'

const password = 'lantern-orchid-7'
const dataDir = mkdtempSync(join(tmpdir(), 'office-replica-'))
let primary: SecondPostgres
let standby: SecondPostgres
let links: Links
const servers: Running[] = []
let callers: Awaited<ReturnType<typeof signIn>>[] = []

beforeAll(async () => {
  primary = await startSecondPostgres()
  await prepareLogins(primary.link, 'office')
  standby = await startStandby(primary)
  const buildUrl = (user: string, port = primary.link.port) =>
    `postgres://${user}:${primary.link.password}@127.0.0.1:${port}/office`
  const env = {
    PORT: '0',
    DATA_DIR: dataDir,
    SECRET_KEY: '5e'.repeat(32),
    DATABASE_URL: buildUrl('office_app'),
    DATABASE_OWNER_URL: buildUrl(primary.link.user),
    REPORT_DATABASE_URL: buildUrl('office_report'),
    DATABASE_READ_URL: buildUrl('office_app', standby.link.port),
    ADMIN_PASSWORD: password,
    DEMO: '0',
    RATE_LIMIT: '0',
    MAX_LOOP_DELAY: '0',
    MONITOR_INTERVAL: '0',
    LOG_LEVEL: 'silent',
  }
  const config = { ...readConfig(env), schemaDirs: ['tests/fixtures/server-schemas'] }
  links = buildLinks(config, () => undefined)
  for (let count = 0; count < 2; count++)
    servers.push(await startServer(config, application, () => undefined))
  callers = await Promise.all(servers.map((server) => signIn(server, password)))
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  await standby?.remove()
  await primary?.remove()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Runs on the primary, and no server gets a message. */
const runUnheard = (text: string) =>
  withClient({ ...primary.link, database: 'office' }, (client) => client.query(text))
const addUnheard = (code: string) =>
  runUnheard(
    `insert into demo_order (id, fcode, fname, create_by) values ('${code}', '${code}', '纸', 'test')`,
  )

async function listCodes(at = 0): Promise<string[]> {
  const answer = await callers[at]?.call('/resource/demo/order/list?pageSize=100')
  expect(answer?.status).toBe(200)
  const page = answer?.body.result as { records: { fcode: string }[] } | undefined
  return page?.records.map(({ fcode }) => fcode) ?? []
}
const save = async (fcode: string) => {
  const items = [{ fspmc: '纸', fnum: 1, fprice: 2 }]
  const answer = await callers[0]?.call('/resource/demo/order/add', { fcode, fname: '纸', items })
  expect(answer).toMatchObject({ status: 200, body: { success: true } })
}

/** Whether a list lacks what only the primary has. */
async function isReadFromReplica(): Promise<boolean> {
  await standby.query('select pg_wal_replay_pause()')
  const code = randomUUID().slice(0, 30)
  await addUnheard(code)
  const codes = await listCodes()
  await standby.query('select pg_wal_replay_resume()')
  return !codes.includes(code)
}

it('lists read from the replica, and on every instance see what a request has written', async () => {
  // What was written before, such as the sign-in, has been replayed.
  await expect.poll(isReadFromReplica).toBe(true)
  await standby.query('select pg_wal_replay_pause()')
  await addUnheard('unheard')
  expect(await listCodes()).not.toContain('unheard')
  await save('saved')
  expect(await listCodes()).toEqual(expect.arrayContaining(['saved', 'unheard']))
  expect(await listCodes(1)).toContain('saved')

  await standby.query('select pg_wal_replay_resume()')
  // A replica that was late is asked again a second later.
  await expect.poll(isReadFromReplica).toBe(true)
  expect(await listCodes()).toContain('saved')
})

it('the lag of a replica is measured in bytes and seconds', async () => {
  const db = await openDatabase(links)
  await standby.query('select pg_wal_replay_pause()')
  await addUnheard('late')
  const late = await db.replica?.readLag()
  expect(late?.bytes).toBeGreaterThan(0)
  expect(late?.seconds).toBeGreaterThan(0)
  await standby.query('select pg_wal_replay_resume()')
  await expect.poll(() => db.replica?.readLag()).toEqual({ bytes: 0, seconds: 0 })
  await db.close()
})

it('lists are answered by the primary while the replica does not answer, and by the replica when it goes on', async () => {
  await expect.poll(isReadFromReplica).toBe(true)
  const pid = readFileSync(join(standby.data, 'postmaster.pid'), 'utf8').split('\n')[0] ?? ''
  const list = execFileSync('ps', ['-o', 'pid=', '--pid', pid, '--ppid', pid], { encoding: 'utf8' })
  const signal = (word: NodeJS.Signals) => {
    for (const each of list.trim().split('\n')) process.kill(Number(each), word)
  }
  signal('SIGSTOP')
  try {
    // Nothing is committed, and the connections to the replica have been asked: only the time tells.
    await sleep(1100)
    const start = performance.now()
    expect(await listCodes()).toContain('saved')
    const first = performance.now()
    expect(first - start).toBeLessThan(6000)
    await Promise.all(Array.from({ length: 5 }, () => listCodes()))
    expect(performance.now() - first).toBeLessThan(4000)
  } finally {
    signal('SIGCONT')
  }
  await expect.poll(isReadFromReplica, { timeout: 15_000, interval: 500 }).toBe(true)
})

it('lists are answered by the primary while the replica is away, and by the replica when it is back', async () => {
  await standby.stop()
  expect(await listCodes()).toContain('saved')
  await standby.start()
  await expect.poll(isReadFromReplica).toBe(true)
})
