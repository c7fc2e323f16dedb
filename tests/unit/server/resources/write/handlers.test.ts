import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, TestServer } from '../test-server.ts'

let server: TestServer
const partner = {
  version: 2,
  kind: 'screen',
  id: 'demo/partner',
  title: '往来户',
  perm: 'demo:partner',
  table: { name: 'demo_partner' },
  fields: [
    {
      key: 'fcode',
      title: '编号',
      type: 'input',
      validateRules: [{ required: true }, { ruleCode: 'common' }],
    },
    { key: 'fmark', title: '记号', type: 'input', validateRules: [{ ruleCode: 'nowhere' }] },
    {
      key: 'ftaxno',
      title: '税号',
      type: 'input',
      validateRules: [{ handler: 'creditCode', message: '税号有误' }],
    },
    {
      key: 'items',
      title: '书目',
      type: 'table',
      table: { name: 'demo_partner_book', fk: 'fpartnerid' },
      authPrefix: 'demo:partner:items',
      fields: [{ key: 'fisbn', title: '书号', type: 'input', validateRules: [{ handler: 'isbn' }] }],
    },
    {
      key: 'marks',
      title: '记号',
      type: 'table',
      table: { name: 'demo_partner_mark', fk: 'fpartnerid' },
      fields: [{ key: 'fname', title: '名称', type: 'input' }],
    },
    {
      key: 'seals',
      title: '印章',
      type: 'table',
      table: { name: 'demo_partner_seal', fk: 'fpartnerid' },
      dragSortKey: 'fplace',
      fields: [
        { key: 'fname', title: '名称', type: 'input' },
        { key: 'fplace', title: '次序', type: 'inputNumber' },
      ],
    },
  ],
}
const verbs = ['add', 'edit'].map((verb) => `demo:partner:${verb}`)
beforeAll(async () => {
  server = await TestServer.open(
    { 'demo/partner.json': partner },
    { clerk: [...verbs, 'demo:partner:items:add'], reader: verbs },
  )
})
afterAll(() => server?.close())

const send = (person: Person, verb: string, method: 'POST' | 'PUT', body: unknown, headers = {}) =>
  server.call(person, method, `/resource/demo/partner/${verb}`, { body, headers })
const said = (reply: Awaited<ReturnType<typeof send>>) =>
  reply.body.result.problems.map(({ path, text }: { path: string; text: string }) => `${path} ${text}`)

describe('a save', () => {
  it('runs the handlers and rule codes of its fields and rows, independent of the browser', async () => {
    const reply = await send('clerk', 'add', 'POST', {
      fcode: '9A',
      fmark: 'x',
      ftaxno: '91350100M000100Y44',
      items: [{ fisbn: '9787020002207' }, { fisbn: '123' }],
    })
    expect(reply.status).toBe(400)
    expect(said(reply).sort()).toEqual([
      '/fcode 第一位只能是字母',
      '/fmark 该编码不存在：nowhere',
      '/ftaxno 税号有误',
      '/items/1/fisbn 书号不是正确的 ISBN',
    ])
  })

  it('runs them for an edit as well', async () => {
    const good = { fcode: 'A01', ftaxno: '91350100M000100Y43', items: [{ fisbn: '9787020002207' }] }
    const added = await send('clerk', 'add', 'POST', good)
    expect(added.body.message).toBe('添加成功！')
    const { id, rev } = added.body.result
    expect(said(await send('clerk', 'edit', 'PUT', { id, rev, fcode: 'A-1' }))).toEqual([
      '/fcode 只能填写数字、大小写字母、下划线',
    ])
  })

  it('returns its first answer when it is repeated after its rules became stricter', async () => {
    const key = { 'idempotency-key': 'rule-changed-1' }
    const first = await send('clerk', 'add', 'POST', { fcode: 'K01' }, key)
    expect(first.status).toBe(200)
    const rules = server.test.db.owner
    const { rows } = await sql<{ rule_json: string }>`
      select rule_json from sys_check_rule where rule_code = 'common'`.execute(rules)
    const stricter = JSON.stringify([{ digits: '*', pattern: '^[0-9]+$', message: '只能填写数字' }])
    await sql`update sys_check_rule set rule_json = ${stricter} where rule_code = 'common'`.execute(rules)
    try {
      expect((await send('clerk', 'add', 'POST', { fcode: 'K01' })).status).toBe(400)
      expect((await send('clerk', 'add', 'POST', { fcode: 'K01' }, key)).body).toMatchObject({
        success: true,
        result: { id: first.body.result.id },
      })
    } finally {
      await sql`update sys_check_rule set rule_json = ${rows[0]?.rule_json} where rule_code = 'common'`.execute(
        rules,
      )
    }
  })

  it.each([
    ['marks', 'orderNum'],
    ['seals', 'fplace'],
  ])('keeps the rows of %s in the order of %s, counted from 1', async (detail, key) => {
    const named = (reply: Awaited<ReturnType<typeof send>>) =>
      reply.body.result[detail].map((row: Record<string, unknown>) => `${row.fname} ${row[key]}`)
    const body = { fcode: `C_${detail}`, [detail]: ['甲', '乙', '丙'].map((fname) => ({ fname })) }
    const added = await send('clerk', 'add', 'POST', body)
    expect(named(added)).toEqual(['甲 1', '乙 2', '丙 3'])
    const { id, rev, [detail]: rows } = added.body.result
    const changed = [
      { id: rows[2].id, [key]: 1 },
      { id: rows[0].id, [key]: 2 },
      { id: rows[1].id, [key]: 3 },
    ]
    const moved = await send('clerk', 'edit', 'PUT', { id, rev, [detail]: { changed } })
    expect(named(moved)).toEqual(['丙 1', '甲 2', '乙 3'])
  })

  it('refuses rows from users whose toolbar has no button for them', async () => {
    const reply = await send('reader', 'add', 'POST', { fcode: 'B01', items: [{ fisbn: null }] })
    expect(said(reply)).toEqual(['/items 没有权限新增书目的行'])
    expect((await send('reader', 'add', 'POST', { fcode: 'B01', items: [] })).status).toBe(200)
  })
})
