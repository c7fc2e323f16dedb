import Ajv from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { noteScreen } from '../resources/documents/note-screen.ts'
import { type Person, TestServer } from '../resources/test-server.ts'

let server: TestServer
const note = noteScreen({
  fields: [
    { key: 'ftext', title: '文字', type: 'input', length: 5, validateRules: [{ required: true }] },
    { key: 'fnum', title: '数', type: 'inputNumber', scale: 2 },
    { key: 'fint', title: '件数', type: 'inputNumber', scale: 0, store: 'int' },
    { key: 'fday', title: '日期', type: 'date' },
    { key: 'fdouble', title: '两倍', type: 'inputNumber', scale: 2, compute: 'fnum * 2' },
    {
      key: 'fkind',
      title: '类别',
      type: 'select',
      options: [
        { value: '甲', text: '甲' },
        { value: '乙', text: '乙' },
      ],
    },
    { key: 'fsecret', title: '底价', type: 'input', access: { read: 'demo:note:secret' } },
    { key: 'fstate', title: '状态', type: 'input', form: false },
    {
      key: 'items',
      title: '明细',
      type: 'table',
      table: { name: 'demo_note_item', fk: 'fnoteid' },
      fields: [{ key: 'fwhat', title: '什么', type: 'input', length: 20 }],
    },
  ],
  flow: {
    field: 'fstate',
    initial: '待审核',
    editable: ['待审核'],
    moves: [{ code: 'audit', title: '审核', from: ['待审核'], to: '已审核' }],
  },
})
beforeAll(async () => {
  server = await TestServer.open(
    { 'demo/note.json': note },
    {
      clerk: ['list', 'detail', 'add', 'edit', 'delete', 'audit'].map((verb) => `demo:note:${verb}`),
      reader: ['demo:note:list'],
    },
  )
})
afterAll(() => server?.close())

// biome-ignore lint/suspicious/noExplicitAny: a description of any shape.
const readSpec = async (who: Person): Promise<any> => {
  const { status, body } = await server.call(who, 'GET', '/jeecg-boot/api-docs/demo/note')
  expect(status).toBe(200)
  return body
}

/** A client that knows nothing but the description: it finds an operation by its id, checks what it sends and what it gets. */
async function openClient(who: Person) {
  const spec = await readSpec(who)
  const ajv = new Ajv({ strict: false, allErrors: true })
  ajv.addSchema(spec, 'spec')
  const check = (pointer: string[], value: unknown) => {
    const path = pointer.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')
    const validate = ajv.compile({ $ref: `spec#/${encodeURI(path)}` })
    return validate(value) ? [] : (validate.errors ?? [])
  }
  return async (id: string, sent: { query?: Record<string, string>; body?: object } = {}) => {
    for (const [path, operations] of Object.entries<
      Record<string, { operationId: string; requestBody?: object }>
    >(spec.paths))
      for (const [method, operation] of Object.entries(operations)) {
        if (operation.operationId !== id) continue
        const place = ['paths', path, method]
        const schema = ['content', 'application/json', 'schema']
        const wrong = operation.requestBody ? check([...place, 'requestBody', ...schema], sent.body) : []
        const reply = await server.call(who, method.toUpperCase() as 'GET', `/jeecg-boot${path}`, sent)
        const { body } = reply
        expect(check([...place, 'responses', '200', ...schema], body)).toEqual([])
        return { wrong, body }
      }
    throw new Error(`no operation ${id}`)
  }
}

it('a client that follows the description adds, reads, edits, moves and removes records', async () => {
  const call = await openClient('clerk')
  const values = {
    ftext: '甲',
    fnum: 1.5,
    fint: 3,
    fday: '2026-11-29',
    fkind: '甲',
    items: [{ fwhat: '书' }],
  }
  const added = await call('add', { body: values })
  expect(added.wrong).toEqual([])
  expect(added.body).toMatchObject({ success: true })
  const { id } = added.body.result
  const edited = await call('edit', { body: { id, fnum: 2 } })
  expect([edited.wrong, edited.body.success]).toEqual([[], true])
  const { body: one } = await call('queryById', { query: { id } })
  expect(one.result).toMatchObject({ fdouble: 4, items: [{ fwhat: '书' }] })
  const { body: list } = await call('list', {
    query: { pageSize: '5', ftext: '甲', column: 'fnum', order: 'desc' },
  })
  expect(list.result).toMatchObject({ total: 1, records: [{ id, fday: '2026-11-29' }] })
  const other = (await call('add', { body: { ftext: '乙' } })).body.result.id
  expect((await call('move_audit', { body: { ids: id } })).body.success).toBe(true)
  expect((await call('delete', { query: { id: other } })).body.success).toBe(true)
})

it('the description refuses what the server refuses', async () => {
  const call = await openClient('clerk')
  for (const body of [{ fnum: 1 }, { ftext: '六个字的文字' }, { ftext: '甲', fother: 1 }]) {
    const reply = await call('add', { body })
    expect([reply.wrong.length > 0, reply.body.success], JSON.stringify(body)).toEqual([true, false])
  }
})

it('it has only what its reader may do and see', async () => {
  const ofReader = await readSpec('reader')
  expect(Object.keys(ofReader.paths)).toEqual(['/resource/demo/note/list'])
  expect(Object.keys(ofReader.components.schemas.Record.properties)).not.toContain('fsecret')
  expect(Object.keys((await readSpec('admin')).components.schemas.Record.properties)).toContain('fsecret')
  expect((await server.call('nobody', 'GET', '/jeecg-boot/api-docs/demo/note')).status).toBe(404)
  expect((await server.call('admin', 'GET', '/jeecg-boot/api-docs/demo/none')).status).toBe(404)
})
