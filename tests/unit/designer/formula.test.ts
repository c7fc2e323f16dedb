import { describe, expect, it } from 'vitest'
import { expressionFaults, listDependencies } from '#designer/formula/dependencies.ts'
import { listExpressionWords } from '#designer/formula/expression-words.ts'
import { offeredNames, tryExpression } from '#designer/formula/formula.ts'
import { loadPanel } from '#runtime/fields/kit/panels.ts'
import { namesFor } from '#runtime/fields/rich/code/offered-names.ts'
import { fieldValues } from '#runtime/fields/values.ts'
import { functions } from '#runtime/kernel/expression/functions.ts'
import { argumentsByFunction } from '#runtime/kernel/expression/signatures.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'

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
  types: fieldValues,
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

  it('are completed by key, by title and by its first letters', () => {
    const names = offeredNames(bill, ['items', 'famount'])
    const found = (word: string) => namesFor(word, names).map(({ text }) => text)
    expect(found('fp')).toEqual(['fprice'])
    expect(found('单')).toEqual(['fprice'])
    expect(found('dj')).toEqual(['fprice'])
    expect(found('')).toHaveLength(names.length)
  })

  it('are not made anew when another part of the document changes', () => {
    const before = offeredNames(bill, ['ftotal'])
    const after = offeredNames({ ...bill, title: '别的单据' }, ['ftotal'])
    const heads = before.filter(({ text }) => !text.includes('.'))
    expect(heads.length).toBeGreaterThan(1)
    for (const [at, name] of before.entries()) if (heads.includes(name)) expect(after[at]).toBe(name)
  })

  it('have a signature when they are functions', () => {
    expect(Object.keys(argumentsByFunction).sort()).toEqual([...functions.keys()].sort())
    const round = offeredNames(bill, ['ftotal']).find(({ text }) => text === 'round(')
    expect(round).toMatchObject({ text: 'round(', title: '四舍五入', signature: '(数字, 小数位?) → 数字' })
  })
})

const computed: JsonObject = {
  fields: [
    { key: 'ftotal', title: '合计', type: 'inputNumber', compute: 'sum(items.famount)' },
    { key: 'fnote', title: '备注', type: 'input', showIf: 'ftotal > 10 and user.id == 1' },
    {
      key: 'items',
      title: '明细',
      type: 'table',
      fields: [
        { key: 'fnum', title: '数量', type: 'inputNumber' },
        { key: 'famount', title: '金额', type: 'inputNumber', compute: 'fnum * form.frate' },
        { key: 'fgift', title: '赠品', type: 'switch', disableIf: 'famount > 0 and famount <' },
      ],
    },
    { key: 'frate', title: '折扣', type: 'inputNumber' },
  ],
}
const words = listExpressionWords(await loadPanel('field'))
const paths = (...path: string[]) => {
  const { reads, readBy } = listDependencies(computed, path, words)
  const names = (list: typeof reads) => list.map((entry) => entry.path.join('.'))
  return { reads: names(reads), readBy: names(readBy) }
}

describe('the dependencies of a field', () => {
  it('are the fields of its expressions, and those whose expressions read it, across head and rows', () => {
    expect(paths('ftotal')).toEqual({ reads: ['items.famount'], readBy: ['fnote'] })
    expect(paths('items', 'famount')).toEqual({ reads: ['items.fnum', 'frate'], readBy: ['ftotal'] })
    expect(paths('frate')).toEqual({ reads: [], readBy: ['items.famount'] })
  })

  it('leave out expressions that cannot be read and values that are no fields', () => {
    expect(paths('items', 'fgift')).toEqual({ reads: [], readBy: [] })
    expect(paths('fnote').reads).toEqual(['ftotal'])
  })

  it('have titles with the detail table, and the expression', () => {
    expect(listDependencies(computed, ['ftotal'], words).reads).toEqual([
      { path: ['items', 'famount'], title: '明细 › 金额', text: 'sum(items.famount)' },
    ])
  })
})

describe('the faults of an expression', () => {
  const places = (text: string, ...path: string[]) =>
    expressionFaults(text, computed, path).map(({ from, to }) => text.slice(from, to))

  it('are names that no field has, at each of their places', () => {
    expect(places('fnum + fgone * fgone', 'items', 'famount')).toEqual(['fgone', 'fgone'])
    expect(places('sum(items.fnum) + sum(items.fgone)', 'ftotal')).toEqual(['items.fgone'])
    expect(places('user.id == 1 and today() > createTime', 'fnote')).toEqual([])
  })

  it('are the place of a wrong sign, or the end of an incomplete text', () => {
    expect(places('ftotal + ', 'fnote')).toEqual(['+'])
    expect(places('ftotal + ) 2', 'fnote')).toEqual([')'])
    expect(places('', 'fnote')).toEqual([])
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
