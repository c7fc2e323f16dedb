import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { utils, write } from '@e965/xlsx'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBaseServer, type TestServer } from '../base/test-server.ts'
import { png, upload } from '../base/uploading.ts'

let server: TestServer
let clerk: string

beforeAll(async () => {
  server = await createBaseServer({})
  clerk = await server.enter('clerk')
})
afterAll(() => server?.close())

const store = async (name: string, content: Buffer | string) =>
  (await upload(server, clerk, { name, content, biz: 'look' })).body.message
const look = async (path: string, token = clerk) =>
  (await server.call('GET', `/sys/common/preview?path=${encodeURIComponent(path)}`, { token })).body
const lookAt = async (name: string, content: Buffer | string) =>
  (await look(await store(name, content))).result

const book = (sheets: Record<string, unknown[][]>): Buffer => {
  const made = utils.book_new()
  for (const [name, rows] of Object.entries(sheets))
    utils.book_append_sheet(made, utils.aoa_to_sheet(rows), name)
  return write(made, { type: 'buffer', bookType: 'xlsx' })
}

it('a workbook is shown by the first rows of its sheets, with the number of all', async () => {
  const rows = Array.from({ length: 300 }, (_, at) => [`第${at}行`, at])
  expect(await lookAt('目录.xlsx', book({ 册: rows, 空: [] }))).toEqual({
    name: '目录.xlsx',
    size: expect.any(Number),
    sheets: [
      { name: '册', total: 300, rows: rows.slice(0, 200).map(([text, at]) => [text, String(at)]) },
      { name: '空', total: 0, rows: [] },
    ],
  })
})

it('a text is read in UTF-8 or in the encoding of Chinese Windows, and a long one is cut', async () => {
  const gbk = Buffer.from('b5d8b7bdd6be', 'hex')
  expect(await lookAt('a.txt', gbk)).toEqual({ name: 'a.txt', size: 6, text: '地方志', isCut: false })
  expect(await lookAt('b.txt', '\ufeff地方志')).toMatchObject({ text: '地方志' })
  // The limit cuts the last character.
  const long = (await lookAt('c.txt', '志'.repeat(200_000))) as { text: string; isCut: boolean }
  expect([long.text, long.isCut]).toEqual(['志'.repeat(174_762), true])
})

it('a table of text is shown in columns, whatever separates them', async () => {
  const rows = [
    ['编号', '名称'],
    ['1', '甲,乙\n丙'],
  ]
  for (const sign of [',', ';', '\t']) {
    const text = `编号${sign}名称\n1${sign}"甲,乙\n丙"\n`
    expect(await lookAt('a.csv', text)).toMatchObject({ sheets: [{ rows, total: 2 }] })
  }
  const many = `a,b\n${'1,2\n'.repeat(200_000)}`
  const { sheets } = (await lookAt('b.csv', many)) as { sheets: { rows: unknown[]; total?: number }[] }
  expect([sheets[0]?.rows.length, sheets[0]?.total]).toEqual([200, undefined])
})

it('what cannot be shown says why and what to do', async () => {
  const damaged = await look(await store('a.xlsx', book({ a: [[1]] }).subarray(0, 300)))
  expect(damaged).toMatchObject({
    success: false,
    message: '这个文件已损坏，或者不是真的表格，不能在线查看，请下载后查看',
  })
  const long = await look(await store('b.xlsx', book({ a: Array.from({ length: 20_100 }, () => [1]) })))
  expect(long.message).toBe('这个表格太大，不能在线查看，请下载后查看')
  const gone = await store('c.txt', 'x')
  rmSync(join(server.services.config.dataDir, 'files', gone))
  for (const path of [gone, `look/${'0'.repeat(32)}.txt`, '../secret.key'])
    expect((await look(path)).message).toBe('文件已经不在了，可能被删除了，请联系上传的人重新上传')
})

it('other files are answered with their names, and nobody without a session reads anything', async () => {
  const picture = await store('馆藏.png', png)
  expect((await look(picture)).result).toEqual({ name: '馆藏.png', size: png.length })
  expect((await look(picture, '')).code).toBe(401)
})

it('a sound or film is read in ranges, and a wrong range is refused', async () => {
  const sound = Buffer.concat([Buffer.from('RIFF\x8c\x13\0\0WAVEfmt ', 'latin1'), Buffer.alloc(4993, 'x')])
  const path = await store('口述.wav', sound)
  const read = (range: string) =>
    server.app.inject({ url: `/sys/common/static/${path}?view=1`, headers: { range } })
  const part = await read('bytes=100-199')
  expect([part.statusCode, part.headers['content-range'], part.headers['content-type']]).toEqual([
    206,
    `bytes 100-199/${sound.length}`,
    'audio/wav',
  ])
  expect(part.rawPayload).toEqual(sound.subarray(100, 200))
  const rest = await read('bytes=5000-')
  expect([rest.statusCode, rest.rawPayload.length]).toEqual([206, 9])
  const wrong = await read('bytes=9000-')
  expect([wrong.statusCode, wrong.headers['content-range']]).toEqual([416, `bytes */${sound.length}`])
  const whole = await server.app.inject(`/sys/common/static/${path}`)
  expect([whole.statusCode, whole.headers['accept-ranges'], whole.headers['x-content-type-options']]).toEqual(
    [200, 'bytes', 'nosniff'],
  )
  expect(whole.headers['content-security-policy']).toContain('sandbox')
})
