import { mkdirSync, writeFileSync } from 'node:fs'
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
  const document = { version: 1, kind: 'screen', id: 'demo/note', title: '便签', perm: 'demo:note' }
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
