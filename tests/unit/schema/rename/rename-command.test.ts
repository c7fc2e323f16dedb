import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { runDocuments } from '../../../../scripts/documents/document-commands.ts'

const folder = mkdtempSync(join(tmpdir(), 'renames-'))
const place = (id: string) => join(folder, `${id}.json`)
const read = (id: string) => JSON.parse(readFileSync(place(id), 'utf8')) as Record<string, unknown>

const ware = {
  version: 2,
  kind: 'screen',
  id: 'trial/ware',
  title: '货',
  table: { name: 'trial_ware' },
  fields: [{ key: 'fname', title: '名', type: 'input' }],
}
const view = {
  version: 2,
  kind: 'screen',
  id: 'trial/view',
  extends: 'trial/ware',
  fields: [{ key: 'fname', width: 90 }],
}

beforeAll(() => {
  vi.stubEnv('SCHEMAS_DIR', folder)
  mkdirSync(join(folder, 'trial'))
  for (const document of [ware, view]) writeFileSync(place(document.id), JSON.stringify(document))
})
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

async function renames(...words: string[]) {
  const lines: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(String(line)))
  const error = vi.spyOn(console, 'error').mockImplementation((line) => void lines.push(String(line)))
  const status = await runDocuments(['rename', ...words])
  log.mockRestore()
  error.mockRestore()
  return { status, lines }
}

it('only prints what would follow with --dry, then writes it', async () => {
  const before = readFileSync(place('trial/ware'), 'utf8')
  const dry = await renames('--dry', 'field', 'trial/view', 'fname', 'ftitle')
  expect([dry.status, dry.lines.at(-1)]).toEqual([0, '将把 fname 改名为 ftitle：2 份文档、2 处，数据不动'])
  expect(readFileSync(place('trial/ware'), 'utf8')).toBe(before)
  expect((await renames('field', 'trial/view', 'fname', 'ftitle')).status).toBe(0)
  expect(read('trial/view').fields).toEqual([{ key: 'ftitle', width: 90 }])
  expect(read('trial/ware').fields).toEqual([
    { key: 'ftitle', title: '名', type: 'input', renamedFrom: 'fname' },
  ])
})

it('moves the file of a renamed screen, whose rights stay, and refuses a wrong name', async () => {
  const { status, lines } = await renames('screen', 'trial/ware', 'trial/good')
  expect([status, lines.at(-2)]).toEqual([
    0,
    '原来的地址 /trial/ware 不再打开，收藏和别处的链接要改成 /trial/good',
  ])
  expect([existsSync(place('trial/ware')), read('trial/good').perm, read('trial/view').extends]).toEqual([
    false,
    'trial:ware',
    'trial/good',
  ])
  expect(await renames('table', 'trial_ware', 'stk_in_bill')).toEqual({
    status: 1,
    lines: ['「stk_in_bill」已被文档「stock/in-bill」使用，请换一个名字'],
  })
  expect((await renames('colour', 'a', 'b')).status).toBe(2)
})
