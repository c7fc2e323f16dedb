import { createHash } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type AuditRow, formatRest, textOfRow } from '#server/modules/audit/chain.ts'
import {
  type AuditLog,
  collectCheckpoints,
  keyChain,
  openAuditLog,
  verifyAudit,
} from '#server/modules/audit/interface.ts'
import { openSecrets } from '#server/platform/secrets.ts'
import { openProductDatabase, type ProductDatabase } from '../../../support/product-database.ts'
import { operation } from './operation.ts'

let product: ProductDatabase
let log: AuditLog
const logged: string[] = []
beforeAll(async () => {
  product = await openProductDatabase()
})
afterAll(() => product?.close())

const buildServices = () => ({
  db: product.db,
  config: { ...product.config, auditSink: { kind: 'file' as const, path: file() } },
  secrets: openSecrets(product.dataDir),
  log: pino({ level: 'warn' }, { write: (line) => void logged.push(line) }),
})
const file = () => join(product.dataDir, 'audit.log')
const restart = async (): Promise<void> => {
  await log?.close()
  await keyChain(buildServices())
  log = openAuditLog(buildServices())
}
const verify = async () => {
  const { db, secrets } = buildServices()
  return await verifyAudit(
    db.owner,
    secrets,
    await collectCheckpoints(secrets, readFileSync(file(), 'utf8').split('\n')),
  )
}
const findBreak = async () => (await verify()).broken
const run = (statement: string) => sql.raw(statement).execute(product.db.owner)
const zero = "repeat('0', 64)"

/** Computes the plain hashes of all rows again, as someone without the key can. */
async function rehash(): Promise<void> {
  const { rows } = await sql<AuditRow>`select * from sys_audit order by seq`.execute(product.db.owner)
  const start = await sql<{ hash: string }>`select hash from sys_audit_start`.execute(product.db.owner)
  let last = start.rows[0]?.hash ?? ''
  for (const row of rows) {
    last = createHash('sha256')
      .update(textOfRow(last, Number(row.seq), formatRest(row)))
      .digest('hex')
    await sql`update sys_audit set hash = ${last} where seq = ${row.seq}`.execute(product.db.owner)
  }
}

beforeEach(async () => {
  await run('truncate sys_audit')
  await run(`update sys_audit_start set seq = 0, hash = ${zero}, keyed_from = null, mac = null`)
  rmSync(file(), { force: true })
  await restart()
  for (const content of ['甲', '乙', '丙', '丁']) await log.append(operation(content))
  await restart()
  logged.length = 0
})
afterEach(() => log?.close())

it('whole log is whole when the server was restarted', async () => {
  await log.append(operation('戊'))
  await restart()
  expect(await verify()).toEqual({ rows: 5, broken: null })
})

it('cut tail is named by its numbers', async () => {
  await run('delete from sys_audit where seq > 2')
  expect(await findBreak()).toEqual({ seq: 3, to: 4, reason: 'missing' })
})

it('cut tail is named when later operations took its numbers', async () => {
  await run('delete from sys_audit where seq > 2')
  await restart()
  for (const content of ['戊', '己', '庚']) await log.append(operation(content))
  await restart()
  expect(await findBreak()).toEqual({ seq: 4, reason: 'replaced' })
})

it('cut tail is logged at the next operation of the running server', async () => {
  await log.append(operation('戊'))
  await run('delete from sys_audit where seq > 3')
  await log.append(operation('己'))
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([{ expected: 5, found: 3, level: 50 }])
})

it('emptied log is named, also when the record of its start was moved', async () => {
  await run('delete from sys_audit')
  expect(await findBreak()).toEqual({ seq: 1, to: 4, reason: 'missing' })
  await run('update sys_audit_start set seq = 4')
  expect(await findBreak()).toEqual({ seq: 4, reason: 'start' })
})

it('changed line is named when all hashes were computed again', async () => {
  await run(`update sys_audit set username = 'other' where seq = 3`)
  await rehash()
  expect(await findBreak()).toEqual({ seq: 1, reason: 'changed' })
})

it('hashes computed again are named when the record of the start was reset and a server started', async () => {
  await run(`update sys_audit set username = 'other' where seq = 3`)
  await rehash()
  await run('update sys_audit_start set keyed_from = null, mac = null')
  await restart()
  expect(await findBreak()).toMatchObject({ reason: 'replaced' })
})

it('missing checkpoints are named', async () => {
  rmSync(file())
  await restart()
  await expect(verify()).rejects.toThrow('ENOENT')
  const { db, secrets } = buildServices()
  expect((await verifyAudit(db.owner, secrets, new Map())).broken).toEqual({ seq: 4, reason: 'unrecorded' })
})

it('checkpoint that another key made is none', async () => {
  const { secrets } = buildServices()
  const lines = readFileSync(file(), 'utf8')
  expect((await collectCheckpoints(secrets, lines.split('\n'))).size).toBeGreaterThan(0)
  const other = openSecrets(product.dataDir, 'ab'.repeat(32))
  expect(await collectCheckpoints(other, lines.split('\n'))).toEqual(new Map())
  const { db } = buildServices()
  expect((await verifyAudit(db.owner, other, new Map())).broken).toEqual({ seq: 0, reason: 'start' })
})

it('lines of an earlier version stay verifiable before the keyed ones', async () => {
  await rehash()
  await run('update sys_audit_start set keyed_from = null, mac = null')
  rmSync(file())
  await restart()
  await log.append(operation('戊'))
  await restart()
  expect(await verify()).toEqual({ rows: 5, broken: null })
  await run(`update sys_audit set username = 'other' where seq = 2`)
  expect(await findBreak()).toEqual({ seq: 2, reason: 'changed' })
})

it('lines of several instances form one keyed chain with the checkpoints of all', async () => {
  const logs = [openAuditLog(buildServices()), openAuditLog(buildServices()), log]
  await Promise.all(Array.from({ length: 60 }, (_, at) => logs[at % 3]?.append(operation(`操作${at}`))))
  for (const each of logs) await each.close()
  expect(await verify()).toEqual({ rows: 64, broken: null })
  expect(logged).toEqual([])
})
