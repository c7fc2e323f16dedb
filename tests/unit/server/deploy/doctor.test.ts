import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { runDoctor } from '#server/app/doctor/command.ts'
import { nodeCheck } from '#server/app/doctor/machine.ts'
import { type Running, startServer } from '#server/app/start.ts'
import { readConfig } from '#server/platform/config.ts'
import { freePort } from '../../../support/free-port.ts'
import { startPgBouncer } from '../../../support/pgbouncer.ts'
import { socketApplication } from '../../../support/socket-application.ts'
import { buildDatabaseUrl, openTestDatabase, type TestDatabase } from '../../../support/test-database.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'office-doctor-'))
let test: TestDatabase
let running: Running
let env: Record<string, string>
beforeAll(async () => {
  test = await openTestDatabase({ migrations: socketApplication.migrations })
  env = {
    PORT: '0',
    DATA_DIR: dataDir,
    SECRET_KEY: '5e'.repeat(32),
    DATABASE_URL: buildDatabaseUrl(test.links.app),
    DATABASE_OWNER_URL: buildDatabaseUrl(test.links.owner),
    REPORT_DATABASE_URL: buildDatabaseUrl(test.links.report),
    ADMIN_PASSWORD: 'lantern-orchid-7',
    TRUSTED_PROXY: '127.0.0.1',
    DEMO: '0',
    LOG_LEVEL: 'silent',
  }
  running = await startServer(readConfig(env), socketApplication, () => undefined)
})
afterAll(async () => {
  await running?.stop()
  await test?.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Runs the command with further settings; its exit code and its lines. */
async function examine(settings: Record<string, string> = {}, ...args: string[]) {
  const lines: string[] = []
  const code = await runDoctor(args, { ...env, ...settings }, (line) => lines.push(line))
  const faults = lines.filter((line) => /^(fault|warning)/.test(line))
  return { code, lines, faults, text: lines.join('\n') }
}

/** A proxy of this machine that changes the headers and passes on no upgrades. */
async function openProxy(
  change: (headers: Record<string, unknown>) => object,
  address = running.address,
): Promise<string> {
  const proxy = createServer((from, to) => {
    const url = new URL(from.url ?? '/', address)
    const { upgrade: _, connection: __, ...headers } = from.headers
    const sent = request(url, { headers: { ...change(headers) } as never }, (answer) => {
      to.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(to)
    })
    sent.on('error', () => to.destroy())
    from.pipe(sent)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => proxy.once('listening', resolve))
  onTestFinished(() => void proxy.close())
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}

describe('the doctor', () => {
  it('finds no fault where the server runs, and counts the connections of an instance', async () => {
    const { code, lines, faults } = await examine()
    expect(faults).toEqual([])
    expect(code).toBe(0)
    expect(lines).toContain('ok       secret key of this database: the database was written with this key')
    expect(lines).toContainEqual(
      expect.stringMatching(/^ok {7}connections: .* takes up to 30: enough for \d+ /),
    )
    expect(lines.at(-1)).toMatch(/^\d+ ok, 0 warnings, 0 faults$/)
  })

  it('says before the first start what is missing, and makes nothing', async () => {
    const folder = join(dataDir, 'new')
    const none = { DATABASE_URL: '', DATABASE_OWNER_URL: '', REPORT_DATABASE_URL: '', SECRET_KEY: '' }
    const { code, text } = await examine({ ...none, DATA_DIR: folder })
    expect(text).toContain(`ok       data folder: ${folder} will be created in ${dataDir}`)
    expect(text).toContain('ok       embedded database: its programs run here')
    expect(code).toBe(0)
    expect(() => rmSync(folder, { recursive: true })).toThrow('ENOENT')
  })

  it('names wrong settings, folders and disks with their remedies', async () => {
    expect((await examine({ PORT: 'x' })).text).toContain('fault    settings: PORT=x')
    const folder = await examine({ DATA_DIR: '/dev/null/data', UPLOAD_RESERVE_MB: '1000000' })
    expect(folder.text).toMatch(
      /fault {4}data folder: this account .* may not write \/dev\/null\n +remedy: chown/,
    )
    expect(folder.text).toContain('uploads are refused below 1000000 MB')
    expect(folder.code).toBe(1)
    expect(await nodeCheck('18.20.1').run()).toMatchObject({
      state: 'fault',
      remedy: expect.stringContaining('20.19'),
    })
    expect((await examine({}, '--url', 'office.example')).code).toBe(2)
  })

  it('names a database that does not exist, and a server that does not listen', async () => {
    const missing = await examine({
      DATABASE_URL: (env.DATABASE_URL ?? '').replace(/test_\w+/, 'test_missing'),
    })
    expect(missing.text).toMatch(
      /fault {4}login of DATABASE_URL: .*\n +remedy: create the database: createdb/,
    )
    const closed = `postgres://app@127.0.0.1:${await freePort()}/office`
    const silent = await examine({ DATABASE_URL: closed })
    expect(silent.text).toMatch(
      /fault {4}login of DATABASE_URL: .*ECONNREFUSED.*\n +remedy: nothing listens there/,
    )
    // What needs a connection is not checked.
    expect(silent.text).not.toContain('clock')
  })

  it('warns of one login for everything, and names an owner without rights', async () => {
    const { owner, app } = test.links
    const one = buildDatabaseUrl(owner)
    const all = await examine({ DATABASE_URL: one, REPORT_DATABASE_URL: one })
    expect(all.text).toMatch(/warning {2}rights of the logins: the login of DATABASE_URL is a superuser/)
    expect(all.code).toBe(0)
    const weak = await examine({ DATABASE_OWNER_URL: buildDatabaseUrl(app) })
    expect(weak.text).toContain('the login of DATABASE_OWNER_URL may not create tables')
  })

  it('names another secret key, a newer database, and clocks that differ', async () => {
    const key = await examine({ SECRET_KEY: 'a1'.repeat(32) })
    expect(key.text).toContain(
      'fault    secret key of this database: the database was written with another key',
    )
    const add = (name: string) =>
      sql`insert into sys_migration (name, timestamp) values (${name}, '')`.execute(test.db.owner)
    await add('29990101-0000-later')
    expect((await examine()).text).toContain(
      'ok       tables: of this version, with additions of a newer one',
    )
    await add('29990101-0001-contract-later')
    expect((await examine()).text).toContain(
      'a newer version has changed them (29990101-0001-contract-later)',
    )
    await sql`delete from sys_migration where name like '2999%'`.execute(test.db.owner)
    const { now } = Date
    vi.spyOn(Date, 'now').mockImplementation(() => now() + 3_600_000)
    const late = await examine()
    vi.restoreAllMocks()
    expect(late.text).toMatch(/fault {4}clock: 3[56]\d{5} ms between/)
  })

  it('recognises PgBouncer in transaction mode by its behaviour', async () => {
    const bouncer = await startPgBouncer(test.links.app, ['office_app'])
    onTestFinished(() => bouncer.remove())
    const pooled = { DATABASE_URL: bouncer.buildUrl('office_app') }
    const { text } = await examine(pooled)
    expect(text).toMatch(
      /fault {4}pooler: DATABASE_URL leads to a pooler .*\n +remedy: .*DATABASE_DIRECT_URL/,
    )
    const right = await examine({ ...pooled, DATABASE_DIRECT_URL: env.DATABASE_URL ?? '' })
    expect(right.text).toContain('ok       pooler: DATABASE_URL leads to a pooler in transaction mode')
    expect(right.text).toContain('takes up to 10:')
    expect(right.code).toBe(0)
  })

  it('names a bucket that does not exist, a scanner and a mail server that do not answer', async () => {
    const s3 = new S3rver({
      port: 0,
      address: '127.0.0.1',
      silent: true,
      directory: join(dataDir, 's3'),
      configureBuckets: [{ name: 'office', configs: [] }],
    })
    const { port } = (await s3.run()) as AddressInfo
    onTestFinished(() => s3.close())
    const settings = {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: 'office',
      S3_ACCESS_KEY: 'S3RVER',
      S3_SECRET_KEY: 'S3RVER',
    }
    expect((await examine(settings)).text).toContain('ok       S3 bucket: office at')
    const closed = await freePort()
    const mail = { mailHost: '127.0.0.1', mailPort: closed, mailSecurity: 'none' }
    for (const [name, value] of Object.entries(mail))
      await sql`insert into sys_setting (name, value, update_by)
        values (${name}, ${JSON.stringify(value)}::jsonb, 'test')`.execute(test.db.owner)
    const wrong = await examine({ ...settings, S3_BUCKET: 'other', CLAMD_URL: `tcp://127.0.0.1:${closed}` })
    await sql`delete from sys_setting where name like 'mail%'`.execute(test.db.owner)
    expect(wrong.text).toMatch(/fault {4}S3 bucket: other at .*\n +remedy: .*create the bucket/)
    expect(wrong.text).toContain('fault    virus scanner: clamd does not answer')
    expect(wrong.text).toMatch(/fault {4}mail server: 127\.0\.0\.1:\d+ \(none\): .*ECONNREFUSED/)
  })
})

describe('the doctor at the public address', () => {
  it('finds the sockets of a server, and that clients forge their addresses where a proxy is trusted and none is there', async () => {
    const { text } = await examine({}, '--url', running.address)
    expect(text).toContain('ok       live sockets: the connection is upgraded')
    expect(text).toMatch(
      /fault {4}headers of the proxy: a client can forge .*\n +remedy: .*remove TRUSTED_PROXY/,
    )
  })

  it('names a proxy that believes clients, changes the host or passes on no upgrade', async () => {
    const believing = await examine({}, '--url', await openProxy((headers) => headers))
    expect(believing.text).toContain('fault    headers of the proxy: a client can forge its address')
    expect(believing.text).toContain('fault    live sockets: the connection is not upgraded')
    const fixed = { 'x-forwarded-for': '198.51.100.7', host: 'inner' }
    const other = await examine({}, '--url', await openProxy((headers) => ({ ...headers, ...fixed })))
    expect(other.text).toContain('fault    headers of the proxy: the server takes inner for its host')
  })

  it('names a server that takes its proxy for every client', async () => {
    const settings = { ...env, TRUSTED_PROXY: '' }
    const second = await startServer(readConfig(settings), socketApplication, () => undefined)
    onTestFinished(() => second.stop())
    const direct = await examine({}, '--url', second.address)
    expect(direct.text).toContain('warning  headers of the proxy: no X-Forwarded-For arrives')
    expect(direct.code).toBe(0)
    const change = (headers: object) => ({ ...headers, 'x-forwarded-for': '198.51.100.7' })
    const proxied = await examine({}, '--url', await openProxy(change, second.address))
    expect(proxied.text).toMatch(
      /fault .*takes the proxy \S+ for the client .*\n +remedy: set TRUSTED_PROXY=/,
    )
  })

  it('names a server with another key, and one that does not answer', async () => {
    const other = await examine({ SECRET_KEY: 'b2'.repeat(32) }, '--url', running.address)
    expect(other.text).toContain(
      'fault    headers of the proxy: the server behind this address has another secret key',
    )
    const silent = await examine({}, '--url', `http://127.0.0.1:${await freePort()}`)
    expect(silent.text).toMatch(/fault {4}public address: .*ECONNREFUSED/)
  })

  it('is answered only with the key of the installation', async () => {
    const answers = await Promise.all(
      ['', '1.2', `${Date.now()}.${'0'.repeat(64)}`].map((header) =>
        fetch(`${running.address}/sys/doctor`, { headers: { 'x-doctor': header } }),
      ),
    )
    const codes = await Promise.all(
      answers.map(async (answer) => ((await answer.json()) as { code: number }).code),
    )
    expect(codes).toEqual([404, 404, 404])
  })
})
