import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { runDocuments } from '../../../../scripts/documents/document-commands.ts'

const folder = mkdtempSync(join(tmpdir(), 'packages-'))
const place = (home: string, id: string) => join(folder, home, `${id}.json`)
const read = (home: string, id: string) => JSON.parse(readFileSync(place(home, id), 'utf8'))
const write = (home: string, document: { id: string; [key: string]: unknown }) => {
  mkdirSync(dirname(place(home, document.id)), { recursive: true })
  writeFileSync(place(home, document.id), JSON.stringify(document))
}

const $schema = '../$meta/document.schema.json'
const kind = { $schema, version: 2, kind: 'dict', id: 'trip/kind', title: '类别', code: 'trip_kind' }
const kinds = { ...kind, items: [{ value: '1', text: '长途' }] }
const trip = {
  $schema,
  version: 2,
  kind: 'screen',
  id: 'trip/bill',
  title: '出车单',
  table: { name: 'trip_bill' },
  fields: [
    { key: 'fkind', title: '类别', type: 'select', dictCode: 'trip_kind' },
    { key: 'fwho', title: '司机', type: 'select', dictCode: 'sys_user,realname,username' },
  ],
}

beforeAll(() => {
  vi.stubEnv('INIT_CWD', folder)
  for (const document of [kinds, trip]) write('from', document)
  mkdirSync(join(folder, 'to'))
})
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

/** Runs a command over the documents of one installation. */
async function run(home: 'from' | 'to', ...words: string[]) {
  vi.stubEnv('SCHEMAS_DIR', join(folder, home))
  const lines: string[] = []
  const notes: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(String(line)))
  const error = vi.spyOn(console, 'error').mockImplementation((line) => void notes.push(String(line)))
  const status = await runDocuments(words)
  log.mockRestore()
  error.mockRestore()
  return { status, lines, notes }
}

it('documents travel with what they need, and are compared with those that are there before they are written', async () => {
  const packed = await run('from', 'export', 'trip/bill')
  expect(packed.notes).toEqual([
    '  trip/bill',
    '  trip/kind（trip/bill 要用）',
    expect.stringMatching(/^没有带上，每个安装都有：.*dict\/user/),
    '共 2 份文档；没有设 DATABASE_URL，角色和菜单没有带上',
  ])
  writeFileSync(join(folder, 'trip.json'), packed.lines.join('\n'))

  const dry = await run('to', 'import', 'trip.json', '--dry')
  expect([dry.status, dry.lines]).toEqual([
    0,
    ['新的 trip/bill 出车单：新建', '新的 trip/kind 类别：新建', '将写 2 份文档'],
  ])
  expect(existsSync(place('to', 'trip/bill'))).toBe(false)
  expect((await run('to', 'import', 'trip.json')).status).toBe(0)
  expect([read('to', 'trip/bill'), read('to', 'trip/kind')]).toEqual([trip, kinds])
  expect((await run('to', 'import', 'trip.json')).lines).toEqual([
    '相同 trip/bill 出车单：跳过',
    '相同 trip/kind 类别：跳过',
    '写了 0 份文档',
  ])

  // What differs, or has another meaning there, waits for a choice: all or nothing is written.
  write('to', { ...kinds, title: '车的类别' })
  write('to', { ...trip, table: { name: 'trip_other' } })
  const waiting = await run('to', 'import', 'trip.json')
  expect([waiting.status, waiting.notes.at(-1)]).toEqual([1, '还没有选定怎么处理：trip/bill、trip/kind'])
  expect(waiting.lines).toEqual([
    '占用 trip/bill 出车单：要选：--skip、--replace 或 --rename',
    '    document trip/bill 已是「trip/bill」的',
    '不同 trip/kind 类别：要选：--skip、--replace 或 --rename',
    expect.stringContaining('类别'),
  ])
  const chosen = ['--replace', 'trip/kind', '--rename', 'trip/bill=trip/second']
  expect((await run('to', 'import', 'trip.json', ...chosen)).status).toBe(0)
  expect(read('to', 'trip/kind').title).toBe('类别')
  expect(read('to', 'trip/bill').table.name).toBe('trip_other')
  expect(read('to', 'trip/second')).toMatchObject({ id: 'trip/second', table: { name: 'trip_bill' } })
})

it.each([
  [['export'], 'export 的写法'],
  [['import', 'gone.json'], '找不到文件 gone.json'],
  [['import', 'trip.json', '--skip', 'trip/none'], '文件里没有文档 trip/none'],
  [['import', 'trip.json', '--rename', 'trip/bill'], 'import 的写法'],
])('%j is wrong use, and says how it is written', async (words, text) => {
  const { status, notes } = await run('to', ...words)
  expect([status, notes[0]?.includes(text)]).toEqual([2, true])
})
