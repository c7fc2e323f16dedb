// @vitest-environment jsdom

import { QueryClient } from '@tanstack/react-query'
import { act, cleanup, screen as page, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { emitLive } from '#runtime/data/live.ts'
import { appError } from '#runtime/kernel/errors.ts'
import { SchemaPage } from '#runtime/resolve/SchemaPage.tsx'
import { createDocuments } from '#runtime/resolve/source.ts'
import { book, buildRuntime, draw, fakeHttp, fakeWindow } from '../screens/support.tsx'

const documentUrl = '/schema/documents/catalog/book'
const problem = {
  file: 'schemas/catalog/book.json',
  path: '/fields/2/dictCode',
  code: 'dict',
  text: '字典 kindd 不存在，改为 kinds',
}
const answers = (document: unknown, more = {}): Record<string, unknown> => ({
  '/schema/index': [{ id: 'catalog/book', title: '书目', kind: 'screen', rev: '5', components: [] }],
  [documentUrl]: { id: 'catalog/book', rev: '5', document, ...more },
  '/resource/catalog/book/list': { records: [{ id: '1', no: 'K1', name: '会稽志' }], total: 1 },
  '/sys/dict/getDictItems/kinds': [],
})
const open = (table: Record<string, unknown>) => {
  const http = fakeHttp(table)
  draw(<SchemaPage id="catalog/book" />, buildRuntime(http))
  return http
}

beforeEach(() => fakeWindow())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('fetches the document by the revision of the index and draws it', async () => {
  const http = open(answers(book))
  expect(await page.findByText('会稽志')).toBeTruthy()
  expect(http.get.mock.calls.find(([url]) => url === documentUrl)?.[1]).toEqual({ rev: '5' })
})

it('a pushed revision changes the open list in place', async () => {
  const http = open(answers(book))
  await page.findByText('会稽志')
  const fields = book.fields.map((field) => (field.key === 'name' ? { ...field, title: '题名' } : field))
  http.get.mockImplementation(async (url: string) => structuredClone(answers({ ...book, fields })[url]))
  act(() => emitLive({ cmd: 'document', id: 'catalog/book', rev: '6' }))
  expect(await page.findByRole('columnheader', { name: '题名' })).toBeTruthy()
  expect(page.getByText('会稽志')).toBeTruthy()
})

it('a page loads its document again when pushes were missed and the index contains another revision', async () => {
  const http = open(answers(book))
  await page.findByText('会稽志')
  const asked = () => http.get.mock.calls.filter(([url]) => url === documentUrl).length
  http.get.mockClear()
  await act(async () => emitLive({ cmd: 'reopened' }))
  await waitFor(() => expect(http.get.mock.calls.map(([url]) => url)).toContain('/schema/index'))
  expect(asked()).toBe(0)
  const fields = book.fields.map((field) => (field.key === 'name' ? { ...field, title: '题名' } : field))
  const newer: Record<string, unknown> = {
    ...answers({ ...book, fields }),
    '/schema/index': [{ id: 'catalog/book', title: '书目', kind: 'screen', rev: '6', components: [] }],
  }
  http.get.mockImplementation(async (url: string) => structuredClone(newer[url]))
  act(() => emitLive({ cmd: 'reopened' }))
  expect(await page.findByRole('columnheader', { name: '题名' })).toBeTruthy()
})

it('a broken newer version keeps the last good one and names file, path and remedy', async () => {
  open(answers(book, { problems: [problem] }))
  expect(await page.findByText('会稽志')).toBeTruthy()
  expect(await page.findByText('schemas/catalog/book.json#/fields/2/dictCode')).toBeTruthy()
  expect(page.getByText(problem.text)).toBeTruthy()
})

it('a document without a good version shows only its problems', async () => {
  open(answers(null, { title: '善本书目', problems: [problem] }))
  expect(await page.findByText('「善本书目」暂时打不开')).toBeTruthy()
  expect(await page.findByText(problem.text)).toBeTruthy()
  expect(page.queryByRole('table')).toBeNull()
})

it('a document that the server refuses shows the reason', async () => {
  open({ ...answers(book), [documentUrl]: appError('FORBIDDEN') })
  expect(await page.findByText('拒绝访问')).toBeTruthy()
  await waitFor(() => expect(page.getByRole('button', { name: '再试一次' })).toBeTruthy())
})

it('a picker is found by the short name that fields contain', async () => {
  const picker = { kind: 'picker', id: 'picker/goods', code: 'rp_goods' }
  const http = fakeHttp({
    '/schema/index': [
      { id: 'picker/goods', title: '选择品名', kind: 'picker', rev: '1', components: ['rp_goods'] },
    ],
    '/schema/documents/picker/goods': { id: 'picker/goods', rev: '1', document: picker },
    '/schema/pickers/rp_none': appError('NOT_FOUND'),
    '/schema/pickers/rp_book': appError('BUSINESS', { text: '打不开「选择书目」' }),
  })
  const documents = createDocuments(new QueryClient(), http as never)
  expect(await documents.loadPicker('rp_goods')).toMatchObject({ id: 'picker/goods' })
  await expect(documents.loadPicker('rp_none')).rejects.toThrow('popup参数未正确配置!')
  await expect(documents.loadPicker('rp_book')).rejects.toThrow('打不开「选择书目」')
})
