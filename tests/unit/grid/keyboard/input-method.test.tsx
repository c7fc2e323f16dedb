// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cellAt } from '../open-table.tsx'
import { editor, moveTo, open } from './keyboard-table.ts'

afterEach(cleanup)

describe('an input method', () => {
  /** Replaces the EditContext of a browser, which jsdom lacks, as far as it is used. */
  class FakeContext extends EventTarget {
    static last: FakeContext
    text = ''
    constructor() {
      super()
      FakeContext.last = this
    }
    updateText = (from: number, to: number, text: string) => {
      this.text = this.text.slice(0, from) + text + this.text.slice(to)
    }
    updateSelection() {}
    updateControlBounds() {}
    updateSelectionBounds() {}
    emit(type: string, text = this.text) {
      this.text = text
      act(() => void this.dispatchEvent(new Event(type)))
    }
  }
  const inserted: string[] = []
  const hasContext = () => (screen.getByRole('grid') as { editContext?: unknown }).editContext != null
  beforeEach(() => {
    vi.stubGlobal('EditContext', FakeContext)
    vi.stubGlobal('matchMedia', () => ({ matches: true, addListener() {}, removeListener() {} }))
    document.execCommand = (_name, _ui, text) => inserted.push(text ?? '') > 0
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    inserted.length = 0
  })

  it('composes its first letter in the grid and its text in the editor, and none of its keys is a command', async () => {
    const { hands } = open()
    await moveTo(hands, 'a', 'fname')
    expect(hasContext()).toBe(true)
    fireEvent.keyDown(screen.getByRole('grid'), { key: 'Process', keyCode: 229 })
    expect(document.activeElement).toBe(screen.getByRole('grid'))
    FakeContext.last.emit('compositionstart')
    FakeContext.last.emit('textupdate', 'xuan')
    expect(document.querySelector('.detail-composing')?.textContent).toBe('xuan')
    FakeContext.last.emit('textupdate', '宣')
    FakeContext.last.emit('compositionend')
    expect(inserted).toEqual(['宣'])
    expect(document.activeElement).toBe(editor('a', 'fname'))
    expect(document.querySelector('.detail-composing')).toBeNull()
    expect(hasContext()).toBe(false)
  })

  it('writes into the cell where the composition began although the cursor moves, and into none after Esc', async () => {
    const { store, hands } = open()
    await moveTo(hands, 'a', 'fname')
    FakeContext.last.emit('compositionstart')
    FakeContext.last.emit('textupdate', '宣')
    await hands.click(cellAt('b', 'fprice'))
    expect(store.row('a')?.fname).toBe('宣')
    expect(store.row('b')?.fprice).toBe(1)
    await moveTo(hands, 'a', 'fname')
    FakeContext.last.emit('compositionstart')
    FakeContext.last.emit('textupdate', '')
    FakeContext.last.emit('compositionend')
    expect(inserted).toEqual([])
  })

  it('is off in cells that accept no text or are read-only', async () => {
    const { hands } = open()
    for (const key of ['fnum', 'famount', 'fuse']) {
      await moveTo(hands, 'a', key)
      expect(hasContext()).toBe(false)
    }
  })
})
