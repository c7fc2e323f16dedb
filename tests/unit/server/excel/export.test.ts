import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Person, TestServer } from '../resources/test-server.ts'
import { rowsOfWorkbook } from './workbook-rows.ts'

let server: TestServer
let first: { id: string; fno: string }
let second: { id: string; fno: string }
beforeAll(async () => {
  server = await TestServer.open({}, { clerk: ['demo:order:export'], reader: ['demo:order:export'] })
  first = await server.add({
    fname: '=1+1',
    fdate: '2025-03-04',
    funit: '册',
    fnumber: 12.5,
    flong: '123456789012345678',
  })
  second = await server.add({
    fname: '桌子',
    items: [
      { fspmc: '桌面', fnum: 1, fprice: 2 },
      { fspmc: '桌腿', fnum: 4, fprice: 1.5 },
    ],
  })
})
afterAll(() => server?.close())

const url = '/jeecg-boot/resource/demo/order/exportXls'
const get = (who: Person, query: Record<string, string> = {}) =>
  server.app.inject({
    method: 'GET',
    url,
    query,
    headers: { 'x-access-token': server.tokens.get(who) ?? '' },
  })
const sheets = async (who: Person, query: Record<string, string> = {}) => {
  const { statusCode, rawPayload } = await get(who, query)
  expect(statusCode).toBe(200)
  return rowsOfWorkbook(rawPayload)
}

it('an export contains the records with translated values and the rows of the detail table on a second sheet', async () => {
  const field = 'fno,fname,fdate,funit,fnumber,flong'
  const answer = await get('clerk', { field, column: 'fno', order: 'asc' })
  expect(answer.headers['content-type']).toBe(
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  )
  expect(answer.headers['content-disposition']).toContain(`${encodeURIComponent('订单')}.xlsx`)
  const { 订单: heads, 明细: rows } = rowsOfWorkbook(answer.rawPayload)
  expect(heads?.[0]).toEqual(['单号', '名称', '日期', '单位', '数', '长数'])
  expect(heads?.[1]).toEqual([first.fno, '=1+1', '2025-03-04', '册（本）', '12.5', '123456789012345678'])
  expect(rows?.[0]).toEqual(['单号', '品名', '规格', '单位', '数量', '单价', '金额'])
  expect(rows?.slice(1).map((row) => [row[0], row[1], row[6]])).toEqual([
    [first.fno, '纸', '6'],
    [second.fno, '桌面', '2'],
    [second.fno, '桌腿', '6'],
  ])
})

it('an export contains only the selected and found records when the request names them', async () => {
  const chosen = await sheets('clerk', { selections: `${second.id},`, field: 'fname' })
  expect(chosen.订单).toEqual([['名称'], ['桌子']])
  expect(chosen.明细?.length).toBe(3)
  expect((await sheets('clerk', { fname: '*桌*', field: 'fname' })).订单).toEqual([['名称'], ['桌子']])
})

it('an export answers an advanced query on the rows of a detail table', async () => {
  const superQueryParams = JSON.stringify([{ field: 'items.fspmc', rule: 'eq', val: '桌腿' }])
  expect((await sheets('clerk', { superQueryParams, field: 'fname' })).订单).toEqual([['名称'], ['桌子']])
})

it('an export has no columns that its user may not read', async () => {
  const { 订单: heads, 明细: rows } = await sheets('reader')
  expect(heads?.[0]).not.toContain('底价')
  expect(rows?.[0]).not.toContain('单价')
})

it('an export is empty when no record is found', async () => {
  const answer = await get('clerk', { fname: '没有' })
  expect([answer.statusCode, answer.rawPayload.length]).toEqual([200, 0])
})

it('an export is refused without the right to it', async () => {
  expect((await get('other')).json()).toMatchObject({ success: false, code: 403 })
})

it('a second export of the same user succeeds after the first one', async () => {
  expect((await get('clerk')).statusCode).toBe(200)
  expect((await get('clerk')).statusCode).toBe(200)
})
