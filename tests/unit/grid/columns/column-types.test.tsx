// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildBill, cellAt, openTable } from '../open-table.tsx'

const options = [
  { value: 'a', text: '甲' },
  { value: 'b', title: '乙' },
]
const popup = { popupCode: 'rp_goods', orgFields: ['fname'], destFields: ['fpopup'] }
/** The column types of the specification, with the text that a cell shows for a value. */
const types: [type: string, over: object, value: unknown, shown: string][] = [
  ['input', {}, '宣纸', '宣纸'],
  ['inputNumber', { scale: 2 }, 1130, '1,130.00'],
  ['checkbox', { customValue: ['Y', 'N'] }, 'Y', '是'],
  ['checkbox_meta', { customValue: ['Y', 'N'] }, 'N', '否'],
  ['select', { options }, 'b', '乙'],
  ['date', {}, '2025-09-05', '2025-09-05'],
  ['datetime', {}, '2025-09-05 08:03:00', '2025-09-05 08:03:00'],
  ['input_pop', {}, '长文', '长文'],
  ['upload', {}, 'temp/a.pdf', 'a.pdf'],
  ['popup', popup, '皮纸', '皮纸'],
  ['file', {}, 'temp/b.pdf', 'b.pdf'],
  ['image', {}, 'temp/c.png', ''],
  ['radio', { options }, 'a', '甲'],
  ['list_multi', { options }, 'a,b', '甲,乙'],
  ['sel_search', { dictCode: 'sys_depart,depart_name,org_code' }, 'A01', 'A01'],
  ['slot', { widget: 'nobody' }, '原样', '原样'],
  ['normal', {}, '只看', '只看'],
  ['pca', {}, '330106', '浙江省 / 杭州市 / 西湖区'],
]
/** Types without an input: a value that is only shown, and one whose widget is not registered. */
const shownOnly = new Set(['normal', 'slot'])
const open = (type: string, over: object, value: unknown) => {
  const field = { key: 'fpopup', title: '此列', type, ...over }
  return openTable(buildBill([field]), [{ id: 'r', fpopup: value }])
}

beforeEach(() => {
  const media = { matches: true, addEventListener: () => {}, removeEventListener: () => {} }
  vi.stubGlobal('matchMedia', () => ({ ...media, addListener: () => {}, removeListener: () => {} }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('a column of type', () => {
  it.each(types)('%s %j shows its value', async (type, over, value, shown) => {
    open(type, over, value)
    await waitFor(() => expect(cellAt('r', 'fpopup').textContent).toContain(shown))
  })

  it.each(types.filter(([type]) => !shownOnly.has(type)))(
    '%s %j opens by Enter, with the focus in its editor',
    async (type, over, value) => {
      const { hands } = open(type, over, value)
      act(() => screen.getByRole('grid').focus())
      await hands.keyboard('{Enter}')
      await waitFor(() => expect(cellAt('r', 'fpopup').className).toContain('is-editing'))
      await waitFor(() => expect(document.activeElement).not.toBe(screen.getByRole('grid')))
      expect(document.activeElement).not.toBe(document.body)
    },
  )
})

describe('the files of a cell', () => {
  it.each(['upload', 'file', 'image'])(
    'of type %s are announced by a plus in an empty cell that may be edited',
    async (type) => {
      open(type, {}, null)
      await waitFor(() => expect(cellAt('r', 'fpopup').textContent).toBe('+'))
      cleanup()
      open(type, { disabled: true }, null)
      expect(cellAt('r', 'fpopup').textContent).toBe('')
    },
  )

  it.each(['upload', 'file', 'image'])(
    'of type %s return the focus to their cell on Esc, and the key goes no further',
    async (type) => {
      const { hands } = open(type, {}, null)
      act(() => screen.getByRole('grid').focus())
      await hands.keyboard('{Enter}')
      await waitFor(() => expect(document.activeElement?.textContent).toContain('点击上传'))
      const heard = vi.fn()
      window.addEventListener('keydown', heard)
      await hands.keyboard('{Escape}')
      expect(cellAt('r', 'fpopup').contains(document.activeElement)).toBe(true)
      await hands.keyboard('{Escape}')
      expect(document.activeElement).toBe(screen.getByRole('grid'))
      expect(heard).not.toHaveBeenCalled()
      window.removeEventListener('keydown', heard)
    },
  )
})
