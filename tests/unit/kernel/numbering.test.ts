import { describe, expect, it } from 'vitest'
import {
  type NumberPart,
  numberingRule,
  parseNumbering,
  type SequenceReset,
  shapeNumber,
} from '#runtime/kernel/numbering.ts'

const moment = new Date(2025, 8, 5, 7, 8, 9)

describe('parseNumbering', () => {
  it.each([
    ['RK{yyyyMMdd}{####}', 'RK20250905', 4],
    ['{yy}{MM}-{###}', '2509-', 3],
    ['B{yyyyMMddHHmmss}{#}', 'B20250905070809', 1],
    ['ZD{######}', 'ZD', 6],
    ['入库{yyyy}年{##}', '入库2025年', 2],
  ])('numbers %s with prefix %s and %i digits', (pattern, prefix, digits) => {
    const shape = shapeNumber(parseNumbering(pattern) ?? [], moment, 'A01')
    expect(shape).toEqual({ prefix, digits, suffix: '', start: 1, period: prefix })
  })

  it.each([
    '',
    'RK',
    'RK{yyyyMMdd}',
    'RK{####}X',
    'RK{week}{####}',
    'RK{yyy}{####}',
    'RK####',
    'RK{}{##}',
    '{####}{####}',
    'RK{#############}',
    `\${order_no}`,
  ])('%j is no numbering pattern', (pattern) => {
    expect(parseNumbering(pattern)).toBeNull()
  })
})

describe('shapeNumber', () => {
  const parts = (reset: SequenceReset, ...more: NumberPart[]): NumberPart[] => [
    { kind: 'text', text: 'X' },
    { kind: 'date', format: 'yyMM' },
    { kind: 'sequence', width: 3, reset, start: 7 },
    ...more,
  ]

  it.each<[SequenceReset, string]>([
    ['none', ':'],
    ['year', '2025:'],
    ['month', '202509:'],
    ['day', '20250905:'],
  ])('counts by the period of the reset %s', (reset, period) => {
    const suffix: NumberPart = { kind: 'text', text: '号' }
    expect(shapeNumber(parts(reset, suffix), moment, 'A01')).toEqual({
      prefix: 'X2509',
      suffix: '号',
      digits: 3,
      start: 7,
      period,
    })
  })

  it('counts by department when the number contains its code', () => {
    expect(shapeNumber(parts('year', { kind: 'depart' }), moment, 'A01')).toMatchObject({
      suffix: 'A01',
      period: '2025:A01',
    })
  })
})

it.each([
  [`\${order_no}`, 'order_no'],
  [`\${A-1}`, 'A-1'],
  [`\${}`, null],
  [`\${1}`, null],
  [`X\${a}`, null],
  ['{####}', null],
])('numberingRule of %j is %j', (auto, code) => {
  expect(numberingRule(auto)).toBe(code)
})
