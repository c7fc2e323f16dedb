import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { fieldValues } from '#runtime/fields/values.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'
import { readPlan } from '#server/documents/apply.ts'
import { sendImport } from '../excel/send-import.ts'
import { type Person, TestServer } from '../resources/test-server.ts'

const shipped = ['fill-rule', 'fill-rule-upcoming', 'fill-rule-uses'].map((name) => `system/${name}.json`)
const slip = {
  version: 2,
  kind: 'screen',
  id: 'demo/slip',
  title: '单子',
  perm: 'demo:slip',
  table: { name: 'demo_slip', tenant: true },
  fields: [
    { key: 'fno', title: '编号', type: 'input', length: 30, auto: `\${slip_no}` },
    { key: 'fname', title: '名称', type: 'input' },
  ],
}

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open(
    {
      ...Object.fromEntries(
        shipped.map((name) => [name, JSON.parse(readFileSync(`schemas/${name}`, 'utf8'))]),
      ),
      'demo/slip.json': slip,
    },
    { clerk: ['demo:slip:add'], other: ['demo:slip:add'] },
  )
  for (const who of ['clerk', 'other'] as const) {
    await sql`update sys_user set rel_tenant_ids = '1,2' where id = ${who}`.execute(server.services.db.app)
    // A change of tenants ends the sessions of the user.
    await vi.waitFor(async () =>
      expect((await server.call(who, 'GET', '/sys/permission/getUserPermissionByToken')).status).toBe(401),
    )
    server.tokens.set(who, await server.services.sessions.open(who, { ip: '127.0.0.1', agent: 'test' }))
  }
})
afterAll(() => server?.close())

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const request = async (who: Person, method: Method, url: string, call = {}) =>
  (await server.call(who, method, `/jeecg-boot${url}`, call)).body
const admin = (method: Method, url: string, call = {}) => request('admin', method, url, call)
const sequence = (values = {}) => ({ kind: 'sequence', width: 3, reset: 'none', ...values })
const text = (content: string) => ({ kind: 'text', content })
const addRule = (ruleCode: string, parts: unknown[], values = {}) =>
  admin('POST', '/sys/fillRule/add', { body: { ruleName: ruleCode, ruleCode, gapless: 1, parts, ...values } })
const upcoming = async (ruleCode: string, who: Person = 'admin'): Promise<string[]> =>
  (await request(who, 'GET', '/sys/fillRule/upcoming', { query: { ruleCode } })).result.map(
    (row: { number: string }) => row.number,
  )
const addSlip = (who: Person = 'clerk', tenant = '1') =>
  request(who, 'POST', '/resource/demo/slip/add', { body: { fname: '单' }, headers: { tenant_id: tenant } })
const execute = (ruleCode: string, who: Person = 'clerk') =>
  request(who, 'PUT', `/sys/fillRule/executeRuleByCode/${ruleCode}`, { body: {} })

describe('a field that names a code rule', () => {
  it('refuses a save until the rule exists', async () => {
    expect((await addSlip()).message).toBe('编码规则「slip_no」不存在，请在系统编码规则里新增')
  })

  it('receives numbers without a gap or a duplicate when records are saved simultaneously, in each tenant', async () => {
    expect(await addRule('slip_no', [text('DZ'), sequence(), text('号')])).toMatchObject({ success: true })
    const saved = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        addSlip(at % 4 < 2 ? 'clerk' : 'other', at % 2 === 0 ? '1' : '2'),
      ),
    )
    const numbers = (even: number) =>
      saved.flatMap(({ result }, at) => (at % 2 === even ? [result.fno] : [])).sort()
    const wanted = Array.from({ length: 20 }, (_, at) => `DZ${String(at + 1).padStart(3, '0')}号`)
    expect(numbers(0)).toEqual(wanted)
    expect(numbers(1)).toEqual(wanted)
  })

  it('continues at a greater start number', async () => {
    const [rule] = (await admin('GET', '/sys/fillRule/list', { query: { ruleCode: 'slip_no' } })).result
      .records
    const { id, rev, parts } = (await admin('GET', '/sys/fillRule/queryById', { query: { id: rule.id } }))
      .result
    const changed = [{ id: parts[1].id, startAt: 900 }]
    expect(await admin('PUT', '/sys/fillRule/edit', { body: { id, rev, parts: { changed } } })).toMatchObject(
      { success: true },
    )
    expect((await addSlip()).result.fno).toBe('DZ900号')
    expect((await addSlip()).result.fno).toBe('DZ901号')
  })

  it('keeps its rule: the rule is neither deleted nor given another code, and its uses are listed', async () => {
    const { result } = await admin('GET', '/sys/fillRule/uses', { query: { ruleCode: 'slip_no' } })
    expect(result).toEqual([
      { id: 'demo/slip#fno', screen: 'demo/slip', screenTitle: '单子', fieldTitle: '编号' },
    ])
    const [rule] = (await admin('GET', '/sys/fillRule/list', { query: { ruleCode: 'slip_no' } })).result
      .records
    expect(await admin('DELETE', '/sys/fillRule/delete', { query: { id: rule.id } })).toMatchObject({
      success: false,
      message: '「slip_no」正被 1 个字段使用，不能删除：单子的编号',
    })
    const body = { id: rule.id, rev: rule.rev, ruleCode: 'other_no' }
    expect((await admin('PUT', '/sys/fillRule/edit', { body })).message).toBe(
      '规则编码「slip_no」正被 1 个字段使用，不能修改：单子的编号',
    )
  })
})

