import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openProductDatabase, type ProductDatabase } from '../../../support/product-database.ts'

let product: ProductDatabase
let schemas: string
beforeAll(async () => {
  product = await openProductDatabase()
  schemas = join(product.dataDir, 'schemas')
  mkdirSync(join(schemas, 'demo'), { recursive: true })
  vi.stubEnv('DATA_DIR', product.dataDir)
  vi.stubEnv('DATABASE_URL', '')
  vi.stubEnv('DATABASE_OWNER_URL', '')
  vi.stubEnv('SCHEMAS_DIR', schemas)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await product?.close()
})

/** Runs a command over the document beside the running database of the product, as an administrator does. */
async function run(command: 'plan' | 'apply', length: number): Promise<{ code: number; lines: string[] }> {
  const file = join(schemas, 'demo/note.json')
  const fields = [{ key: 'fname', title: '名称', type: 'input', length }]
  const document = { version: 2, kind: 'screen', id: 'demo/note', title: '便签', perm: 'demo:note' }
  writeFileSync(file, JSON.stringify({ ...document, table: { name: 'demo_note' }, fields }))
  const { runDocuments } = await import('../../../../scripts/documents/document-commands.ts')
  const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    const code = await runDocuments([command, file])
    const text = out.mock.calls.map(([part]) => String(part)).join('')
    return { code, lines: text.trimEnd().split('\n') }
  } finally {
    out.mockRestore()
  }
}

it('plan and apply work on a database of the product, and show the values before they are cut', async () => {
  const { db } = product
  const made = await run('apply', 20)
  expect([made.code, made.lines.at(0), made.lines.at(-1)]).toEqual([
    0,
    '  建表 demo_note（8 列）',
    '已执行 4 步',
  ])
  await sql`insert into demo_note (id, fname) values ('1', '嘉泰会稽志'), ('2', '宝庆会稽续志'), ('3', '剡录')`.execute(
    db.owner,
  )
  const cut = expect.stringMatching(/^! .*截短 2 行，如「嘉泰会稽志」、「宝庆会稽续志」$/)
  expect(await run('plan', 4)).toEqual({ code: 0, lines: [cut, expect.stringContaining('等待 apply')] })
  expect(await run('apply', 4)).toEqual({ code: 0, lines: [cut, '已执行 1 步'] })
  const { rows } = await sql<{ fname: string }>`select fname from demo_note order by id`.execute(db.owner)
  expect(rows.map(({ fname }) => fname)).toEqual(['嘉泰会稽', '宝庆会稽', '剡录'])
})

it('check compares roles and templates with a running database, and says where it does not', async () => {
  await sql`insert into sys_role (id, role_code, role_name) values ('admin', 'admin', '系统管理员')`.execute(
    product.db.owner,
  )
  const { runDocuments } = await import('../../../../scripts/documents/document-commands.ts')
  const file = join(schemas, 'demo/call.json')
  const fields = [{ key: 'fname', title: '名称', type: 'input' }]
  const notify = { to: { roles: ['admin', 'no_role'] }, template: 'no_template' }
  const base = {
    version: 2,
    kind: 'screen',
    id: 'demo/call',
    title: '便签',
    table: { name: 'demo_call' },
    fields,
  }
  const entries = [
    { on: 'add', notify },
    { on: 'edit', notify },
  ]
  writeFileSync(file, JSON.stringify({ ...base, ...Object.fromEntries([['then', entries]]) }))
  const check = async () => {
    const log = vi.spyOn(console, 'log').mockReturnValue()
    const code = await runDocuments(['check', file])
    const lines = log.mock.calls.map(([line]) => String(line))
    log.mockRestore()
    return { code, lines }
  }
  const found = await check()
  expect(found.code).toBe(0)
  expect(found.lines).toEqual([
    expect.stringMatching(
      /^\S+#\/then\/0\/notify\/to\/roles\/1 UNKNOWN_NAME 提醒：.+没有角色「no_role」.+（还有 1 处/,
    ),
    expect.stringMatching(
      /^\S+#\/then\/0\/notify\/template UNKNOWN_NAME 提醒：.+没有消息模板「no_template」.+（还有 1 处/,
    ),
    '0 problems and 2 warnings in 1 files',
  ])
  vi.stubEnv('DATA_DIR', schemas)
  const unchecked = await check()
  vi.stubEnv('DATA_DIR', product.dataDir)
  rmSync(file)
  expect(unchecked.lines).toEqual([
    '没有查：4 处角色、2 处消息模板，要有数据库才能查：请在服务器开着时再查，或设 DATABASE_URL',
    '0 problems in 1 files',
  ])
})
