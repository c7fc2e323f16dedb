import { afterAll, beforeAll, expect, it } from 'vitest'
import { noteScreen } from '../documents/note-screen.ts'
import { TestServer } from '../test-server.ts'

/** Rates are known by a number with decimals; uses refer to them by a whole number or by a text. */
const rate = noteScreen({
  id: 'demo/rate',
  title: '税率',
  perm: 'demo:rate',
  table: { name: 'demo_rate' },
  fields: [
    {
      key: 'fpercent',
      title: '百分比',
      type: 'inputNumber',
      scale: 2,
      validateRules: [{ unique: true, message: '百分比已存在' }],
    },
    { key: 'fname', title: '名称', type: 'input' },
    {
      key: 'fuses',
      title: '用处',
      type: 'inputNumber',
      scale: 0,
      rollup: { screen: 'demo/use', field: 'frate', key: 'fpercent', how: 'count' },
    },
  ],
})
const reference = { screen: 'demo/rate', key: 'fpercent', value: 'fname' }
const use = noteScreen({
  id: 'demo/use',
  title: '用处',
  perm: 'demo:use',
  table: { name: 'demo_use' },
  fields: [
    { key: 'frate', title: '税率', type: 'inputNumber', scale: 0 },
    { key: 'ftext', title: '税率文字', type: 'input' },
    { key: 'ffollowed', title: '名称', type: 'input', follow: { field: 'frate', ...reference } },
    { key: 'ffollowedtext', title: '名称', type: 'input', follow: { field: 'ftext', ...reference } },
    {
      key: 'fshown',
      title: '名称',
      type: 'input',
      query: 'eq',
      from: { field: 'frate', ...reference },
    },
    { key: 'fshowntext', title: '名称', type: 'input', from: { field: 'ftext', ...reference } },
  ],
})

let server: TestServer
beforeAll(async () => {
  const verbs = ['list', 'detail', 'add', 'edit']
  server = await TestServer.open(
    { 'demo/rate.json': rate, 'demo/use.json': use },
    { clerk: ['rate', 'use'].flatMap((name) => verbs.map((verb) => `demo:${name}:${verb}`)) },
  )
})
afterAll(() => server?.close())

const call = async (method: 'GET' | 'POST' | 'PUT', path: string, more: object) => {
  const { body } = await server.call('clerk', method, `/jeecg-boot/resource/demo/${path}`, more)
  expect(body).toMatchObject({ success: true })
  return body.result
}
const read = (path: string, id: string) => call('GET', `${path}/queryById`, { query: { id } })

it('records that refer to a number with decimals are found by its value', async () => {
  const { id } = await call('POST', 'rate/add', { body: { fpercent: 13, fname: '一般' } })
  const used = await call('POST', 'use/add', { body: { frate: 13, ftext: '13' } })
  expect(await read('rate', id)).toMatchObject({ fuses: 1 })
  const names = (name: string) => ({ ffollowed: name, ffollowedtext: name, fshown: name, fshowntext: name })
  expect(await read('use', used.id)).toMatchObject(names('一般'))
  const listed = await call('GET', 'use/list', { query: { fshown: '一般' } })
  expect(listed.records.map((row: { id: string }) => row.id)).toEqual([used.id])
  await call('PUT', 'rate/edit', { body: { id, fname: '标准' } })
  expect(await read('use', used.id)).toMatchObject(names('标准'))
})

it('the unique check compares a number by its value, and finds no text that is none', async () => {
  await call('POST', 'rate/add', { body: { fpercent: 9, fname: '低' } })
  const ask = async (fieldVal: string) =>
    (
      await server.call('clerk', 'GET', '/jeecg-boot/sys/duplicate/check', {
        query: { tableName: 'demo/rate', fieldName: 'fpercent', fieldVal },
      })
    ).body.success
  expect(await ask('9')).toBe(false)
  expect(await ask('9.0')).toBe(false)
  expect(await ask('90')).toBe(true)
  expect(await ask('九')).toBe(true)
})
