import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatDate } from '#runtime/kernel/time.ts'
import { type Person, type Reply, TestServer } from '../test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open()
  const today = formatDate(new Date())
  const items = (fspmc: string, fnum: number, fprice: number) => [{ fspmc, spid: 'g1', fnum, fprice }]
  await server.add({ fcode: 'A', fname: '甲志', fnumber: 5, fdate: today, items: items('纸', 2, 3) })
  await server.add({
    fcode: 'B',
    fname: '乙志',
    fnumber: 10,
    fdate: '2020-01-01',
    items: items('墨', 900, 2),
  })
  await server.add({
    fcode: 'C',
    fname: '丙',
    fnumber: 15,
    fdate: null,
    items: [...items('墨', 1, 1), ...items('纸', 1000, 2)],
  })
})
afterAll(() => server?.close())

const query = (params: unknown, match = 'and', who: Person = 'clerk'): Promise<Reply> =>
  server.order(who, 'list', 'GET', {
    query: {
      superQueryParams: typeof params === 'string' ? params : JSON.stringify(params),
      superQueryMatchType: match,
    },
  })
const codes = async (params: unknown, match?: string): Promise<string> => {
  const { body } = await query(params, match)
  return body.result.records
    .map((row: { fcode: string }) => row.fcode)
    .sort()
    .join('')
}
/** The code of the refusal, the place, and the text. */
const refusal = async (params: unknown, who?: Person) => {
  const { status, body, headers } = await query(params, 'and', who)
  expect([status, body.message]).toEqual([400, '参数无效：superQueryParams'])
  const [problem] = body.result.problems
  return [headers['x-error-code'], problem.path, problem.text]
}

const number = (rule: string, val: unknown) => ({ field: 'fnumber', rule, val })
const name = (val: string) => ({ field: 'fname', rule: 'like', val })
const group = (matchType: string, ...params: unknown[]) => ({ matchType, params })
const nested = (depth: number): unknown => (depth === 1 ? name('志') : group('and', nested(depth - 1)))

describe('a group of the advanced query', () => {
  it('joins its conditions by its own match type', async () => {
    expect(await codes([number('gt', 5), group('or', name('乙'), name('丙'))])).toBe('BC')
    expect(await codes([number('lt', 6), group('and', name('乙'), name('志'))], 'or')).toBe('AB')
    expect(await codes([group('or', group('and', name('甲'), number('eq', 5)), number('gt', 14))])).toBe('AC')
  })

  it('is skipped when it is empty', async () => {
    expect(
      await codes([group('or'), group('and', { field: 'fname', rule: 'eq', val: '' }), name('志')]),
    ).toBe('AB')
  })
})

describe('a condition on detail rows', () => {
  it('finds records with such a row', async () => {
    expect(await codes([{ field: 'items.famount', rule: 'gt', val: 1000 }])).toBe('BC')
    const both = [
      { field: 'items.fspmc', rule: 'eq', val: '墨' },
      { field: 'items.famount', rule: 'gt', val: 1000 },
    ]
    expect(await codes(both)).toBe('BC')
  })

  it('is met by one row when a group names the detail table', async () => {
    const params = [
      { field: 'fspmc', rule: 'eq', val: '墨' },
      { field: 'famount', rule: 'gt', val: 1000 },
    ]
    expect(await codes([{ detail: 'items', matchType: 'and', params }])).toBe('B')
    expect(await codes([{ detail: 'items', matchType: 'or', params }])).toBe('BC')
  })

  it('is refused like an unknown field when the user may not read the column', async () => {
    const hidden = [
      { field: 'items.fprice', rule: 'gt', val: 1 },
      { detail: 'items', params: [{ field: 'fprice', rule: 'gt', val: 1 }] },
    ]
    for (const item of hidden) {
      expect((await query([item])).status).toBe(200)
      expect((await refusal([item], 'reader'))[0]).toBe('SUPER_QUERY_FIELD')
    }
    expect(await refusal([{ field: 'items.nope', rule: 'gt', val: 1 }])).toEqual([
      'SUPER_QUERY_FIELD',
      '/superQueryParams/0/field',
      '高级查询的字段「items.nope」不存在，或您无权查询',
    ])
    expect((await refusal([{ field: 'items.forderid', rule: 'eq', val: '1' }]))[0]).toBe('SUPER_QUERY_FIELD')
    expect((await refusal([{ detail: 'other', params: [] }]))[1]).toBe('/superQueryParams/0/detail')
  })
})

describe('a relative date', () => {
  const date = (rule: string, val: string) => [{ field: 'fdate', rule, val }]
  it('means its days', async () => {
    expect(await codes(date('eq', 'today'))).toBe('A')
    expect(await codes(date('ne', 'thisYear'))).toBe('B')
    expect(await codes(date('lt', 'last365Days'))).toBe('B')
    expect(await codes(date('ge', 'last7Days'))).toBe('A')
    expect(await codes(date('le', 'today'))).toBe('AB')
    expect(await codes(date('gt', 'yesterday'))).toBe('A')
    expect(await codes([{ field: 'createTime', rule: 'eq', val: 'today' }])).toBe('ABC')
  })

  it('is refused when it is no word of the list, or the rule takes several values', async () => {
    for (const [rule, val] of [
      ['eq', 'someday'],
      ['eq', 'constructor'],
      ['in', 'today'],
    ] as const)
      expect((await refusal(date(rule, val)))[0]).toBe('SUPER_QUERY_VALUE')
    expect(await codes([{ field: 'fname', rule: 'eq', val: 'today' }])).toBe('')
  })
})

