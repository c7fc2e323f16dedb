import { spawn } from 'node:child_process'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openAuditLog } from '#server/modules/audit/interface.ts'
import { openProductDatabase, type ProductDatabase } from '../../../support/product-database.ts'

let product: ProductDatabase
beforeAll(async () => {
  product = await openProductDatabase()
})
afterAll(() => product?.close())

/** Runs the command beside the running database, as an administrator does. */
const verify = (word = 'verify'): Promise<{ code: number | null; text: string }> =>
  new Promise((resolve) => {
    const env = { ...process.env, DATA_DIR: product.dataDir, DATABASE_URL: '', DATABASE_OWNER_URL: '' }
    const child = spawn(process.execPath, ['scripts/audit.mjs', word], { env })
    let text = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (text += part))
    child.on('close', (code) => resolve({ code, text }))
  })

const operation = (content: string) => ({
  log_content: content,
  operate_type: 2,
  userid: 'admin',
  username: 'admin',
  tenant: null,
  ip: '127.0.0.1',
  cost_time: 3,
  ok: 1,
  request_type: 'POST',
  method: 'demo',
  request_url: '/demo',
  target: null,
  request_param: null,
  before_values: null,
  after_values: null,
})

it('prints the length of a whole chain, then names the first broken row by its number and exits with 1', async () => {
  const { db } = product
  const log = openAuditLog(db)
  for (const content of ['甲', '乙', '丙', '丁']) await log.append(operation(content))
  expect(await verify()).toEqual({ code: 0, text: expect.stringContaining('操作日志完整：4 行') })

  await sql`update sys_audit set username = 'other' where seq in (3, 4)`.execute(db.owner)
  const changed = '操作日志在第 3 行断开：内容或校验值被改动'
  expect(await verify()).toEqual({ code: 1, text: expect.stringContaining(changed) })
  await sql`delete from sys_audit where seq = 2`.execute(db.owner)
  const missing = '操作日志在第 2 行断开：缺少这一行'
  expect(await verify()).toEqual({ code: 1, text: expect.stringContaining(missing) })
  expect(await verify('check')).toEqual({
    code: 2,
    text: expect.stringContaining('用法：npm run audit -- verify'),
  })
})
