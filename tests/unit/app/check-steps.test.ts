import { expect, it } from 'vitest'
import { patternFault, readSteps, writeSteps } from '../../../src/app/widgets/check-steps.ts'

const json = JSON.stringify([
  { digits: '*', pattern: '^.{6}$', message: '应为 6 位', priority: '1' },
  { digits: 2, pattern: '^[A-Z]+$', message: '前两位是字母' },
  { digits: 4, pattern: '^[0-9]+$', message: '后四位是数字' },
  { digits: '*', pattern: '[^0]$', message: '不能以 0 结尾', priority: '0' },
])

it('the steps of a rule are split into two tables and written back in their order', () => {
  const tables = readSteps(json)
  expect(tables?.local.map(({ digits }) => digits)).toEqual(['2', '4'])
  expect(tables?.whole.map(({ priority }) => priority)).toEqual(['1', '0'])
  expect(tables && writeSteps(tables)).toBe(json)
})

it('a whole-value step without a priority keeps its place among the others', () => {
  const steps = [
    { digits: '*', pattern: 'a', message: '一' },
    { digits: 1, pattern: 'b', message: '二' },
    { digits: '*', pattern: 'c', message: '三' },
  ]
  expect(readSteps(JSON.stringify(steps))?.whole.map(({ priority }) => priority)).toEqual(['1', '0'])
})

it('an empty rule has no steps, and a text that is no list is left alone', () => {
  expect(readSteps('')).toEqual({ local: [], whole: [] })
  expect(writeSteps({ local: [], whole: [] })).toBeNull()
  for (const text of ['{', '{}', '[1]']) expect(readSteps(text), text).toBeNull()
})

it('a pattern that a browser cannot read has a fault', () => {
  expect([patternFault('^[0-9]+$'), patternFault('('), patternFault('')]).toEqual([
    null,
    '正则表达式写得不对',
    '请输入正则表达式',
  ])
})