describe('the refusal of an advanced query', () => {
  it.each<[string, unknown, string, string]>([
    ['a hidden column', [number('gt', 1), { field: 'fsecret', rule: 'eq', val: 1 }], 'FIELD', '/1/field'],
    [
      'an unknown field in a group',
      [group('or', { field: 'nope', rule: 'eq', val: 1 })],
      'FIELD',
      '/0/params/0/field',
    ],
    ['a field that is no text', [{ field: 5, rule: 'eq', val: 1 }], 'FIELD', '/0/field'],
    ['__proto__', [{ field: '__proto__', rule: 'eq', val: 1 }], 'FIELD', '/0/field'],
    ['an unknown rule', [{ field: 'fname', rule: 'USE_SQL_RULES', val: '1=1' }], 'RULE', '/0/rule'],
    ['a rule that numbers cannot answer', [number('like', 1)], 'RULE', '/0/rule'],
    ['a range', [number('range', 1)], 'RULE', '/0/rule'],
    ['a number that is none', [number('eq', '1 or 1=1')], 'VALUE', '/0/val'],
    ['an object as value', [number('eq', { $gt: 1 })], 'VALUE', '/0/val'],
    ['an object in a list of values', [number('in', [1, {}])], 'VALUE', '/0/val'],
    ['too many values', [number('in', Array(1001).fill(1))], 'VALUE', '/0/val'],
    ['an unknown match type', [group('or 1=1 or', name('志'))], 'MATCH', '/0/matchType'],
    ['an item that is a list', [[name('志')]], 'ITEM', '/0'],
    ['a group without a list', [{ params: 'all' }], 'ITEM', '/0'],
    ['six levels', [nested(6)], 'DEPTH', '/0/params/0/params/0/params/0/params/0/params'],
    ['fifty levels', [nested(50)], 'DEPTH', '/0/params/0/params/0/params/0/params/0/params'],
    ['101 conditions', Array(101).fill(number('gt', 1)), 'SIZE', ''],
    ['101 conditions in groups', Array(51).fill(group('or', number('gt', 1), number('lt', 1))), 'SIZE', ''],
    ['broken JSON', '[{', 'JSON', ''],
    ['broken encoding', '%5B%', 'JSON', ''],
    ['an object', '{}', 'JSON', ''],
  ])('names the place when the query has %s', async (_fault, params, code, path) => {
    const [reason, place] = await refusal(params, 'reader')
    expect([reason, place]).toEqual([`SUPER_QUERY_${code}`, `/superQueryParams${path}`])
  })

  it('is short when the query has 1,000 conditions', async () => {
    const reply = await query(Array(1000).fill(number('gt', 1)))
    expect([reply.status, reply.body.message]).toEqual([400, '参数无效：superQueryParams'])
  })

  it('is absent when the query has five levels and 100 conditions', async () => {
    expect(await codes([nested(5)])).toBe('AB')
    expect(await codes(Array(100).fill(number('gt', 5)))).toBe('BC')
  })
})

it('row rules hold when an advanced query joins by or', async () => {
  const all = [name('志'), { field: 'fnumber', rule: 'ge', val: 0 }]
  expect((await query(all, 'or', 'other')).body.result.records).toEqual([])
})

it('a summary answers for the same detail condition as the list', async () => {
  const superQueryParams = JSON.stringify([{ field: 'items.famount', rule: 'gt', val: 1000 }])
  const { body } = await server.order('clerk', 'summary', 'GET', {
    query: { field: 'fnumber', superQueryParams },
  })
  expect(body.result).toMatchObject({ total: 2, totals: { fnumber: { sum: 25 } } })
})

describe('a condition of an advanced query', () => {
  const one = (field: string, rule: string, val: unknown = '') => codes([{ field, rule, val }])

  it('asks whether there is a value', async () => {
    expect(await one('fdate', 'empty')).toBe('C')
    expect(await one('fdate', 'not_empty')).toBe('AB')
    expect(await one('fname', 'empty')).toBe('')
    expect(await one('fmoment', 'EMPTY')).toBe('ABC')
    expect(await one('items.fspec', 'empty')).toBe('ABC')
    expect(await one('updateTime', 'not_empty')).toBe(await one('updateBy', 'not_empty'))
  })

  it('is met by the values between two ends, one of which may be open', async () => {
    expect(await one('fnumber', 'between', '5,10')).toBe('AB')
    expect(await one('fnumber', 'between', ['6', ''])).toBe('BC')
    expect(await one('fnumber', 'between', ',9')).toBe('A')
    expect(await one('fdate', 'between', '2019-12-31,2020-01-01')).toBe('B')
    const today = formatDate(new Date())
    expect(await one('createTime', 'between', `${today},${today}`)).toBe('ABC')
    expect(await one('createTime', 'le', today)).toBe('ABC')
    expect(await one('createTime', 'gt', today)).toBe('')
    expect(await one('items.fnum', 'between', '900,1000')).toBe('BC')
  })

  it('is refused when its ends or its rule do not fit the field', async () => {
    for (const [field, rule, val] of [
      ['fnumber', 'between', '5'],
      ['fnumber', 'between', '5,x'],
      ['fnumber', 'between', '1,2,3'],
      ['fname', 'blank', 'x'],
    ])
      expect([field, val, (await query([{ field, rule, val }])).status]).toEqual([field, val, 400])
  })

  it('names no field that the user may not read, even when it asks for its presence', async () => {
    const { status } = await query([{ field: 'fsecret', rule: 'not_empty', val: '' }], 'and', 'reader')
    expect(status).toBe(400)
  })
})
