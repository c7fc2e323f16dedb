import { CFB, utils, write } from '@e965/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeZip } from '#server/records/excel/workbook/zip-writer.ts'
import { noteScreen } from '../resources/documents/note-screen.ts'
import { TestServer } from '../resources/test-server.ts'

const fields = [
  {
    key: 'fcode',
    title: '编码',
    type: 'input',
    validateRules: [{ unique: true, message: '编码已存在' }],
  },
  { key: 'fname', title: '名称', type: 'input' },
]
const grants = ['list', 'add', 'edit', 'import'].flatMap((word) => [`demo:free:${word}`, `demo:kept:${word}`])

let server: TestServer
beforeAll(async () => {
  const free = { id: 'demo/free', title: '零件', perm: 'demo:free', table: { name: 'demo_free' }, fields }
  const kept = { ...free, id: 'demo/kept', perm: 'demo:kept', table: { name: 'demo_kept' } }
  server = await TestServer.open(
    {
      'demo/free.json': noteScreen(free),
      'demo/kept.json': noteScreen({ ...kept, import: { match: ['fcode'] } }),
    },
    { clerk: grants },
  )
})
afterAll(() => server?.close())

async function send(screen: string, files: readonly (readonly [name: string, bytes: Buffer])[]) {
  const form = new FormData()
  for (const [name, bytes] of files) form.append('files[]', new Blob([new Uint8Array(bytes)]), name)
  const request = new Request('http://test', { method: 'POST', body: form })
  const answer = await server.app.inject({
    method: 'POST',
    url: `/jeecg-boot/resource/demo/${screen}/importExcel`,
    payload: Buffer.from(await request.arrayBuffer()),
    headers: {
      'content-type': request.headers.get('content-type') ?? '',
      'x-access-token': server.tokens.get('clerk') ?? '',
    },
  })
  return answer.json()
}

const workbook = (rows: unknown[][]): Buffer => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), '零件')
  return write(book, { type: 'buffer', bookType: 'xlsx' })
}

async function buildZip(entries: Readonly<Record<string, Iterable<string>>>): Promise<Buffer> {
  const list = Object.entries(entries).map(([name, content]) => ({ name, content }))
  const chunks: Buffer[] = []
  for await (const chunk of writeZip(list)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** The container that Excel writes for a workbook with a password. */
function encrypted(): Buffer {
  const container = CFB.utils.cfb_new()
  CFB.utils.cfb_add(container, '/EncryptionInfo', Buffer.from([4, 0, 4, 0, 64, 0, 0, 0]))
  CFB.utils.cfb_add(container, '/EncryptedPackage', Buffer.alloc(4096, 7))
  return Buffer.from(CFB.write(container, { type: 'buffer' }) as Uint8Array)
}

const MEGABYTE = ' '.repeat(1024 * 1024)
function* megabytes(count: number): Generator<string> {
  for (let at = 0; at < count; at += 1) yield MEGABYTE
}

it.each([
  ['has a password', '密.xlsx', async () => encrypted(), '文件导入失败:文件有密码，请去掉密码后再导入'],
  [
    'is a renamed program',
    '程序.xlsx',
    async () => Buffer.from(`MZ${'\u0000'.repeat(200)}`),
    '文件导入失败:不是 Excel 文件，只能导入 .xls 和 .xlsx',
  ],
  [
    'is another archive',
    '压缩.xlsx',
    () => buildZip({ 'a.txt': ['文字'] }),
    '文件导入失败:不是 Excel 文件，只能导入 .xls 和 .xlsx',
  ],
  [
    'unpacks to 250 MB',
    '大.xlsx',
    () => buildZip({ '[Content_Types].xml': [''], 'xl/worksheets/sheet1.xml': megabytes(250) }),
    '文件解压后超过限制',
  ],
  [
    'declares a document type',
    '实体.xlsx',
    () => buildZip({ '[Content_Types].xml': ['<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x/>'] }),
    '文件导入失败:文件内容不能识别',
  ],
  [
    'is truncated',
    '断.xlsx',
    async () => workbook([['编码'], ['A']]).subarray(0, 900),
    '文件导入失败:文件已损坏，不能读取',
  ],
])('a file is refused by a sentence when it %s', async (_, name, bytes, message) => {
  const answer = await send('free', [[name, await bytes()]])
  expect(answer).toMatchObject({ success: false })
  expect(answer.message).toContain(message)
})

it('the same file is refused the second time when its codes must be unique', async () => {
  const file = [
    '单.xlsx',
    workbook([
      ['编码', '名称'],
      ['A1', '一'],
      ['A2', '二'],
    ]),
  ] as const
  expect(await send('free', [file])).toMatchObject({ code: 200, result: { inserted: 2 } })
  const again = await send('free', [file])
  expect(again).toMatchObject({ code: 201, result: { inserted: 0, errorCount: 2, successCount: 0 } })
  expect(again.result.faults.map(({ reason }: { reason: string }) => reason)).toEqual([
    '编码已存在',
    '编码已存在',
  ])
  // Sent twice in one form, the second file repeats the first.
  const other = workbook([['编码'], ['B1']])
  expect(
    (
      await send('free', [
        ['一.xlsx', other],
        ['二.xlsx', other],
      ])
    ).result.faults,
  ).toMatchObject([{ file: '二.xlsx', row: 2, column: 'A', reason: '编码已存在' }])
})

it('the same file changes nothing the second time when stored records are found by its codes', async () => {
  const stored = async () =>
    (await sql`select id, fcode, fname from demo_kept order by fcode`.execute(server.test.db.owner)).rows
  const file = [
    '单.xlsx',
    workbook([
      ['编码', '名称'],
      ['A1', '一'],
      ['A2', '二'],
    ]),
  ] as const
  await send('kept', [file])
  const before = await stored()
  expect(before).toHaveLength(2)
  expect(await send('kept', [file])).toMatchObject({
    code: 200,
    result: { inserted: 0, updated: 0, unchanged: 2 },
  })
  expect(await stored()).toEqual(before)
})
