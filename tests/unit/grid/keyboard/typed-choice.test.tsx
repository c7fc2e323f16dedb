// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Http } from '#runtime/data/http.ts'
import { fieldTypes } from '#runtime/fields/index.ts'
import type { Field } from '#runtime/schema/types.ts'
import { tabKey } from '../../fields/stage.tsx'
import { standInMedia } from '../../window.ts'
import { buildBill, cellAt, openTable } from '../open-table.tsx'

standInMedia()
afterEach(cleanup)

const holder = {
  key: 'fholder',
  title: '部门',
  type: 'sel_search',
  dictCode: 'sys_depart,depart_name,org_code',
}
const kind = {
  key: 'fkind',
  title: '类别',
  type: 'select',
  options: [
    { value: '1', text: '皮纸' },
    { value: '2', text: '宣纸' },
    { value: '3', text: '浆糊' },
  ],
}
const place = { key: 'fplace', title: '位置', type: 'sel_tree', dictCode: 'tree:place' }
const several = { ...kind, type: 'list_multi' }
const region = { key: 'fregion', title: '区划', type: 'pca' }
const number = { key: 'fnum', title: '数量', type: 'inputNumber' }
const departs = [
  { value: 'A01', text: '办公室', title: '办公室' },
  { value: 'A02', text: '方志处', title: '方志处' },
]

/** A row with one choice and a number; `answer` delays the search of a text in a dictionary. */
async function open(field: { key: string; type: string }, answer = async () => {}) {
  await fieldTypes.get(field.type)?.preload?.(field as Field)
  const get = async (url: string, params: { keyword?: string } = {}) => {
    if (url.includes('loadTreeData')) return [{ key: 'P1', value: 'P1', title: '库房', leaf: true }]
    if (!url.includes('loadDict/')) return []
    if (params.keyword) await answer()
    return departs.filter(({ text }) => text.includes(params.keyword ?? ''))
  }
  const http = { get: get as unknown as Http['get'], send: vi.fn(), upload: vi.fn(), download: vi.fn() }
  const opened = openTable(buildBill([field, number]), [{ id: 'a', rev: 1 }], vi.fn(), { runtime: { http } })
  act(() => screen.getByRole('grid').focus())
  await opened.hands.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement?.closest('[data-field]')).toBe(cellAt('a', field.key)))
  return opened
}

it('a dictionary cell never takes a match of an earlier text, and waits for its own in the background', async () => {
  let deliver = () => {}
  const delivered = new Promise<void>((resolve) => {
    deliver = resolve
  })
  const { store, hands } = await open(holder, () => delivered)
  await hands.keyboard('方志')
  await screen.findByText('查询中…')
  await hands.keyboard('{Enter}')
  expect(cellAt('a', 'fnum').className).toContain('is-active')
  expect(cellAt('a', 'fholder').textContent).toBe('方志')
  expect(cellAt('a', 'fholder').getAttribute('aria-busy')).toBe('true')
  await hands.keyboard('7{Enter}')
  await act(async () => deliver())
  await waitFor(() => expect(store.row('a')).toMatchObject({ fholder: 'A02', fnum: 7 }))
  expect(cellAt('a', 'fholder').textContent).toBe('方志处')
})

it.each([
  ['a dictionary', holder, '无此部门'],
  ['a select', kind, '缎带'],
  ['a tree', place, '无此位置'],
  ['a multiple select', several, '缎带'],
  ['a region', region, '无此地'],
])('a text that %s cell does not know stays as a fault when Tab leaves it', async (_title, field, text) => {
  const { store, hands } = await open(field)
  await hands.keyboard(`${text}{Tab}`)
  await waitFor(() => expect(store.findErrors('a')?.[field.key]).toBe('没有查询到任何数据'))
  expect(cellAt('a', field.key).textContent).toContain(text)
  expect(cellAt('a', 'fnum').className).toContain('is-active')
})

it('Tab leaves the open list of a multiple select for the next cell, and changes nothing', async () => {
  const { store } = await open(several)
  fireEvent.mouseDown(document.activeElement as Element)
  for (const text of ['皮纸', '宣纸']) fireEvent.click(await screen.findByTitle(text))
  fireEvent.keyDown(document.activeElement as Element, tabKey)
  await waitFor(() => expect(cellAt('a', 'fnum').className).toContain('is-active'))
  expect(store.row('a')?.fkind).toBe('1,2')
})

it.each([
  ['宣', '宣纸', undefined],
  ['纸', '纸', '请选择一条记录'],
])('the text %s of a select is kept when a click leaves its cell', async (text, shown, reason) => {
  const { store, hands } = await open(kind)
  await hands.keyboard(text)
  fireEvent.mouseDown(cellAt('a', 'fnum'))
  fireEvent.mouseUp(cellAt('a', 'fnum'))
  await waitFor(() => expect(store.findErrors('a')?.fkind).toBe(reason))
  await waitFor(() => expect(cellAt('a', 'fkind').textContent).toContain(shown))
})

it('Esc drops the typed text of a select', async () => {
  const { store, hands } = await open(kind)
  await hands.keyboard('缎带{Escape}{Tab}')
  expect(store.findErrors('a')?.fkind).toBeUndefined()
  expect(cellAt('a', 'fkind').textContent).toBe('')
})
