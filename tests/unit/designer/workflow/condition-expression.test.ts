import { expect, it } from 'vitest'
import { readCondition, writeCondition } from '#designer/workflow/condition/condition-expression.ts'
import { isMet, parseExpression } from '#runtime/kernel/expression.ts'
import type { ConditionGroup } from '#runtime/rules/advanced-query/model.ts'

const isNumber = (field: string) => field === 'ftotal'
const all = (...params: ConditionGroup['params']): ConditionGroup => ({ matchType: 'and', params })
const any = (...params: ConditionGroup['params']): ConditionGroup => ({ matchType: 'or', params })
const total = { field: 'ftotal', rule: 'ge', val: '10000' } as const
const kind = { field: 'fkind', rule: 'in', val: '方志,族谱' } as const

it.each<[string, ConditionGroup, string]>([
  ['a number', all(total), 'ftotal >= 10000'],
  ['a negative number', all({ ...total, val: '-3' }), 'ftotal >= -3'],
  ['a text', all({ field: 'fname', rule: 'eq', val: "a'b" }), "fname == 'a\\'b'"],
  ['one of several', all(kind), "fkind in ['方志', '族谱']"],
  ['a part of a text', all({ field: 'fname', rule: 'like', val: '志' }), "contains(fname, '志')"],
  ['nothing', all({ field: 'fname', rule: 'empty', val: '' }), 'fname == null'],
  ['something', all({ field: 'fname', rule: 'not_empty', val: '' }), 'fname != null'],
  ['two conditions', all(total, kind), "ftotal >= 10000 and fkind in ['方志', '族谱']"],
  [
    'a group',
    any(total, all(total, kind)),
    "ftotal >= 10000 or (ftotal >= 10000 and fkind in ['方志', '族谱'])",
  ],
])('says %s as an expression that is read again', (_, group, text) => {
  expect(writeCondition(group, isNumber)).toBe(text)
  expect(readCondition(text)).toEqual(group)
})

it('writes a period as its two ends, of which one may be open', () => {
  const period = (val: string) => writeCondition(all({ field: 'fday', rule: 'between', val }), isNumber)
  expect(period('2026-01-01,2026-02-01')).toBe("(fday >= '2026-01-01' and fday <= '2026-02-01')")
  expect(period(',2026-02-01')).toBe("fday <= '2026-02-01'")
  expect(period(',')).toBeUndefined()
})

it('writes nothing while a condition has no field or no value', () => {
  expect(writeCondition(all(), isNumber)).toBeUndefined()
  expect(writeCondition(all({ field: '', rule: 'eq', val: '1' }), isNumber)).toBeUndefined()
  expect(writeCondition(all(total, { ...kind, val: ' ' }), isNumber)).toBeUndefined()
})

it.each([
  'sum(items.fnum) > 3',
  'ftotal > fmax',
  'ftotal + 1 > 3',
  'not ftotal > 3',
  'fday >= today()',
  'ftotal >',
])('leaves %s to the editor of expressions', (text) => {
  expect(readCondition(text)).toBeUndefined()
})

it('means the same as the words of the query builder', () => {
  const record: Record<string, unknown> = { ftotal: 20000, fkind: '族谱', fname: '' }
  const holds = (group: ConditionGroup) => {
    const read = parseExpression(writeCondition(group, isNumber) ?? '')
    return read.ok && isMet(read.value, ([name = '']) => record[name])
  }
  expect(holds(all(total, kind))).toBe(true)
  expect(holds(all(total, { ...kind, val: '方志' }))).toBe(false)
  expect(holds(any(total, { ...kind, val: '方志' }))).toBe(true)
  expect(holds(all({ field: 'fname', rule: 'empty', val: '' }))).toBe(true)
})
