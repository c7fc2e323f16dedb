import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { application } from '#server/app/application.ts'
import { type Database, openDatabase } from '#server/platform/store/database.ts'
import { type EmbeddedServer, startEmbedded } from '#server/platform/store/embedded.ts'
import { migrate } from '#server/platform/store/migrate.ts'
import { grantRights, prepareEmbedded } from '#server/platform/store/roles.ts'

let folder: string
let embedded: EmbeddedServer
let db: Database
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'office-plan-'))
  // The database account needs access to the folder.
  chmodSync(folder, 0o711)
  mkdirSync(join(folder, 'schemas/demo'), { recursive: true })
  embedded = await startEmbedded(folder)
  db = await openDatabase(await prepareEmbedded(embedded.socketDir))
  await migrate(db.owner, application.migrations)
  await grantRights(db)
  vi.stubEnv('DATA_DIR', folder)
  vi.stubEnv('DATABASE_URL', '')
  vi.stubEnv('DATABASE_OWNER_URL', '')
  vi.stubEnv('SCHEMAS_DIR', join(folder, 'schemas'))
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await db?.close()
  await embedded?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a command over the document beside the running database of the product, as an administrator does. */
async function run(command: 'plan' | 'apply', length: number): Promise<{ code: number; lines: string[] }> {
  const file = join(folder, 'schemas/demo/note.json')
  const fields = [{ key: 'fname', title: '名称', type: 'input', length }]
  const document = { version: 1, kind: 'screen', id: 'demo/note', title: '便签', perm: 'demo:note' }
  writeFileSync(file, JSON.stringify({ ...document, table: { name: 'demo_note' }, fields }))
  const { runDocuments } = await import('../../../../scripts/document-commands.ts')
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
