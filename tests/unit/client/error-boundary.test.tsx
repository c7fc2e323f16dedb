// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Boundary } from '#runtime/ui/errors/ErrorBoundary.tsx'

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

let isBroken = true
const Part = () => {
  if (isBroken) throw new Error('broken')
  return <p>drawn</p>
}
const makeBoundary = (stamp: string) => (
  <Boundary
    stamp={stamp}
    failed={(error, retry) => (
      <button type="button" onClick={retry}>
        {String(error)}
      </button>
    )}
  >
    <Part />
  </Boundary>
)

it('a boundary draws its children again only when its stamp changes', () => {
  isBroken = true
  const view = render(makeBoundary('1'))
  expect(screen.getByText('Error: broken')).toBeTruthy()
  isBroken = false
  view.rerender(makeBoundary('1'))
  expect(screen.queryByText('drawn')).toBeNull()
  view.rerender(makeBoundary('2'))
  expect(screen.getByText('drawn')).toBeTruthy()
})

it('a boundary draws its children again when a retry is clicked', () => {
  isBroken = true
  render(makeBoundary('1'))
  fireEvent.click(screen.getByRole('button'))
  expect(screen.getByText('Error: broken')).toBeTruthy()
  isBroken = false
  fireEvent.click(screen.getByRole('button'))
  expect(screen.getByText('drawn')).toBeTruthy()
})
