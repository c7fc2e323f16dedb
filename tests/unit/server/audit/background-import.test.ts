import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sendImport } from '../excel/send-import.ts'
import { noteScreen } from '../resources/documents/note-screen.ts'
import { TestServer } from '../resources/test-server.ts'

const screen = 'demo/leaf'
const leaf = noteScreen({
  id: screen,
  title: '散页',
  perm: 'demo:leaf',
  table: { name: 'demo_leaf' },
  fields: [
    { key: 'fcode', title: '编码', type: 'input', validateRules: [{ required: true }, { unique: true }] },
    { key: 'fcount', title: '数量', type: 'inputNumber', scale: 0 },
  ],
})
/** As many rows as an import in the background needs, with the heading. */
const MANY = 2000
const sheets = (lastCount: unknown) => ({
  散页: [
    ['编码', '数量'],
    ...Array.from({ length: MANY }, (_, at) => [`A${at}`, at === MANY - 1 ? lastCount : 1]),
  ],
})

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open(
    { 'demo/leaf.json': leaf },
    { clerk: ['list', 'add', 'import'].map((verb) => `demo:leaf:${verb}`) },
  )
})
afterAll(() => server?.close())

const lines = async () =>
  (
    await sql<Record<string, unknown>>`
      select log_content, operate_type, username, ok, target, request_param, after_values, method
      from sys_audit order by seq`.execute(server.services.db.app)
  ).rows

it('an import in the background has one line, which is written at its end and tells how it ended', async () => {
  const fields = { background: '1' }
  await sendImport(server, screen, sheets('很多'), { fields })
  await expect.poll(lines, { timeout: 60_000 }).toHaveLength(1)
  await sendImport(server, screen, sheets(7), { fields })
  await expect.poll(lines, { timeout: 60_000 }).toHaveLength(2)
  const [failed, done] = await lines()
  const both = { operate_type: 5, username: 'clerk', method: '/resource/:group/:name/importExcel' }
  expect(failed).toMatchObject({ ...both, log_content: '导入散页', ok: 0, target: null, after_values: null })
  expect(done).toMatchObject({ ...both, ok: 1, target: expect.stringMatching(/^demo\/leaf:.+,/) })
  expect(done?.log_content).toBe(`导入：新增散页「A0」「A1」「A2」「A3」「A4」（${MANY} 条）`)
  expect(done?.after_values).toContain('A0')
  for (const line of [failed, done]) expect(line?.request_param).toMatch(/\.xlsx"/)
  expect(failed?.request_param).toContain('有 1 处错误')
})
