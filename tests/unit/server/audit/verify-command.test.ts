import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { keyChain, openAuditLog } from '#server/modules/audit/interface.ts'
import { openSecrets } from '#server/platform/secrets.ts'
import { openProductDatabase, type ProductDatabase } from '../../../support/product-database.ts'
import { operation } from './operation.ts'

let product: ProductDatabase
beforeAll(async () => {
  product = await openProductDatabase()
})
afterAll(() => product?.close())

/** Runs the command beside the running database, as an administrator does. */
const verify = (...words: string[]): Promise<{ code: number | null; text: string }> =>
  new Promise((resolve) => {
    const env = { ...process.env, DATA_DIR: product.dataDir, DATABASE_URL: '', DATABASE_OWNER_URL: '' }
    const child = spawn(
      process.execPath,
      ['scripts/command.mjs', 'scripts/audit.ts', ...(words.length > 0 ? words : ['verify'])],
      {
        env,
      },
    )
    let text = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (text += part))
    child.on('close', (code) => resolve({ code, text }))
  })

it('prints the length of a whole chain, then names the first broken row by its number and exits with 1', async () => {
  const { db, config, dataDir } = product
  const services = { db, config, secrets: openSecrets(dataDir), log: pino({ level: 'silent' }) }
  await keyChain(services)
  const log = openAuditLog(services)
  for (const content of ['甲', '乙', '丙', '丁']) await log.append(operation(content))
  await log.close()
  const whole = { code: 0, text: expect.stringContaining('操作日志完整：4 行') }
  const usage = { code: 2, text: expect.stringContaining('用法：npm run audit -- verify') }
  expect(await Promise.all([verify(), verify('check')])).toEqual([whole, usage])

  await sql`update sys_audit set username = 'other' where seq in (3, 4)`.execute(db.owner)
  const changed = '操作日志在第 3 行断开：内容或校验值被改动'
  expect(await verify()).toEqual({ code: 1, text: expect.stringContaining(changed) })
  await sql`delete from sys_audit`.execute(db.owner)
  const emptied = '操作日志在第 1 行断开：缺少第 1 至 4 行'
  const records = join(dataDir, 'audit.log')
  expect(await verify('verify', '--records', records)).toEqual({
    code: 1,
    text: expect.stringContaining(emptied),
  })
})
