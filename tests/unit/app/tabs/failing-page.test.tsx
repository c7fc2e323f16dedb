// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useLayoutEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { setFailureReporter } from '#runtime/host/failures.ts'
import { useUnsaved } from '#runtime/host/useUnsaved.ts'
import { standInMedia, standInSizes } from '../../window.ts'
import { renderShell } from './stage.tsx'

const part = vi.hoisted(() => ({ failing: '', isUnsaved: false }))

vi.mock('#app/shell/pages/Pages.tsx', () => ({ Pages: FailingPages }))

function FailingPages() {
  const { pathname } = useLocation()
  return pathname === '/form' ? <FailingPage /> : <LivePage path={pathname} />
}

function LivePage({ path }: { path: string }) {
  const [count, setCount] = useState(0)
  return <button type="button" onClick={() => setCount(count + 1)}>{`${path} ${count}`}</button>
}

function throwIn(place: string): void {
  if (part.failing === place) throw new Error(`broken in ${place}`)
}

function FailingPage() {
  const [, redraw] = useState(0)
  useUnsaved(
    () => part.isUnsaved,
    () => undefined,
  )
  useEffect(() => {
    throwIn('effect')
    return () => throwIn('clean-up')
  })
  useLayoutEffect(() => () => throwIn('layout clean-up'), [])
  throwIn('render')
  return (
    <button
      type="button"
      onClick={() => {
        throwIn('event')
        redraw(1)
      }}
    >
      working
    </button>
  )
}

const reported = vi.fn(async (_text: string, _location: string) => 'F-1')

beforeEach(() => {
  standInSizes()
  standInMedia((media) => media.includes('reduced-motion'))
  localStorage.clear()
  sessionStorage.clear()
  Object.assign(part, { failing: '', isUnsaved: false })
  reported.mockClear()
  setFailureReporter(reported)
  vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const go = (title: string) => userEvent.click(screen.getByText(`去${title}`))
const tab = (title: string) => screen.getByRole('tab', { name: new RegExp(title) })
const box = () => screen.findByRole('alert')

/** Another page with state of its own, then the page that is going to fail. */
async function openBoth(): Promise<void> {
  renderShell('/bills')
  await userEvent.click(screen.getByText('/bills 0'))
  await go('登记')
}

/** The other page still has its state and works. */
async function expectOthersUsable(): Promise<void> {
  await userEvent.click(tab('入库单'))
  await userEvent.click(screen.getByText('/bills 1'))
  expect(screen.getByText('/bills 2')).toBeTruthy()
}

describe('a page that throws', () => {
  it.each(['render', 'effect'])(
    'in its %s shows it in its own tab, and is loaded again by a button',
    async (place) => {
      part.failing = place
      await openBoth()
      expect((await box()).textContent).toContain(`broken in ${place}`)
      expect(await screen.findByText('编号 F-1')).toBeTruthy()
      await expectOthersUsable()
      await userEvent.click(tab('登记'))
      part.failing = ''
      await userEvent.click(screen.getByRole('button', { name: '重新载入' }))
      expect(screen.getByText('working')).toBeTruthy()
    },
  )

  it('with unsaved work says that a draft of it is kept', async () => {
    await openBoth()
    part.isUnsaved = true
    part.failing = 'render'
    await userEvent.click(screen.getByText('working'))
    expect((await box()).textContent).toContain('写了一半的内容已留作草稿')
  })

  it.each(['clean-up', 'layout clean-up'])(
    'in its %s closes, and the other pages keep their state',
    async (place) => {
      await openBoth()
      part.failing = place
      tab('登记').focus()
      await userEvent.keyboard('{Delete}')
      await waitFor(() => expect(screen.queryByText('working')).toBeNull())
      await waitFor(() => expect(document.querySelectorAll('.app-kept-page')).toHaveLength(1))
      expect(screen.queryByRole('alert')).toBeNull()
      await expectOthersUsable()
      await waitFor(() =>
        expect(reported).toHaveBeenCalledWith(`Error: broken in ${place}`, expect.any(String)),
      )
    },
  )

  it('in an event handler stays as it is', async () => {
    await openBoth()
    part.failing = 'event'
    const seen = vi.fn((event: ErrorEvent) => event.preventDefault())
    window.addEventListener('error', seen)
    await userEvent.click(screen.getByText('working'))
    window.removeEventListener('error', seen)
    expect(seen).toHaveBeenCalledTimes(1)
    expect(screen.getByText('working')).toBeTruthy()
    await expectOthersUsable()
  })
})
