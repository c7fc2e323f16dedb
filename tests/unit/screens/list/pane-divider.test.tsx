// @vitest-environment jsdom
import { cleanup, fireEvent, screen as page, render } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { clampShare, PaneDivider } from '#runtime/ui/layout/PaneDivider.tsx'

afterEach(cleanup)
beforeAll(() => {
  HTMLElement.prototype.setPointerCapture = () => undefined
})

function Panes() {
  const [share, setShare] = useState(50)
  return (
    <div data-testid="frame">
      <section>
        <PaneDivider title="分界" share={share} onChange={setShare} />
      </section>
    </div>
  )
}
const share = () => page.getByRole('separator', { name: '分界' }).getAttribute('aria-valuenow')

it('the divider moves by keys, no further than its range, and back to the half', () => {
  render(<Panes />)
  const divider = page.getByRole('separator', { name: '分界' })
  fireEvent.keyDown(divider, { key: 'ArrowLeft' })
  expect(share()).toBe('55')
  for (let at = 0; at < 20; at++) fireEvent.keyDown(divider, { key: 'ArrowRight' })
  expect(share()).toBe('20')
  fireEvent.keyDown(divider, { key: 'Home' })
  expect(share()).toBe('50')
})

it('the divider follows the pointer while it is pressed', () => {
  render(<Panes />)
  const divider = page.getByRole('separator', { name: '分界' })
  page.getByTestId('frame').getBoundingClientRect = () => ({ right: 1100, width: 1000 }) as DOMRect
  fireEvent.pointerMove(divider, { clientX: 800 })
  expect(share()).toBe('50')
  fireEvent.pointerDown(divider, { clientX: 600 })
  fireEvent.pointerMove(divider, { clientX: 800 })
  expect(share()).toBe('30')
  fireEvent.pointerUp(divider)
  fireEvent.pointerMove(divider, { clientX: 500 })
  expect(share()).toBe('30')
})

it.each([['60'], [null], [Number.NaN], [{}]])('a stored share of %s is the half', (stored) => {
  expect(clampShare(stored)).toBe(50)
})
it('a stored share beyond the range is its end', () => {
  expect([clampShare(-5), clampShare(400), clampShare(33.3)]).toEqual([20, 80, 33])
})
