import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { fieldValues } from '#runtime/fields/values.ts'
import { compileFormulas } from '#runtime/record/formulas/formulas.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { env } from './bill.ts'

const sale = JSON.parse(readFileSync('schemas/bill/sale.json', 'utf8')) as ScreenDocument

it('computes every total of an order from its lines, discounts, gifts, returns and rate', () => {
  const { formulas, problems } = compileFormulas(sale, fieldValues)
  expect(problems).toEqual([])
  const order = formulas.computeAll(
    {
      frate: 7.2,
      ffreight: 30,
      finvoiced: 100,
      items: [
        { fnum: 3, fgiftnum: 1, fthnum: 1, fprice: 452, fdiscount: 90, ftaxrate: 13 },
        { fnum: 2, fgiftnum: 0, fthnum: 0, fprice: 10.5, fdiscount: 100, ftaxrate: 9 },
      ],
    },
    env('add'),
  )
  expect(order).toMatchObject({
    fsumnum: 5,
    fzjnumxs: 1,
    fznumxs: 6,
    famounts: 1377,
    // 3 × 452 × 0.9 = 1220.40, and 21.00
    ftotalamount: 1241.4,
    fauxtotalamount: 172.42,
    fzmoneyxs: 1271.4,
    fzauxamountxs: 176.58,
    fwdpamount: 1141.4,
    fhsamountth: 406.8,
    fwsamountth: 360,
  })
})
