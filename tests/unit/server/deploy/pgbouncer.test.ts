import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { application } from '#server/app/application.ts'
import { startServer } from '#server/app/start.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/store/database.ts'
import { runAs } from '#server/platform/store/requester.ts'
import { buildLinks } from '#server/platform/store/roles.ts'
import { type PgBouncer, startPgBouncer } from '../../../support/pgbouncer.ts'
import { buildDatabaseUrl, openTestDatabase, type TestDatabase } from '../../../support/test-database.ts'
import { signIn } from './sign-in.ts'

const password = 'lantern-orchid-7'
const dataDir = mkdtempSync(join(tmpdir(), 'office-pooled-'))
let test: TestDatabase
let bouncer: PgBouncer
let env: Record<string, string>
beforeAll(async () => {
  test = await openTestDatabase({ migrations: application.migrations })
  bouncer = await startPgBouncer(test.links.app, ['office_app'])
  env = {
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: bouncer.buildUrl('office_app'),
    DATABASE_DIRECT_URL: buildDatabaseUrl(test.links.app),
    DATABASE_OWNER_URL: buildDatabaseUrl(test.links.owner),
    REPORT_DATABASE_URL: buildDatabaseUrl(test.links.report),
    ADMIN_PASSWORD: password,
    DEMO: '0',
    RATE_LIMIT: '0',
    MAX_LOOP_DELAY: '0',
    MONITOR_INTERVAL: '0',
    LOG_LEVEL: 'silent',
  }
})
afterAll(async () => {
  await bouncer?.remove()
  await test?.close()
  rmSync(dataDir, { recursive: true, force: true })
})

it('server behind PgBouncer in transaction mode saves, announces changes, and works again when PgBouncer is back', async () => {
  const config = { ...readConfig(env), schemaDirs: ['tests/fixtures/server-schemas'] }
  const running = await startServer(config, application, () => undefined)
  try {
    const { call, token, userId } = await signIn(running, password)
    const socket = new WebSocket(`${running.address.replace('http', 'ws')}/websocket/${userId}`, [token])
    const frames: string[] = []
    socket.on('message', (data) => frames.push((JSON.parse(String(data)) as { cmd: string }).cmd))
    await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject))

    const items = [{ fspmc: '纸', fnum: 1, fprice: 2 }]
    const save = (fcode: string) => call('/resource/demo/order/add', { fcode, fname: '纸', items })
    expect(await save('A1')).toMatchObject({ status: 200, body: { success: true } })
    await expect.poll(() => frames, { interval: 5 }).toContain('changed')

    // More readers at once than PgBouncer has connections.
    const lists = await Promise.all(Array.from({ length: 12 }, () => call('/resource/demo/order/list')))
    expect(new Set(lists.map(({ status }) => status))).toEqual(new Set([200]))

    await bouncer.stop()
    expect(await save('A2')).toMatchObject({ status: 503 })
    expect(socket.readyState).toBe(WebSocket.OPEN)
    await bouncer.start()
    expect(await save('A3')).toMatchObject({ status: 200, body: { success: true } })
    socket.terminate()
  } finally {
    await running.stop()
  }
})

it('a requester that may only read is refused a write behind PgBouncer, and others on the same connection are not', async () => {
  const db = await openDatabase(buildLinks(readConfig(env), () => undefined))
  const signal = () => undefined
  const write = (id: string) =>
    db.app.insertInto('sys_role').values({ id, role_code: id, role_name: id }).execute()
  const readers = Array.from({ length: 5 }, (_, at) =>
    runAs({ key: `reader ${at}`, signal, readsOnly: true }, () => write(`r${at}`)),
  )
  const refused = await Promise.allSettled(readers)
  for (const result of refused)
    expect(result).toMatchObject({ status: 'rejected', reason: { code: '25006' } })
  await Promise.all(
    Array.from({ length: 5 }, (_, at) => runAs({ key: `w${at}`, signal }, () => write(`w${at}`))),
  )
  const reader = { key: 'reader', signal, readsOnly: true }
  const names = await runAs(reader, () =>
    db.app.transaction().execute((trx) => trx.selectFrom('sys_role').select('id').execute()),
  )
  expect(names.map(({ id }) => id)).toEqual(expect.arrayContaining(['w0', 'w4']))
  expect(names.map(({ id }) => id)).not.toContain('r0')
  await db.close()
})

it('a start names DATABASE_DIRECT_URL when only the address of PgBouncer is configured', async () => {
  const onlyPooled = readConfig({ ...env, DATABASE_DIRECT_URL: '' })
  await expect(startServer(onlyPooled, application, () => undefined)).rejects.toThrow('DATABASE_DIRECT_URL')
})

it('sessions behind PgBouncer have the time zone and the limits of direct ones', async () => {
  const db = await openDatabase(buildLinks(readConfig(env), () => undefined))
  await db.close()
  const client = new pg.Client(env.DATABASE_URL)
  await client.connect()
  const read = async (name: string) => Object.values((await client.query(`show ${name}`)).rows[0] ?? {})[0]
  try {
    expect([
      await read('timezone'),
      await read('datestyle'),
      await read('statement_timeout'),
      await read('lock_timeout'),
    ]).toEqual(['Asia/Shanghai', 'ISO, YMD', '10s', '2s'])
  } finally {
    await client.end()
  }
})

it('a start is refused with the remedy while PgBouncer uses connections with other settings', async () => {
  const client = new pg.Client(buildDatabaseUrl(test.links.app))
  await client.connect()
  const { rows } = await client.query<{ name: string }>('select quote_ident(current_database()) as name')
  await client.query(`alter role current_user in database ${rows[0]?.name} set lock_timeout = 7`)
  await client.end()
  await bouncer.stop()
  await bouncer.start()
  const pooled = new pg.Client(env.DATABASE_URL)
  await pooled.connect()
  await pooled.query('select 1')
  const links = buildLinks(readConfig(env), () => undefined)
  await expect(openDatabase(links)).rejects.toThrow('RECONNECT')
  await pooled.end()
  await bouncer.stop()
  await bouncer.start()
  await (await openDatabase(links)).close()
})

it('DATABASE_DIRECT_URL is refused without DATABASE_URL, and what needs sessions goes there', () => {
  const direct = 'postgres://app@db/office'
  expect(() => readConfig({ DATABASE_DIRECT_URL: direct })).toThrow('DATABASE_DIRECT_URL')
  const pooled = 'postgres://app@bouncer/office'
  const config = readConfig({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct })
  expect(buildLinks(config, () => undefined)).toEqual({
    app: { connectionString: pooled },
    direct: { connectionString: direct },
    owner: { connectionString: direct },
    report: { connectionString: direct },
  })
})
