import { expect, it } from 'vitest'
import { failedStep, ruleSteps } from '#runtime/rules/check-rule.ts'

const json = JSON.stringify([
  { digits: '*', pattern: '^.{6}$', message: '应为 6 位' },
  { digits: 2, pattern: '^[A-Z]+$', message: '前两位是字母' },
  { digits: '4', pattern: '^[0-9]+$', message: '后四位是数字' },
])
const check = (value: string) => failedStep(value, ruleSteps(json), (pattern) => new RegExp(pattern))

it.each([
  ['AB1234', null],
  ['', null],
  ['AB123', [0, 5, 'AB123', '应为 6 位']],
  ['A11234', [0, 2, 'A1', '前两位是字母']],
  ['AB12X4', [2, 6, '12X4', '后四位是数字']],
])('failedStep of %j is %j', (value, wanted) => {
  const failed = check(value)
  expect(failed && [failed.beginIndex, failed.endIndex, failed.checkValue, failed.message]).toEqual(wanted)
})

it('ruleSteps are none for an empty text and refused for an object', () => {
  expect([ruleSteps(null), ruleSteps(' ')]).toEqual([[], []])
  expect(() => ruleSteps('{}')).toThrow()
})
