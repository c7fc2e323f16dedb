import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open()
})
afterAll(() => server?.close())

const note = {
  version: 2,
  kind: 'screen',
  id: 'demo/note',
  title: '便笺',
  table: { name: 'demo_note' },
  fields: [{ key: 'ftext', title: '文字', type: 'input' }],
}
const check = (body: unknown) => server.call('admin', 'POST', '/schema/check', { body })

describe('a document check without a release', () => {
  it('reports no problems for a valid document, and does not register it', async () => {
    expect((await check(note)).body).toMatchObject({ success: true, result: [] })
    expect((await server.call('admin', 'GET', '/schema/source/demo/note')).status).toBe(404)
  })

  it('reports each problem with its place', async () => {
    const { result } = (await check({ ...note, fields: [{ key: 'ftext', type: 'inptu', titel: 'x' }] })).body
    const told = (result as { path: string; code: string }[]).map(({ path, code }) => `${code} ${path}`)
    expect(told).toContain('UNKNOWN_TYPE /fields/0/type')
  })

  it('refuses a table of another document, and accepts a new version of a registered document', async () => {
    const taken = await check({ ...note, table: { name: 'demo_order' } })
    expect(taken.body.result).toMatchObject([{ code: 'DUPLICATE_NAME', path: '/table/name' }])
    const { document } = (await server.call('admin', 'GET', '/schema/source/demo/order')).body.result
    expect((await check({ ...document, title: '新的名称' })).body.result).toEqual([])
  })

  it('names the rules that no administrator has added', async () => {
    const { fields } = note
    const numbered = { key: 'fno', title: '编号', type: 'input', auto: `\${no_rule}` }
    const checked = { key: 'fcode', title: '编码', type: 'input', validateRules: [{ ruleCode: 'no_check' }] }
    expect((await check({ ...note, fields: [...fields, numbered, checked] })).body.result).toMatchObject([
      {
        code: 'UNKNOWN_NAME',
        path: '/fields/1/auto',
        text: expect.stringContaining('没有编码规则「no_rule」'),
      },
      { code: 'UNKNOWN_NAME', path: '/fields/2/validateRules/0/ruleCode' },
    ])
  })

  it('names the roles of proposals and rules that no administrator has added', async () => {
    const roles = { clerk: ['demo:note:list'], no_role: ['demo:note:list'] }
    const rowRules = [{ name: '非空', where: "ftext != ''", roles: ['clerk', 'cleric'] }]
    expect((await check({ ...note, roles, rowRules })).body.result).toMatchObject([
      { code: 'UNKNOWN_NAME', path: '/roles/no_role', text: expect.stringContaining('没有角色「no_role」') },
      { code: 'UNKNOWN_NAME', path: '/rowRules/0/roles/1' },
    ])
  })

  it('names the roles and the message templates of consequences that no administrator has added', async () => {
    const notify = (over: object) => ({
      on: 'add',
      notify: { to: { users: ['admin'] }, title: '新的', ...over },
    })
    const entries = [
      notify({ to: { roles: ['clerk', 'cleric'] } }),
      notify({ title: undefined, template: 'no_template' }),
    ]
    const { result } = (await check({ ...note, ...Object.fromEntries([['then', entries]]) })).body
    expect(result).toMatchObject([
      { path: '/then/0/notify/to/roles/1', text: expect.stringContaining('没有角色「cleric」') },
      {
        path: '/then/1/notify/template',
        text: expect.stringContaining(
          '没有消息模板「no_template」，请改成已有的模板编码，或先在消息中心 › 模板管理里新增',
        ),
      },
    ])
  })

  it('is limited to designers, and reports problems for any malformed body', async () => {
    expect((await server.call('clerk', 'POST', '/schema/check', { body: note })).status).toBe(403)
    for (const body of [null, 7, 'text', [], [note]]) expect((await check(body)).body.result).not.toEqual([])
  })
})
