import { expect, it } from 'vitest'
import type { Column } from '#runtime/compile/plan.ts'
import { datetimeValue } from '#runtime/fields/date/values.ts'
import { fitWidths } from '#runtime/screens/list-kit/table/column-widths.ts'

const column = (width: number | undefined, auto?: string, type: object = { dataType: 'text' }) =>
  ({ width, field: { auto }, type }) as unknown as Column
const number = column(150, 'RK{yyyyMMdd}{####}')
const moment = column(170, undefined, datetimeValue)
const text = column(220)

it('columns keep their declared widths while there is room', () => {
  expect(fitWidths([number, moment, text], 540)).toEqual([150, 170, 220])
})

it('in a narrow window a number of a bill and a moment stay whole, and a text is cut', () => {
  const [ofNumber = 0, ofMoment = 0, ofText = 0] = fitWidths([number, moment, text], 300)
  // 14 characters and 19 characters of a list, with the blank of their cells.
  expect(ofNumber).toBeGreaterThanOrEqual(130)
  expect(ofMoment).toBeGreaterThanOrEqual(153)
  expect(ofText).toBe(140)
})

it.each([['number'], ['date'], ['month']])('a %s is not cut as a short text is', (dataType) => {
  const [ofValue = 0, ofText = 0] = fitWidths([column(110, undefined, { dataType }), column(110), text], 200)
  // 10 characters of a list, with the blank of their cell.
  expect(ofValue).toBe(99)
  expect(ofText).toBe(88)
})

it('a moment without a declared width stays whole too', () => {
  const undeclared = column(undefined, undefined, datetimeValue)
  expect(fitWidths([undeclared, text], 800)[0]).toBe(170)
  expect(fitWidths([undeclared, text], 200)[0]).toBeGreaterThanOrEqual(153)
})
