import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { type Person, TestServer } from '../resources/test-server.ts'

const id = 'demo/pasted'
const screen = (): JsonObject => ({
  version: 2,
  kind: 'screen',
  id,
  title: '展柜',
  perm: 'demo:pasted',
  table: { name: 'demo_pasted' },
  fields: [
    { key: 'fname', title: '柜名', type: 'input', validateRules: [{ required: true }] },
    { key: 'fnum', title: '层数', type: 'inputNumber', scale: 0 },
  ],
})

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open({}, { other: ['design:read', 'design:write'] })
})
afterAll(() => server?.close())

const at = (part = '') => `/design/documents/${id}${part}`
const paste = (who: Person, keys: string[], rows: string[][]) =>
  server.call(who, 'PUT', at('/rows'), { body: { keys, rows } })
const importRows = (who: Person) => server.call(who, 'POST', at('/rows/import'))
const pasted = async (who: Person) => (await server.call(who, 'GET', at())).body.result.pastedRows
const records = async () =>
  (await server.call('admin', 'GET', `/resource/${id}/list`, { query: { pageSize: '100' } })).body.result

describe('rows pasted with a header', () => {
  it('wait with the draft of their designer and are refused before the release', async () => {
    await server.call('admin', 'PUT', at('/draft'), { body: { base: null, body: screen() } })
    await paste(
      'admin',
      ['fname', 'fnum', 'fgone'],
      [
        ['甲柜', '3', '无'],
        ['乙柜', '', ''],
      ],
    )
    expect(await pasted('admin')).toBe(2)
    expect((await importRows('admin')).body.success).toBe(false)
    expect((await server.call('admin', 'POST', at('/release'), { body: { note: '' } })).body.success).toBe(
      true,
    )
    expect(await pasted('admin')).toBe(2)
    expect(await pasted('other')).toBe(0)
  })

  it('are imported once, in one transaction, and an undo removes them', async () => {
    const [first, second] = await Promise.all([importRows('admin'), importRows('admin')])
    expect([first, second].filter(({ body }) => body.success)).toHaveLength(1)
    const { result, message } = (first.body.success ? first : second).body
    expect(message).toBe('共2行数据全部导入成功！')
    expect(await records()).toMatchObject({ total: 2 })
    expect(await pasted('admin')).toBe(0)
    expect((await importRows('admin')).body.message).toBe('没有粘贴的数据可以导入，可能已经导入')
    const undone = await server.call('admin', 'POST', `/resource/${id}/import/undo`, {
      body: { id: result.importId },
    })
    expect(undone.body.message).toBe('已撤销导入')
    expect(await records()).toMatchObject({ total: 0 })
  })

  it('are kept with the faults of a row that is refused, and nothing is imported', async () => {
    await paste(
      'admin',
      ['fname', 'fnum'],
      [
        ['甲柜', '3'],
        ['', '许多'],
      ],
    )
    const { result } = (await importRows('admin')).body
    expect(result.faults.map(({ row, header }: JsonObject) => [row, header])).toEqual([
      [3, '柜名'],
      [3, '层数'],
    ])
    expect(await records()).toMatchObject({ total: 0 })
    expect(await pasted('admin')).toBe(2)
  })

  it('are dismissed on request, and refused without a column of the screen or the right to import', async () => {
    expect((await server.call('admin', 'DELETE', at('/rows'))).body.success).toBe(true)
    expect((await server.call('admin', 'DELETE', at('/rows'))).body.success).toBe(false)
    await paste('admin', ['fother'], [['甲']])
    expect((await importRows('admin')).body.message).toBe('粘贴的各列在这个界面里都没有可以填的字段')
    expect((await importRows('other')).status).toBe(403)
  })
})
