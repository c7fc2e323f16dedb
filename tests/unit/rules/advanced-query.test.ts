import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type ConditionGroup,
  type ConditionItem,
  conditionRules,
} from '#runtime/rules/advanced-query/model.ts'
import {
  fromQueryParams,
  isIncomplete,
  joinParams,
  listConditions,
  listFieldKeys,
  normalizeQuery,
  readQuery,
  toQueryParams,
} from '#runtime/rules/advanced-query/read.ts'

const condition = (field: string, val = '1') => ({ field, rule: 'eq' as const, val })
const group = (matchType: 'and' | 'or', ...params: ConditionItem[]): ConditionGroup => ({ matchType, params })
const nested = (depth: number): ConditionGroup =>
  depth === 1 ? group('or', condition('a')) : group('and', nested(depth - 1))

const anyCondition = fc.record({
  field: fc.string({ minLength: 1, maxLength: 10 }),
  rule: fc.constantFrom(...conditionRules),
  val: fc.string({ minLength: 1, maxLength: 10 }),
})
const { anyGroup } = fc.letrec<{ anyGroup: ConditionGroup }>((tie) => ({
  anyGroup: fc.record({
    matchType: fc.constantFrom('and' as const, 'or' as const),
    params: fc.array(fc.oneof({ depthSize: 'small', maxDepth: 3 }, anyCondition, tie('anyGroup')), {
      maxLength: 4,
    }),
  }),
}))

describe('readQuery', () => {
  it('returns the query when it is valid', () => {
    const params = [{ field: 'a', rule: 'in', val: [1, '2'], type: 'select', dictCode: 'x' }, { params: [] }]
    expect(readQuery(undefined, params)).toEqual({
      matchType: 'and',
      params: [
        { field: 'a', rule: 'in', val: '1,2', type: 'select' },
        { matchType: 'and', params: [] },
      ],
    })
  })

  it('returns a list of values when each of them is short enough', () => {
    const numbers = Array.from({ length: 150 }, (_, at) => String(100_000_000_000_000 + at)).join(',')
    const params = [{ field: 'a', rule: 'in' as const, val: numbers }]
    expect(fromQueryParams({ ...toQueryParams({ matchType: 'and', params }) })).toEqual(
      group('and', ...params),
    )
  })

  it.each<[string, unknown, unknown]>([
    ['no list', 'and', {}],
    ['another match type', 'xor', []],
    ['an unknown rule', 'and', [{ field: 'a', rule: 'range', val: '1' }]],
    ['an object as value', 'and', [{ field: 'a', rule: 'eq', val: {} }]],
    ['a member that is no object', 'and', [null]],
    ['six levels', 'and', nested(6).params],
    ['101 conditions', 'and', Array(101).fill(condition('a'))],
    [
      '101 conditions in groups',
      'and',
      [group('or', ...Array(51).fill(condition('a'))), group('or', ...Array(50).fill(condition('b')))],
    ],
    ['a text of 3,000 characters', 'and', [condition('a', 'x'.repeat(3000))]],
    [
      'a value of 3,000 characters in a list',
      'and',
      [{ ...condition('a', `1,${'x'.repeat(3000)}`), rule: 'in' }],
    ],
    ['a list of 1,001 values', 'and', [{ ...condition('a', Array(1001).fill('1').join(',')), rule: 'in' }]],
  ])('returns null when the query has %s', (_fault, matchType, params) => {
    expect(readQuery(matchType, params)).toBeNull()
  })

  it('returns null or a query, and never throws, when the value is any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (matchType, params) => {
        const query = readQuery(matchType, params)
        expect(query === null || Array.isArray(query.params)).toBe(true)
      }),
    )
  })

  it('inverts the parameters of a request when the query is any query', () => {
    fc.assert(
      fc.property(anyGroup, (query) => {
        expect(fromQueryParams({ ...toQueryParams(query) })).toEqual(query)
      }),
    )
    for (const text of ['[', '{}', '[1]', '%5B'])
      expect(fromQueryParams({ superQueryParams: text })).toBeNull()
  })
})

describe('normalizeQuery', () => {
  it('removes groups that change nothing', () => {
    expect(normalizeQuery(group('and', condition('a'), group('or'), group('or', condition('b'))))).toEqual(
      group('and', condition('a'), condition('b')),
    )
    expect(normalizeQuery(group('and', group('or', condition('a'), condition('b'))))).toEqual(
      group('or', condition('a'), condition('b')),
    )
    const rows = { ...group('and', condition('a')), detail: 'items' }
    expect(normalizeQuery(group('and', rows))).toEqual(group('and', rows))
  })

  it('keeps all conditions in their order, and is complete after one pass', () => {
    fc.assert(
      fc.property(anyGroup, (query) => {
        const once = normalizeQuery(query)
        expect(listConditions(once)).toEqual(listConditions(query))
        expect(normalizeQuery(once)).toEqual(once)
      }),
    )
  })

  it('keeps the meaning when the query is any query', () => {
    const meets = (item: ConditionItem, truth: (field: string) => boolean): boolean => {
      if (!('params' in item)) return truth(item.field)
      // Empty groups are no conditions.
      const parts = item.params.filter((part) => !('params' in part) || listConditions(part).length > 0)
      return item.matchType === 'and'
        ? parts.every((part) => meets(part, truth))
        : parts.some((part) => meets(part, truth))
    }
    fc.assert(
      fc.property(anyGroup, fc.func(fc.boolean()), (query, truth) => {
        fc.pre(listConditions(query).length > 0)
        expect(meets(normalizeQuery(query), truth)).toBe(meets(query, truth))
      }),
    )
  })
})

it('a query is incomplete when it has no condition, or one without field or value', () => {
  expect(isIncomplete(group('and', group('or')))).toBe(true)
  expect(isIncomplete(group('and', condition('a'), group('or', condition('a', ' '))))).toBe(true)
  expect(isIncomplete(group('and', condition('')))).toBe(true)
  expect(isIncomplete(group('and', condition('a')))).toBe(false)
})

it('the fields of a query are paths when a group names a detail table', () => {
  const rows = { ...group('and', condition('fnum'), group('or', condition('fprice'))), detail: 'items' }
  expect(listFieldKeys(group('and', condition('fname'), rows))).toEqual([
    'fname',
    'items.fnum',
    'items.fprice',
  ])
})

describe('joinParams', () => {
  const asParams = (query: ConditionGroup) => ({ ...toQueryParams(query) })

  it('joins two advanced queries by and when both requests have one', () => {
    const joined = joinParams(
      { no: 'A*', ...asParams(group('or', condition('a'), condition('b'))) },
      asParams(group('and', condition('c'), condition('d'))),
    )
    expect(joined.no).toBe('A*')
    expect(fromQueryParams(joined)).toEqual(
      group('and', group('or', condition('a'), condition('b')), condition('c'), condition('d')),
    )
  })

  it('keeps the only advanced query when the other request has none', () => {
    const params = asParams(group('or', condition('a'), condition('b')))
    expect(joinParams({ no: '1' }, params)).toEqual({ no: '1', ...params })
    expect(joinParams(params, {})).toEqual(params)
  })
})
