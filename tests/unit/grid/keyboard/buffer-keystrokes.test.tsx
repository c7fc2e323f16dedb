// @vitest-environment jsdom
// @isolate: behind other files of its worker the typed letters did not reach the opened input once.
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { bufferKeystrokes } from '#runtime/ui/focus/buffer-keystrokes.ts'
import { buildBill, cellAt, openTable } from '../open-table.tsx'

/** Inserts text like the command of a browser. */
function insert(_name: string, _ui: boolean, text: string): boolean {
  const box = document.activeElement as HTMLInputElement
  fireEvent.input(box, { target: { value: box.value + text } })
  return true
}
const box = (over: object = {}) => {
  const input = Object.assign(document.createElement('input'), over)
  document.body.append(input)
  return input
}
const press = (key: string, target: Element = document.body) => fireEvent.keyDown(target, { key })

beforeEach(() => {
  document.execCommand = insert as typeof document.execCommand
})
afterEach(() => {
  cleanup()
  document.body.replaceChildren()
  press('Escape')
})

describe('keystrokes before their input is open', () => {
  it('are written in order into the first editable input that receives the focus', async () => {
    bufferKeystrokes('z')
    expect(press('h')).toBe(false)
    box({ readOnly: true }).focus()
    press('i')
    const search = box()
    search.focus()
    await waitFor(() => expect(search.value).toBe('zhi'))
    // From then on the input receives its keys itself.
    expect(press('x', search)).toBe(true)
    box().focus()
    expect(search.value).toBe('zhi')
  })

  it.each([
    ['another key', () => press('Tab')],
    ['a press of the mouse', () => fireEvent.mouseDown(document.body)],
    ['other letters', () => bufferKeystrokes('')],
  ])('are discarded by %s', async (_by, end) => {
    bufferKeystrokes('z')
    end()
    const search = box()
    search.focus()
    await Promise.resolve()
    expect(search.value).toBe('')
  })

  it('are followed by Enter and the keys after it when the editor of a cell appears late', async () => {
    bufferKeystrokes('z', () => true)
    for (const key of ['h', 'Shift', 'Enter', '7']) press(key)
    const editor = box()
    const next = box()
    editor.addEventListener('keydown', ({ key }) => key === 'Enter' && next.focus())
    editor.focus()
    await waitFor(() => expect(next.value).toBe('7'))
    expect(editor.value).toBe('zh')
  })

  it('are discarded when they are no longer needed', async () => {
    let isStill = true
    bufferKeystrokes('z', () => isStill)
    isStill = false
    const search = box()
    search.focus()
    await Promise.resolve()
    expect(search.value).toBe('')
  })
})

describe('a letter typed on a closed cell', () => {
  const bill = buildBill([
    { key: 'fsearch', title: '部门', type: 'sel_search', dictCode: 'sys_depart,depart_name,org_code' },
    { key: 'fdate', title: '日期', type: 'date' },
    { key: 'fuser', title: '经办人', type: 'sel_user' },
  ])

  it.each(['fsearch', 'fdate', 'fuser'])('is no value of %s, but its search text', async (key) => {
    vi.stubGlobal('matchMedia', () => ({ matches: true, addListener() {}, removeListener() {} }))
    const { store } = openTable(bill, [{ id: 'a', rev: 1 }])
    const grid = screen.getByRole('grid')
    act(() => grid.focus())
    const moves = ['fsearch', 'fdate', 'fuser'].indexOf(key)
    for (let move = 0; move < moves; move += 1) fireEvent.keyDown(grid, { key: 'ArrowRight' })
    for (const letter of ['2', '5']) fireEvent.keyDown(document.activeElement ?? grid, { key: letter })
    expect(store.row('a')?.[key] ?? null).toBeNull()
    await waitFor(() => expect(cellAt('a', key).querySelector('input')?.value).toBe('25'), {
      timeout: 15_000,
    })
    vi.unstubAllGlobals()
  })
})
