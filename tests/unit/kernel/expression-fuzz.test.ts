import Big from 'big.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { explain } from '#runtime/kernel/expression/explain.ts'
import { evaluate, parseExpression, type Scope } from '#runtime/kernel/expression.ts'
import { cpuTime } from '../cpu-time.ts'

const hostile = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'this',
  'globalThis',
  'valueOf',
]
const names = ['a', 'b', 'items', 'user', ...hostile]
const calls = [
  'if',
  'in',
  'round',
  'abs',
  'min',
  'max',
  'sum',
  'avg',
  'count',
  'len',
  'concat',
  'join',
  'contains',
  'initials',
  'substr',
  'upper',
  'replace',
  'year',
  'month',
  'capitals',
  'addMonths',
  'endOfMonth',
  'addWorkdays',
  'today',
]
const operators = [
  '+',
  '-',
  '*',
  '/',
  '%',
  '==',
  '!=',
  '===',
  '<',
  '>=',
  'and',
  'or',
  'in',
  '&&',
  '||',
  '=',
  '??',
  '**',
  ',',
  ';',
]

const { expression } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(
      '0',
      '1',
      '0.1',
      '-3',
      '"x"',
      "'1,2'",
      '""',
      'null',
      'true',
      '[]',
      '99999999999999999999',
      '1e9',
    ),
    fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 3 }).map((path) => path.join('.')),
    fc
      .tuple(tie('expression'), fc.constantFrom(...operators), tie('expression'))
      .map(([left, operator, right]) => `(${left} ${operator} ${right})`),
    fc
      .tuple(fc.constantFrom(...calls, ...hostile), fc.array(tie('expression'), { maxLength: 3 }))
      .map(([name, args]) => `${name}(${args.join(', ')})`),
    fc
      .tuple(fc.constantFrom('-', '!', 'not ', '~', 'typeof '), tie('expression'))
      .map((parts) => parts.join('')),
    fc
      .tuple(tie('expression'), tie('expression'), tie('expression'))
      .map(([test, yes, no]) => `(${test} ? ${yes} : ${no})`),
    fc.array(tie('expression'), { maxLength: 3 }).map((items) => `[${items.join(',')}]`),
    fc.tuple(tie('expression'), tie('expression')).map(([object, key]) => `${object}[${key}]`),
    fc.tuple(tie('expression'), fc.constantFrom(...hostile)).map(([object, key]) => `${object}.${key}`),
  ),
}))

const data: Record<string, unknown> = {
  a: '12.5',
  b: null,
  items: [{ a: 1 }, { a: '2' }],
  user: Object.create({ a: 'inherited' }),
  toString: () => 'own function',
}
/** Follows every path it is asked for, so that only the expression's own rules keep it in. */
const careless: Scope = (path) =>
  path.reduce<unknown>((value, key) => (value as Record<string, unknown> | null)?.[key], data)

const isPlain = (value: unknown): boolean =>
  value === null ||
  typeof value === 'string' ||
  typeof value === 'boolean' ||
  (typeof value === 'number' && Number.isFinite(value)) ||
  value instanceof Big ||
  (Array.isArray(value) && value.every(isPlain))

const runs = 20_000

describe('any expression', () => {
  it('gives plain data or a reason, and changes nothing outside', () => {
    const before = Object.getOwnPropertyNames(Object.prototype).sort()
    let accepted = 0
    fc.assert(
      fc.property(expression, (text) => {
        const read = parseExpression(text)
        if (!read.ok) {
          expect(read.text).not.toBe('')
          return
        }
        accepted++
        if (!isPlain(evaluate(read.value, careless))) throw new Error('not plain data')
        if (read.value.names.some((name) => /__proto__|constructor|prototype/.test(name)))
          throw new Error('reached')
      }),
      { numRuns: runs },
    )
    expect(Object.getOwnPropertyNames(Object.prototype).sort()).toEqual(before)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    // A generator whose every text is refused would prove nothing.
    expect(accepted).toBeGreaterThan(runs / 5)
  })

  it('is answered in bounded time: the scope is asked at most once a name, and digits stay within reach', () => {
    fc.assert(
      fc.property(expression, (text) => {
        const read = parseExpression(text)
        if (!read.ok) return
        let steps = 0
        const value = evaluate(read.value, (path) => {
          steps++
          return careless(path)
        })
        expect(steps).toBeLessThanOrEqual(text.length)
        if (value instanceof Big) expect(value.c.length).toBeLessThanOrEqual(160)
      }),
      { numRuns: 2000 },
    )
  })

  it('can be explained whenever it can be evaluated', () => {
    fc.assert(
      fc.property(expression, (text) => {
        const read = parseExpression(text)
        if (!read.ok) return
        const { formula, figures } = explain(read.value, careless, (name) => name)
        expect(formula.length).toBeGreaterThan(0)
        expect(figures).toContain('=')
      }),
      { numRuns: 2000 },
    )
  })

  it('is never thrown at the caller, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        expect(() => parseExpression(text)).not.toThrow()
      }),
      { numRuns: 2000 },
    )
    for (const text of [
      '('.repeat(2000),
      '['.repeat(2000),
      '-'.repeat(2000),
      'a?'.repeat(1000),
      'f('.repeat(1000),
    ]) {
      expect(parseExpression(text).ok).toBe(false)
    }
  })

  it('orders two numbers as the decimals they are written as', () => {
    const number = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer({ min: -30, max: 30 }).map((tenths) => tenths / 10),
    )
    fc.assert(
      fc.property(number, number, (a, b) => {
        const order = new Big(a).cmp(new Big(b))
        const says = (text: string) => {
          const read = parseExpression(text)
          return read.ok && evaluate(read.value, ([name]) => (name === 'a' ? a : b))
        }
        expect(['a < b', 'a == b', 'a > b', 'a >= b'].map(says)).toEqual([
          order < 0,
          order === 0,
          order > 0,
          order >= 0,
        ])
      }),
      { numRuns: 1000 },
    )
  })

  it('of the worst shape within 2,000 characters is evaluated within 200 ms', async () => {
    const product = (depth: number): string =>
      depth === 0 ? 'a' : `(${product(depth - 1)}*${product(depth - 1)})`
    const read = parseExpression(product(8))
    if (!read.ok) throw new Error(read.text)
    const digits = `0.${'7'.repeat(98)}`
    expect(await cpuTime(() => evaluate(read.value, () => digits))).toBeLessThan(200)
  })
})
