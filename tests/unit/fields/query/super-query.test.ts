import { expect, it } from 'vitest'
import { fieldValues } from '#runtime/fields/values.ts'
import type { Field } from '#runtime/schema/types.ts'

const field = { key: 'f', title: '条件', type: 'super_query', source: 'stock/in-bill' } as Field
const lookup = { text: () => undefined, value: () => undefined, items: () => [] }
const check = (raw: unknown) => fieldValues.get('super_query')?.check(raw, field, lookup)
const condition = { field: 'fname', rule: 'like', val: '志' }
const nested = (depth: number): unknown =>
  depth === 1 ? { params: [condition] } : { matchType: 'or', params: [nested(depth - 1)] }

it('stored conditions are valid when they are a complete query', () => {
  expect(check(null)).toBeNull()
  expect(check(JSON.stringify({ matchType: 'and', params: [condition] }))).toBeNull()
  expect(check(JSON.stringify(nested(5)))).toBeNull()
})

it.each<[string, string]>([
  ['no JSON', '[{'],
  ['a list', JSON.stringify([condition])],
  ['no condition', '{"matchType":"and","params":[]}'],
  ['an empty condition', '{"params":[{"field":"fname","rule":"eq","val":""}]}'],
  ['an unknown rule', '{"params":[{"field":"fname","rule":"regexp","val":"1"}]}'],
  ['six levels', JSON.stringify(nested(6))],
  ['fifty levels', JSON.stringify(nested(50))],
  ['101 conditions', JSON.stringify({ params: Array(101).fill(condition) })],
])('stored conditions are refused when they are %s', (_fault, text) => {
  expect(check(text)).toEqual({ code: 'conditions', text: '条件不是完整的查询条件，请重新设置' })
})
