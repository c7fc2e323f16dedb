import { describe, expect, it } from 'vitest'
import { evaluate, parseExpression, type Scope } from '#runtime/kernel/expression.ts'
import { cpuTime } from '../cpu-time.ts'
import { result } from './expression-scope.ts'
import { textFunctionTable, textRecord } from './text-function-table.ts'

const scope: Scope = ([name = '']) => textRecord[name as keyof typeof textRecord]

describe('text functions', () => {
  it.each(textFunctionTable)('%s is %j', (text, value) => {
    const found = result(text, scope)
    // A computed number prints as text here, and an empty text is stored as no value.
    expect(found === '' ? null : found).toBe(typeof value === 'number' ? String(value) : value)
  })

  it('gives no value when the result of a function has more than 10,000 characters', () => {
    const long: Scope = ([name]) => (name === 'most' ? 'x'.repeat(10_000) : 'x'.repeat(10_001))
    for (const call of ['upper', 'lower', 'trim'])
      expect([result(`${call}(most)`, long) !== null, result(`${call}(more)`, long)]).toEqual([true, null])
    expect(result('substr(more, 1)', long)).toBeNull()
    expect(result('substr(more, 2)', long)).toHaveLength(10_000)
    expect(result("replace(most, 'x', 'yy')", long)).toBeNull()
    expect(result("replace(more, 'x', '')", long)).toBe('')
  })

  it('is evaluated within 200 ms when replacements are nested as deeply as an expression allows', async () => {
    let text = 'a'
    for (let depth = 0; depth < 30; depth += 1) text = `replace(${text}, 'x', a)`
    const read = parseExpression(text)
    if (!read.ok) throw new Error(read.text)
    expect(await cpuTime(() => evaluate(read.value, () => 'x'.repeat(90)))).toBeLessThan(200)
  })
})
