import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { addressProblems } from '#server/documents/check/addresses.ts'
import { readFolders } from '#server/documents/library/files.ts'
import { TestServer } from '../resources/test-server.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
let server: TestServer
beforeAll(async () => {
  server = await TestServer.open()
})
afterAll(() => server?.close())

const flow = { field: 'fstates', initial: '草稿', moves: [{ code: 'audit', from: ['草稿'], to: '已审核' }] }
const documents = new Map([
  ['demo/bill', { id: 'demo/bill', flow }],
  ['demo/bill-2', { id: 'demo/bill-2', extends: 'demo/bill' }],
])
const listProblems = (document: object) =>
  addressProblems({ ...document }, { routes: server.services.routes, documents }).map(
    ({ path, text }) => `${path} ${text}`,
  )
const button = (call: object) => ({ actions: { row: [{ code: 'go', call }] } })

describe('the addresses of a document', () => {
  it.each([
    [{ url: { list: '/sys/user/lst' } }, '/url/list', '您是不是要写 /sys/user/list'],
    [
      button({ method: 'POST', url: '/sys/nowhere/at/all' }),
      '/actions/row/0/call/url',
      '没有接口 /sys/nowhere/at/all',
    ],
    [
      button({ method: 'DELETE', url: '/sys/outbox/retry' }),
      '/actions/row/0/call/url',
      '不收 DELETE，请写 POST',
    ],
    [{ submit: { method: 'PUT', url: '/sys/user/updatePasword' } }, '/submit/url', 'updatePassword'],
    [{ load: { url: '/sys/setings' } }, '/load/url', '/sys/setting'],
    [{ blocks: [{ source: { url: '/sys/visitInf' } }] }, '/blocks/0/source/url', '/sys/visitInfo'],
    [{ tree: { url: { children: '/sys/sysDepart/queryDepartTreSync' } } }, '/tree/url/children', '没有接口'],
    [
      { submit: { method: 'POST', url: '/resource/demo/bil/addBatch' } },
      '/submit/url',
      '界面「demo/bil」没有。您是不是要写 demo/bill',
    ],
    [
      { submit: { method: 'POST', url: '/resource/demo/bill/move/audti' } },
      '/submit/url',
      '没有审批动作「audti」。您是不是要写 audit',
    ],
    [
      { fields: [{ key: 'items', fields: [{ key: 'f', action: '/sys/common/uplod' }] }] },
      '/fields/0/fields/0/action',
      '/sys/common/upload',
    ],
    [
      { fields: [{ key: 'items', actions: { row: [{ call: { method: 'PUT', url: '/sys/x' } }] } }] },
      '/fields/0/actions/row/0/call/url',
      '没有接口 /sys/x',
    ],
  ])('%j is not one of this server', (document, path, part) => {
    expect(listProblems(document)).toEqual([expect.stringContaining(part)])
    expect(listProblems(document)[0]).toContain(`${path} `)
  })

  it.each([
    { url: { list: '/sys/user/list', delete: null } },
    button({ method: 'POST', url: '/sys/outbox/retry' }),
    { submit: { method: 'POST', url: '/resource/demo/bill/move/audit' } },
    { submit: { method: 'POST', url: '/resource/demo/bill-2/move/audit' } },
    { submit: { method: 'POST', url: '/resource/demo/bill/addBatch' } },
    { load: { url: '/jeecg-boot/sys/setting?a=1' } },
    { blocks: [{ source: { screen: 'demo/bill' } }] },
  ])('%j is one of this server', (document) => {
    expect(listProblems(document)).toEqual([])
  })

  it('are those of the server in all shipped documents', () => {
    const shipped = new Map(
      readFolders([join(root, 'schemas')], root).map(({ expectedId, json }) => [
        expectedId,
        json as JsonObject,
      ]),
    )
    const found = [...shipped].flatMap(([id, json]) =>
      addressProblems(json, { routes: server.services.routes, documents: shipped }).map(
        ({ path, text }) => `${id}#${path} ${text}`,
      ),
    )
    expect(found).toEqual([])
  })

  it('are warnings of a draft in the designer', async () => {
    const body = {
      version: 2,
      kind: 'form',
      id: 'demo/wish',
      title: '心愿',
      fields: [{ key: 'fnote', title: '说明', type: 'input' }],
      submit: { method: 'POST', url: '/sys/wishes' },
    }
    const reply = await server.call('admin', 'POST', '/design/documents/demo/wish/inspect', {
      body: { body },
    })
    expect(reply.body.result).toMatchObject({
      problems: [],
      warnings: [{ path: '/submit/url', text: expect.stringContaining('没有接口 /sys/wishes') }],
    })
  })
})