describe('a code rule', () => {
  it('shows its next five numbers without taking one', async () => {
    const date = { kind: 'date', content: 'yyyy' }
    await addRule('shown', [text('S'), { kind: 'depart' }, text('-'), date, sequence({ reset: 'year' })])
    const year = new Date().getFullYear()
    const wanted = [1, 2, 3, 4, 5].map((n) => `SA01-${year}00${n}`)
    expect([await upcoming('shown'), await upcoming('shown')]).toEqual([wanted, wanted])
    const { result } = await admin('GET', '/sys/fillRule/testFillRule', { query: { ruleCode: 'shown' } })
    expect(result).toBe(wanted[0])
  })

  it('hands out numbers before a save unless it is gapless', async () => {
    expect((await execute('shown')).message).toBe(
      '编码规则「shown」是连续编号，只在保存时取号；要预先取号，请在系统编码规则里改为不连续',
    )
    await addRule('early', [text('E'), sequence()], { gapless: 0 })
    const taken = await Promise.all(Array.from({ length: 12 }, () => execute('early')))
    expect(new Set(taken.map(({ result }) => result)).size).toBe(12)
    const batch = await request('clerk', 'PUT', '/sys/fillRule/executeRuleByCodeBatch', {
      body: { commonFormData: { a: 1 }, rules: [{ ruleCode: 'early' }, { ruleCode: 'early', formData: {} }] },
    })
    expect(batch.result).toHaveLength(2)
    expect((await execute('none')).message).toContain('编码规则「none」不存在')
  })

  it.each([
    ['no sequence', [text('A')], '编码里要有一段流水号'],
    ['two sequences', [sequence(), sequence()], '编码里只能有一段流水号'],
    ['an empty text', [text(''), sequence()], '请输入文字'],
    ['a faulty date', [{ kind: 'date', content: 'yyyyy' }, sequence()], '日期写 yyyyMMdd 之类的格式'],
    [
      'a reset without its date',
      [{ kind: 'date', content: 'yyyy' }, sequence({ reset: 'day' })],
      '流水号重新开始后会和以前的编码重复',
    ],
    ['a width of 0', [sequence({ width: 0 })], '位数应在 1 到 12 之间'],
  ])('is refused with %s', async (_, parts, message) => {
    const { result, success } = await addRule('faulty', parts)
    expect(success).toBe(false)
    expect(result.problems[0].text).toContain(message)
  })

  it('is refused when its code is used', async () => {
    const { message } = await addRule('shown', [sequence()])
    expect(message).toContain('规则编码已存在')
  })

  it('is written, read and tried with its permissions only', async () => {
    for (const verb of ['upcoming', 'uses', 'testFillRule', 'list'])
      expect(
        (await request('clerk', 'GET', `/sys/fillRule/${verb}`, { query: { ruleCode: 'shown' } })).success,
      ).toBe(false)
    expect((await request('clerk', 'POST', '/sys/fillRule/add', { body: {} })).code).toBe(403)
  })
})

it('the migration makes the columns that the document needs', async () => {
  const screen = server.services.documents.screen('system/fill-rule')?.document as StoredScreen
  expect(await readPlan(server.services.db, [screen], fieldValues)).toEqual([])
})

describe('import of code rules', () => {
  const upload = (rows: unknown[][], parts: unknown[][]) =>
    sendImport(
      server,
      'system/fill-rule',
      {
        系统编码规则: [['规则名称', '规则编码', '连续编号'], ...rows],
        编码的各段: [['规则编码', '种类', '文字或日期格式', '流水号位数', '流水号重置'], ...parts],
      },
      { who: 'admin', url: '/sys/fillRule/importExcel' },
    )

  it('adds rules with their parts, which make numbers at once', async () => {
    const body = await upload(
      [['入库单号', 'imported_no', '否']],
      [
        ['imported_no', '文字', 'RK', '', ''],
        ['imported_no', '流水号', '', 3, '不重置'],
      ],
    )
    expect(body.result?.faults ?? body.message).toEqual([])
    expect(body.result).toMatchObject({ inserted: 1 })
    expect(await execute('imported_no')).toMatchObject({ result: 'RK001' })
  })

  it('refuses a rule without a running number and stores nothing', async () => {
    const body = await upload([['错的', 'wrong_no', '否']], [['wrong_no', '文字', 'RK', '', '']])
    expect(JSON.stringify(body)).toContain('编码里要有一段流水号')
    const { result } = await admin('GET', '/sys/fillRule/list', { query: { ruleCode: 'wrong_no' } })
    expect(result.total).toBe(0)
  })
})
