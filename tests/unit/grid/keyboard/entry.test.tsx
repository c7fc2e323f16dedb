// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { standInMedia } from '../../window.ts'
import { buildBill, cellAt, openTable } from '../open-table.tsx'

standInMedia()

const bill = buildBill([
  { key: 'fname', title: '品名', type: 'input' },
  { key: 'fnum', title: '数量', type: 'inputNumber', scale: 2 },
  { key: 'famount', title: '金额', type: 'inputNumber', scale: 2, compute: 'fnum * 10' },
  { key: 'fnote', title: '备注', type: 'textarea' },
])
const open = () => openTable(bill, [{ id: 'a', rev: 1, fname: '宣纸', fnum: 2, fnote: '旧' }])
const inputIn = (key: string) => {
  const input = cellAt('a', key).querySelector('input')
  if (!input) throw new Error(`no editor in ${key}`)
  return input
}

afterEach(cleanup)

describe('an open cell editor', () => {
  let frames: FrameRequestCallback[] = []
  const real = window.requestAnimationFrame
  beforeEach(() => {
    frames = []
  })
  afterEach(() => {
    window.requestAnimationFrame = real
  })

  it('shows a typed letter before dependent cells change, and has stored it by then', async () => {
    const { store, hands } = open()
    await hands.click(cellAt('a', 'fnum'))
    window.requestAnimationFrame = (frame) => frames.push(frame)
    fireEvent.input(inputIn('fnum'), { target: { value: '25' } })
    expect(store.row('a')?.famount).toBe(250)
    expect(inputIn('fnum').value).toBe('25')
    expect(cellAt('a', 'famount').textContent).toBe('')
    act(() => {
      for (const frame of frames) frame(0)
    })
    await waitFor(() => expect(cellAt('a', 'famount').textContent).toBe('250.00'))
    expect(inputIn('fnum').value).toBe('25')
  })

  it('rejects keys that make no number, and accepts full-width digits and separators', async () => {
    const { store, hands } = open()
    await hands.click(cellAt('a', 'fnum'))
    await hands.clear(inputIn('fnum'))
    await hands.type(inputIn('fnum'), '-1,２x.3.4e')
    expect(inputIn('fnum').value).toBe('-12.34')
    expect(store.row('a')?.fnum).toBe(-12.34)
  })

  it('keeps the caret position when a key in the middle is rejected', async () => {
    const { hands } = open()
    await hands.click(cellAt('a', 'fnum'))
    const input = inputIn('fnum')
    await hands.clear(input)
    await hands.type(input, '1234')
    await hands.type(input, 'x', { initialSelectionStart: 2, initialSelectionEnd: 2 })
    expect([input.value, input.selectionStart]).toEqual(['1234', 2])
  })

  it('keeps an incomplete number until it is left, and then shows its value', async () => {
    const { store, hands } = open()
    await hands.click(cellAt('a', 'fnum'))
    const input = inputIn('fnum')
    await hands.clear(input)
    await hands.type(input, '7.')
    // The row is drawn with the new value.
    await waitFor(() => expect(cellAt('a', 'famount').textContent).toBe('70.00'))
    expect([input.value, store.row('a')?.fnum]).toEqual(['7.', 7])
    fireEvent.blur(input)
    expect(input.value).toBe('7')
  })

  it('does not interfere with an input method until the composition ends', async () => {
    const { store, hands } = open()
    await hands.click(cellAt('a', 'fname'))
    const input = inputIn('fname')
    fireEvent.compositionStart(input)
    fireEvent.input(input, { target: { value: 'jiang hu' } })
    expect(store.row('a')?.fname).toBe('宣纸')
    act(() => store.setCell('a', 'fname', '来自别处'))
    expect(input.value).toBe('jiang hu')
    fireEvent.input(input, { target: { value: '浆糊' } })
    fireEvent.compositionEnd(input)
    expect(store.row('a')?.fname).toBe('浆糊')
  })

  it('shows a value that changes elsewhere, in a line and in a box', async () => {
    const { store, hands } = open()
    await hands.click(cellAt('a', 'fname'))
    await hands.type(inputIn('fname'), '三刀')
    act(() => store.setCell('a', 'fname', '来自别处'))
    expect(inputIn('fname').value).toBe('来自别处')
    act(() => store.undo())
    expect(inputIn('fname').value).toBe('宣纸三刀')
    await hands.click(cellAt('a', 'fnote'))
    const box = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /备注/ })
    act(() => store.setCell('a', 'fnote', '新'))
    expect(box.value).toBe('新')
  })
})
