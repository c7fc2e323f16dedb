import { describe, expect, it } from 'vitest'
import { fromDraft, toDraft, withRule } from '#runtime/rules/advanced-query/draft.ts'
import type { ConditionGroup, ConditionRule } from '#runtime/rules/advanced-query/model.ts'
import { formatSentence } from '#runtime/rules/advanced-query/sentence.ts'

const fields = {
  fprice: { title: '单价', isDate: false },
  ftype: { title: '分类', isDate: false },
  fdate: { title: '日期', isDate: true },
  'items.famount': { title: '金额', isDate: false, detail: '明细' },
  'items.fname': { title: '品名', isDate: false, detail: '明细' },
}
const sentence = (group: ConditionGroup) =>
  formatSentence(group, {
    field: (path) => fields[path as keyof typeof fields],
    value: ({ val }) => ({ fz: '方志', zp: '族谱' })[val] ?? val,
  })
const is = (field: string, rule: ConditionRule, val: string) => ({ field, rule, val })

describe('the sentence of a query', () => {
  it('puts groups in brackets', () => {
    const kinds = { matchType: 'or' as const, params: [is('ftype', 'eq', 'fz'), is('ftype', 'eq', 'zp')] }
    expect(sentence({ matchType: 'and', params: [is('fprice', 'gt', '100'), kinds] })).toBe(
      '单价 大于 100 且（分类 为 方志 或 分类 为 族谱）',
    )
  })

  it('has words of its own for dates and relative dates', () => {
    const params = [is('fdate', 'ge', '2026-01-01'), is('fdate', 'eq', 'last30Days')]
    expect(sentence({ matchType: 'and', params })).toBe('日期 不早于 2026-01-01 且 日期 为 近 30 天')
  })

  it('names the detail table of a condition or a group on its rows', () => {
    expect(sentence({ matchType: 'and', params: [is('items.famount', 'gt', '1000')] })).toBe(
      '含有 金额 大于 1000 的明细',
    )
    const rows = {
      matchType: 'and' as const,
      detail: 'items',
      params: [is('fname', 'eq', '墨'), is('famount', 'gt', '9')],
    }
    expect(sentence({ matchType: 'and', params: [rows] })).toBe('含有（品名 为 墨 且 金额 大于 9）的明细')
  })

  it('has no value when a condition asks for presence only', () => {
    const params = [is('fprice', 'empty', ''), is('fdate', 'not_empty', ''), is('fdate', 'between', '1,2')]
    expect(sentence({ matchType: 'and', params })).toBe('单价 为空 且 日期 不为空 且 日期 介于 1,2')
  })

  it('shows what is missing, and skips empty groups', () => {
    expect(sentence({ matchType: 'and', params: [is('', 'eq', ''), is('fprice', 'eq', ' ')] })).toBe(
      '单价 为 …',
    )
    expect(sentence({ matchType: 'or', params: [{ matchType: 'and', params: [] }] })).toBe('')
  })
})

describe('a draft', () => {
  it('becomes the same query again, and its ids differ', () => {
    const query: ConditionGroup = {
      matchType: 'or',
      params: [is('a', 'eq', '1'), { matchType: 'and', detail: 'items', params: [is('b', 'in', '1,2')] }],
    }
    let last = 0
    const draft = toDraft(query, () => ++last)
    expect(fromDraft(draft)).toEqual(query)
    expect(new Set([draft.id, ...draft.params.map(({ id }) => id)]).size).toBe(3)
  })

  it('keeps the first of several values when the rule changes from in', () => {
    expect(withRule(is('a', 'in', 'x,y'), 'eq')).toEqual(is('a', 'eq', 'x'))
    expect(withRule(is('a', 'eq', 'x,y'), 'ne')).toEqual(is('a', 'ne', 'x,y'))
    expect(withRule(is('a', 'eq', 'x'), 'in')).toEqual(is('a', 'in', 'x'))
  })
})
