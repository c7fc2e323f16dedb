import { afterAll, beforeAll, expect, it } from 'vitest'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { TestServer } from '../resources/test-server.ts'
import { member, screen } from './screens.ts'

const item = (value: string, text: string, more: JsonObject = {}) => ({ value, text, ...more })
const colors = (...items: JsonObject[]): JsonObject => ({
  version: 2,
  kind: 'dict',
  id: 'dict/label-color',
  title: '标签颜色',
  code: 'label_color',
  items,
})
const label = (paid: JsonObject, urgent: JsonObject = {}): JsonObject =>
  screen(
    'demo/label',
    member('fname', '名称'),
    member('fcolors', '颜色', { type: 'list_multi', dictCode: 'label_color' }),
    member('fpaid', '已付', { type: 'checkbox', ...paid }),
    member('furgent', '加急', { type: 'switch', ...urgent }),
  )
const pair = { customValue: ['1', '0'] }

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open({
    'dict/label-color.json': colors(item('blue', '蓝'), item('red', '红'), item('green', '绿')),
    'demo/label.json': label(pair),
  })
  const rows = [
    { fname: '甲', fcolors: 'blue,red', fpaid: '1', furgent: 'N' },
    { fname: '乙', fcolors: 'blue', fpaid: '0', furgent: 'N' },
  ]
  for (const body of rows)
    expect((await server.call('admin', 'POST', '/resource/demo/label/add', { body })).body).toMatchObject({
      success: true,
    })
})
afterAll(() => server?.close())

async function listWarnings(body: JsonObject): Promise<{ path: string; text: string }[]> {
  const url = `/design/documents/${body.id}/inspect`
  const { result } = (await server.call('admin', 'POST', url, { body: { body } })).body
  expect(result.problems).toEqual([])
  return result.warnings.filter(({ text }: { text: string }) => text.includes('条记录用着'))
}

it('the draft of a dictionary without values that records use warns of each, with the fields', async () => {
  expect(await listWarnings(colors(item('red', '红色')))).toMatchObject([
    { path: '/items', text: expect.stringContaining('「blue」，还有 2 条记录用着它（展柜的颜色）') },
  ])
  const disabled = colors(item('blue', '蓝', { disabled: true }), item('red', '红'))
  expect(await listWarnings(disabled)).toEqual([])
})

it('the draft of a screen warns of the values of a check box and a switch that records have', async () => {
  expect(await listWarnings(label({ customValue: ['1', 'N'] }))).toMatchObject([
    { path: '/fields/2', text: expect.stringContaining('没有了「0」，还有 1 条记录用着它') },
  ])
  const options = [item('1', '急'), item('0', '不急')]
  expect(await listWarnings(label(pair, { options }))).toMatchObject([
    { path: '/fields/3', text: expect.stringContaining('没有了「N」，还有 2 条记录用着它') },
  ])
  expect(await listWarnings(label(pair))).toEqual([])
})
