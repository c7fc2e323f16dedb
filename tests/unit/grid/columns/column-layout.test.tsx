// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Field } from '#runtime/schema/types.ts'
import { buildBill, cellAt, openTable } from '../open-table.tsx'

const list = (over: object, ...fields: Field[]) => buildBill(fields, over)
const name: Field = { key: 'fname', title: '品名', type: 'input' }
const rows = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `r${at}`, fname: `N-${at}` }))
const grid = () => screen.getByRole('grid')
const drawn = () => document.querySelectorAll('[data-row-id]').length

beforeEach(() => localStorage.clear())
afterEach(cleanup)

describe('the dimensions of a detail table', () => {
  it('are rows of 61 px in at most 400 px, with about nine rows drawn', () => {
    openTable(list({}, name), rows(1000))
    expect(grid().style.getPropertyValue('--detail-row')).toBe('61px')
    expect(grid().style.maxHeight).toBe('400px')
    expect(drawn()).toBeGreaterThanOrEqual(9)
    expect(drawn()).toBeLessThanOrEqual(10)
  })

  it('include fixed columns only while the columns are wider than the table', () => {
    const told: ResizeObserverCallback[] = []
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(tell: ResizeObserverCallback) {
          told.push(tell)
        }
        observe() {}
        unobserve() {}
        disconnect() {}
      },
    )
    openTable(list({}, { ...name, width: 300, fixed: 'left' }), rows(3))
    const resize = (width: number) =>
      act(() => {
        const entries = [{ contentRect: { width } }] as ResizeObserverEntry[]
        for (const tell of told) tell(entries, {} as ResizeObserver)
      })
    expect(grid().dataset.fixed).toBeUndefined()
    // The row number is 48 pixels wide, the check box 36.
    resize(383)
    expect(grid().dataset.fixed).toBe('true')
    resize(384)
    expect(grid().dataset.fixed).toBeUndefined()
    vi.unstubAllGlobals()
  })

  it.each([
    ['medium', 61],
    ['small', 48],
    ['mini', 40],
    ['tiny', 32],
  ])('of size %s include rows of %i px', (size, height) => {
    openTable(list({ size, maxHeight: 200 }, name), rows(3))
    expect(grid().style.getPropertyValue('--detail-row')).toBe(`${height}px`)
    expect(cellAt('r1', 'fname').closest<HTMLElement>('[role=row]')?.style.top).toBe(`${height}px`)
    expect(grid().style.maxHeight).toBe('200px')
  })

  it('share the width evenly, with at least 120 px for a column and 240 px for a datetime', () => {
    openTable(
      list(
        {},
        name,
        { key: 'fnote', title: '备注', type: 'input' },
        { key: 'fat', title: '登记时间', type: 'datetime' },
        { key: 'funit', title: '单位', type: 'input', width: 80 },
      ),
      rows(1),
    )
    expect(grid().style.getPropertyValue('--detail-columns')).toBe(
      '48px 36px minmax(120px, 120fr) minmax(120px, 120fr) minmax(240px, 240fr) minmax(80px, 80fr)',
    )
  })
})

describe('hidden columns', () => {
  it('stay hidden in the next table of the same document, and can be shown again', async () => {
    vi.stubGlobal('matchMedia', undefined)
    const document_ = list({}, name, { key: 'fnote', title: '备注', type: 'input' })
    const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent)
    const { hands } = openTable(document_, rows(1))
    await hands.click(screen.getByRole('button', { name: '明细列设置' }))
    await hands.click(await screen.findByRole('checkbox', { name: '备注' }))
    expect(heads()).not.toContain('备注')
    // The last visible column cannot be hidden.
    expect(screen.getByRole('checkbox', { name: '品名' })).toHaveProperty('disabled', true)
    cleanup()
    const again = openTable(document_, rows(1))
    expect(heads()).not.toContain('备注')
    await again.hands.click(screen.getByRole('button', { name: '明细列设置' }))
    await again.hands.click(await screen.findByRole('button', { name: '恢复默认' }))
    expect(heads()).toContain('备注')
    act(() => vi.unstubAllGlobals())
  })
})
