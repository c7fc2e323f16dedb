import { expect, it } from 'vitest'
import type { Column } from '#runtime/compile/plan.ts'
import { datetimeValue } from '#runtime/fields/date/values.ts'
import { fitWidths, tableWidths } from '#runtime/screens/list-kit/table/widths/column-widths.ts'

const column = (width: number | undefined, auto?: string, type: object = { dataType: 'text' }) =>
  ({ key: String(width), width, field: { auto }, type }) as unknown as Column
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

it('a width that the user has set stays while the others take or give up the room', () => {
  const widen = (width: number, drawn: Record<string, number>, bordered?: boolean) => {
    const plan = { row: [], selectable: false }
    return tableWidths({ plan, columns: [number, moment, text], width, bordered, drawn })
  }
  const [ofNumber = 0, ofMoment = 0, ofText = 0] = widen(844, { 170: 300 }).widths
  expect([ofMoment, Math.round(ofNumber + ofText)]).toEqual([300, 500])
  expect(ofText / ofNumber).toBeCloseTo(220 / 150)
  expect(widen(544, { 170: 300 })).toMatchObject({
    isWide: true,
    widths: [expect.any(Number), 300, expect.any(Number)],
  })
  expect(widen(600, { 150: 100, 170: 100, 220: 100 }, true).widths).toEqual([100, 100, 400])
  expect(widen(844, {}).widths).toEqual([150, 170, 220])
})
