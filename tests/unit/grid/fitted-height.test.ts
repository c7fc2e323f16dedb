import { expect, it } from 'vitest'
import { fittedHeight } from '#runtime/grid/viewport/useFittedHeight.ts'

const form = { max: 400, limit: 720, above: 300, below: 48, bar: 34 }

it('a table in a form has the declared height when form and table fit', () => {
  expect(fittedHeight({ ...form, above: 200 })).toBe(400)
})

it('a table in a form ends at the lower edge when the declared height does not fit', () => {
  expect(fittedHeight(form)).toBe(372)
})

it('a table below a long form is as high as the window allows when the form is scrolled to it', () => {
  expect(fittedHeight({ ...form, above: 1200 })).toBe(400)
  expect(fittedHeight({ ...form, above: 1200, limit: 300 })).toBe(218)
})

it('a table in a low window keeps its head, its totals and two rows', () => {
  expect(fittedHeight({ ...form, limit: 160 })).toBe(170)
})
