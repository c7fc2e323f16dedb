import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { completed, namesFor, offeredNames, tryExpression } from '../../../src/designer/formula.ts'

const bill: JsonObject = {
  fields: [
    { key: 'ftotal', title: '合计', type: 'inputNumber' },
    { key: 'fstate', title: '状态', type: 'input' },
    {
      key: 'items',
      title: '明细',
      type: 'table',
      fields: [
        { key: 'fnum', title: '数量', type: 'inputNumber' },
        { key: 'fprice', title: '单价', type: 'inputNumber' },
        { key: 'famount', title: '金额', type: 'inputNumber' },
      ],
    },
  ],
}
const record = { ftotal: 30, fstate: '待审核', items: [{ fnum: 3, fprice: 12.5 }] }
const env = {
  user: { id: '1', username: 'a', realname: '甲', orgCode: 'A' },
  now: new Date('2026-01-05T10:00:00'),
  mode: 'edit' as const,
}
const run = (text: string, ...path: string[]) => tryExpression(text, bill, path, record, env)
const texts = (...path: string[]) => offeredNames(bill, path).map(({ text }) => text)

describe('the names that an expression may use', () => {
  it('are the fields of its row and of the head, and functions, without the field itself', () => {
    expect(texts('items', 'famount').slice(0, 4)).toEqual(['fnum', 'fprice', 'ftotal', 'fstate'])
    expect(texts('items', 'famount')).toContain('round(')
    expect(texts('items', 'famount')).not.toContain('famount')
  })

  it('are the columns of detail tables for a field of the head', () => {
    expect(texts('ftotal').slice(0, 4)).toEqual(['fstate', 'items.fnum', 'items.fprice', 'items.famount'])
  })

  it('continue the text at the end of the expression, by name or title', () => {
    const names = offeredNames(bill, ['items', 'famount'])
    expect(namesFor('fnum * fp', names).map(({ text }) => text)).toEqual(['fprice'])
    expect(completed('fnum * fp', 'fprice')).toBe('fnum * fprice')
    expect(completed('fnum * ', 'fprice')).toBe('fnum * fprice')
    expect(namesFor('fnum * ', names)).toHaveLength(names.length)
  })
})

describe('an expression on a record', () => {
  it('has its figures and the type of its result, in the first row for a field of a detail', () => {
    expect(run('fnum * fprice', 'items', 'famount')).toEqual({
      isOk: true,
      figures: '3 × 12.5 = 37.5',
      type: '数字',
    })
    expect(run("fstate == '待审核'", 'fstate')).toMatchObject({ isOk: true, type: '是否' })
    expect(run('fgone', 'fstate')).toMatchObject({ isOk: true, type: '空' })
  })

  it('says why it cannot be read, and that a record has no rows', () => {
    expect(run('fnum *', 'items', 'famount').isOk).toBe(false)
    expect(tryExpression('fnum', bill, ['items', 'famount'], {}, env)).toEqual({
      isOk: false,
      text: '这条记录没有明细，试不了',
    })
  })
})
