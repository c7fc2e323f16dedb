// @vitest-environment jsdom
import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { ListScreen } from '#runtime/screens/list-kit/ListScreen.tsx'
import { book, buildRuntime, draw, fakeHttp, fakeWindow } from '../support.tsx'

const colors = [
  { when: 'price < 10', color: 'warning' },
  { when: "state == '已审核'", color: 'muted', row: true },
]
const screen = {
  ...book,
  fields: book.fields.map((field) => (field.key === 'price' ? { ...field, colors } : field)),
} as ScreenDocument
const rows = [
  { id: '1', no: 'K1', name: '会稽志', price: 12.5, state: '待审核' },
  { id: '2', no: 'K2', name: '临安志', price: 7, state: '已审核' },
]

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const open = async (narrow: boolean, can = (_code: string) => true) => {
  fakeWindow(narrow)
  draw(
    <ListScreen screen={screen} />,
    buildRuntime(fakeHttp({ '/resource/catalog/book/list': { records: rows, total: 2 } }), { can }),
  )
  await waitFor(() => expect(document.querySelector('[data-row-id="2"]')).not.toBeNull())
}
/** The colour of each row and of its price. */
const drawn = () =>
  ['1', '2'].map((id) => {
    const row = document.querySelector<HTMLElement>(`[data-row-id="${id}"]`)
    return [row?.dataset.color, row?.querySelector<HTMLElement>('[data-field="price"]')?.dataset.color]
  })
const expected = [
  [undefined, undefined],
  ['muted', 'warning'],
]

beforeEach(() => fakeWindow())

it.each([
  ['table', false],
  ['list of entries on a phone', true],
])('a %s colours cells and rows when their conditions are met', async (_kind, narrow) => {
  await open(narrow)
  expect(drawn()).toEqual(expected)
})

it('a list has no colours of a column when the user may not see the column', async () => {
  await open(false, (code) => code !== 'book:price')
  expect(drawn()).toEqual([
    [undefined, undefined],
    [undefined, undefined],
  ])
})
