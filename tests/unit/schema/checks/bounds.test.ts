import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { checkDocument, known } from '../world.ts'

const chained = (count: number): JsonObject => ({
  version: 2,
  kind: 'screen',
  id: 'demo/chain',
  title: '链',
  perm: 'demo:chain',
  table: { name: 'demo_chain' },
  fields: Array.from({ length: count }, (_, at) => ({
    key: `f${at}`,
    title: `${at}`,
    type: 'inputNumber',
    ...(at > 0 && { compute: `f${at - 1} + 1` }),
  })),
})
const refusal = { path: '/fields', code: 'BAD_VALUE', text: 'fields：最多 1000 项' }
const timed = (json: JsonObject) => {
  const start = performance.now()
  const problems = checkDocument(json, { knownNames: known })
  return { problems, time: performance.now() - start }
}

describe('a document with many fields', () => {
  it('is checked quickly up to the limit, with formulas that depend on each other', () => {
    const { problems, time } = timed(chained(1000))
    expect(problems).toEqual([])
    expect(time).toBeLessThan(3000)
  })

  it('is refused early beyond the limit, also with 60,000 chained formulas', () => {
    expect(timed(chained(1001)).problems).toMatchObject([refusal])
    const { problems, time } = timed(chained(60_000))
    expect(problems).toMatchObject([refusal])
    expect(time).toBeLessThan(1000)
  })
})
