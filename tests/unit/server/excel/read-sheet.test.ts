import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Person, TestServer } from '../resources/test-server.ts'
import { buildWorkbook, type Sheets } from './send-import.ts'

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open()
})
afterAll(() => server?.close())

async function read(sheets: Sheets, sheet: string, who: Person = 'clerk') {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(buildWorkbook(sheets))]), '明细.xlsx')
  const request = new Request('http://test', { method: 'POST', body: form })
  const answer = await server.app.inject({
    method: 'POST',
    url: '/jeecg-boot/resource/demo/order/readSheet',
    query: { sheet },
    payload: Buffer.from(await request.arrayBuffer()),
    headers: {
      'content-type': request.headers.get('content-type') ?? '',
      'x-access-token': server.tokens.get(who) ?? '',
    },
  })
  return answer.json()
}
const sheets = {
  订单: [['单号'], ['A1']],
  明细: [
    ['品名', '数量'],
    ['纸', 2],
  ],
}

it('a sheet is read as texts for a user who may add or edit records: the named one, else the first', async () => {
  expect((await read(sheets, '明细')).result).toEqual([
    ['品名', '数量'],
    ['纸', '2'],
  ])
  expect((await read(sheets, '别的')).result).toEqual([['单号'], ['A1']])
  expect(await read(sheets, '明细', 'nobody')).toMatchObject({ success: false, code: 403 })
})

it('a sheet with more rows than a detail table may have is refused', async () => {
  const rows = Array.from({ length: 10_011 }, (_, at) => [String(at)])
  expect(await read({ 明细: rows }, '明细')).toMatchObject({
    success: false,
    message: '文件导入失败:超过 10010 行，请分成几个文件导入',
  })
})
