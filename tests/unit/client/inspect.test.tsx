// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createStore, Provider } from 'jotai'
import { afterEach, expect, it, vi } from 'vitest'
import { onAltClick, useCanInspect } from '#client/access/useInspect.ts'
import { permissionsAtom } from '#client/session/state.ts'

afterEach(cleanup)

const explain = vi.fn()
const press = vi.fn()
function Place() {
  return (
    <div {...onAltClick(useCanInspect(), explain)}>
      <button type="button" onClick={press}>
        导出
      </button>
    </div>
  )
}

/** A click with or without Alt by a user with the code. */
function clickAs(action: string, altKey: boolean) {
  vi.clearAllMocks()
  const store = createStore()
  const auth = [{ action, describe: '', type: '1', status: '1' }]
  store.set(permissionsAtom, { auth, allAuth: auth, menu: [] } as never)
  render(
    <Provider store={store}>
      <Place />
    </Provider>,
  )
  const button = screen.getByRole('button', { name: '导出' })
  fireEvent.pointerDown(button, { altKey })
  fireEvent.click(button, { altKey })
  cleanup()
  return { explained: explain.mock.calls.length, pressed: press.mock.calls.length }
}

it('Alt-click explains a place instead of using it, for holders of the inspect right only', () => {
  expect(clickAs('access:inspect', true)).toEqual({ explained: 1, pressed: 0 })
  expect(clickAs('access:inspect', false)).toEqual({ explained: 0, pressed: 1 })
  expect(clickAs('demo:plan:export', true)).toEqual({ explained: 0, pressed: 1 })
})
