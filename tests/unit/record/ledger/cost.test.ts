import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Big, toBig } from '#runtime/kernel/decimal.ts'
import { openCostBook } from '#runtime/record/ledger/cost.ts'

const big = (value: number | string): Big => toBig(value) as Big
const nothing = { quantity: big(0), amount: big(0) }
/** The amounts of entries `[quantity, amount]`; without an amount it is computed. */
const costs = (method: 'average' | 'fifo', ...entries: readonly (readonly [number, number?])[]): number[] => {
  const book = openCostBook(method, nothing, 2)
  return entries.map(([quantity, amount]) =>
    Number(book.add({ quantity: big(quantity), amount: amount === undefined ? null : big(amount) })),
  )
}

it('goes out at the average, or at the cost of the oldest', () => {
  expect(costs('average', [2, 10], [2, 30], [-1], [-3])).toEqual([10, 30, -10, -30])
  expect(costs('fifo', [2, 10], [2, 30], [-1], [-3])).toEqual([10, 30, -5, -35])
})

it('leaves no cent behind when all has gone out', () => {
  expect(costs('average', [3, 10], [-1], [-1], [-1])).toEqual([10, -3.33, -3.34, -3.33])
})

it('goes out beyond what is there at the last cost of a unit, and comes in without an amount at the present one', () => {
  expect(costs('average', [2, 10], [-3], [1, 8], [-1])).toEqual([10, -15, 8, 0 - 8])
  expect(costs('average', [4, 10], [2])).toEqual([10, 5])
  expect(costs('fifo', [-1])).toEqual([0])
})

it('the amounts of what came in and went out sum up to what is there, by both methods', () => {
  const entry = fc.record({
    quantity: fc.integer({ min: 1, max: 50 }),
    amount: fc.integer({ min: 0, max: 9999 }),
    isIssue: fc.boolean(),
  })
  fc.assert(
    fc.property(
      fc.constantFrom('average' as const, 'fifo' as const),
      fc.array(entry, { maxLength: 30 }),
      (method, list) => {
        let present = 0
        const entries: [number, number?][] = []
        for (const { quantity, amount, isIssue } of list) {
          const part = Math.min(quantity, present)
          if (isIssue && part === 0) continue
          entries.push(isIssue ? [-part] : [quantity, amount / 100])
          present += isIssue ? -part : quantity
        }
        if (present > 0) entries.push([-present])
        const total = costs(method, ...entries).reduce((sum, amount) => sum.plus(String(amount)), big(0))
        expect(total.toNumber()).toBe(0)
      },
    ),
  )
})
