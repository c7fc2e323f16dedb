// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type HeaderHabit, useHeaderShown } from '#app/shell/header/useHeaderShown.ts'

function Page({ habit, page = '/a' }: { habit: HeaderHabit; page?: string }) {
  const box = useRef<HTMLDivElement>(null)
  const isShown = useHeaderShown(box, habit, page)
  return (
    <div ref={box} data-testid="box" data-shown={isShown}>
      <div data-testid="table" />
      <div className="app-sider">
        <div data-testid="menu" />
      </div>
    </div>
  )
}
const isShown = () => screen.getByTestId('box').dataset.shown === 'true'

/** Scrolls an element that is 600 px high and 4000 px long, a moment after the last scroll. */
function scroll(name: string, top: number, height = 600) {
  const element = screen.getByTestId(name)
  Object.defineProperties(element, {
    clientHeight: { configurable: true, value: height },
    scrollHeight: { configurable: true, value: 4000 },
    scrollTop: { configurable: true, value: top },
  })
  vi.advanceTimersByTime(1000)
  act(() => void element.dispatchEvent(new Event('scroll')))
}

beforeEach(() => vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('a fixed header stays for any scrolling', () => {
  render(<Page habit="stays" />)
  scroll('table', 500)
  expect(isShown()).toBe(true)
})

it('an auto-hiding header hides on scrolling down and returns on the first step up', () => {
  render(<Page habit="hides" />)
  scroll('table', 500)
  expect(isShown()).toBe(false)
  scroll('table', 470)
  expect(isShown()).toBe(true)
})

it('a scrolling header hides below the top of the page and returns at the top', () => {
  render(<Page habit="leaves" />)
  scroll('table', 500)
  scroll('table', 300)
  expect(isShown()).toBe(false)
  scroll('table', 0)
  expect(isShown()).toBe(true)
})

it('the header ignores the scrolling of the menu and of small elements', () => {
  render(<Page habit="hides" />)
  scroll('menu', 500)
  scroll('table', 500, 120)
  expect(isShown()).toBe(true)
})

it('the header returns on another page', () => {
  const { rerender } = render(<Page habit="hides" />)
  scroll('table', 500)
  rerender(<Page habit="hides" page="/b" />)
  expect(isShown()).toBe(true)
})
