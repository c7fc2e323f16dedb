// @vitest-environment jsdom
import { cleanup, screen as page, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fieldTypes } from '#runtime/fields/index.ts'
import { appError } from '#runtime/kernel/errors.ts'
import { ListScreen } from '#runtime/screens/list-kit/ListScreen.tsx'
import { book, buildRuntime, draw, fakeHttp, fakeWindow } from '../support.tsx'

const ids = Array.from({ length: 25 }, (_, at) => String(at + 1))
const buildRecord = (id: string) => ({
  ...{ id, no: `K${id}`, name: `书${id}`, kind: null, price: null, note: null, state: '待审核', rev: 1 },
})
const Address = () => <output data-testid="address">{useLocation().search}</output>
const address = () => page.getByTestId('address').textContent

/** A list of 25 records in pages of 10. */
function open(at: string) {
  const http = fakeHttp({})
  const list = async (params: { pageNo: number; pageSize: number }) => ({
    records: ids
      .slice((params.pageNo - 1) * params.pageSize, params.pageNo * params.pageSize)
      .map(buildRecord),
    total: ids.length,
  })
  http.get.mockImplementation(
    async (url: string, params: { id: string; pageNo: number; pageSize: number }) => {
      if (url.endsWith('/list')) return list(params)
      if (url.endsWith('/queryById')) return buildRecord(params.id)
      if (url.endsWith('/moves')) return { author: '', createTime: '', moves: [] }
      return url.startsWith('/sys/comment') ? { records: [], total: 0 } : []
    },
  )
  const notify = vi.fn()
  draw(
    <>
      <ListScreen screen={book} />
      <Address />
    </>,
    buildRuntime(http, { types: fieldTypes, notify }),
    at,
  )
  return { http, notify }
}

beforeEach(() => fakeWindow())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('a viewed record leads to the ones beside it, across pages of its list, by buttons and keys', async () => {
  open('/?pageSize=10&form=detail&id=9')
  expect(await page.findByText('第 9 条，共 25 条')).toBeTruthy()
  await userEvent.click(page.getByRole('button', { name: '下一项' }))
  expect(await page.findByText('第 10 条，共 25 条')).toBeTruthy()
  expect(address()).toBe('?pageSize=10&form=detail&id=10')
  await userEvent.keyboard('j')
  expect(await page.findByText('第 11 条，共 25 条')).toBeTruthy()
  expect(address()).toBe('?pageSize=10&page=2&form=detail&id=11')
  await userEvent.keyboard('k')
  expect(await page.findByText('第 10 条，共 25 条')).toBeTruthy()
  expect(address()).toBe('?pageSize=10&form=detail&id=10')
})

it('the first and the last record of a list have no further step', async () => {
  open('/?pageSize=10&form=detail&id=1')
  const previous = await page.findByRole('button', { name: '上一项' })
  expect(previous).toHaveProperty('disabled', true)
  await userEvent.keyboard('k')
  expect(address()).toBe('?pageSize=10&form=detail&id=1')
  cleanup()
  open('/?pageSize=10&page=3&form=detail&id=25')
  expect(await page.findByRole('button', { name: '下一项' })).toHaveProperty('disabled', true)
})

it('a page that cannot be read leaves the record open, with the reason', async () => {
  const { http, notify } = open('/?pageSize=10&form=detail&id=10')
  await page.findByText('第 10 条，共 25 条')
  const read = http.get.getMockImplementation() as (...call: unknown[]) => Promise<unknown>
  http.get.mockImplementation(async (url: string, params: { pageNo?: number }) => {
    if (params?.pageNo === 2) throw appError('BUSINESS', { text: '系统繁忙' })
    return read(url, params)
  })
  await userEvent.keyboard('j')
  await waitFor(() => expect(notify).toHaveBeenCalledWith('error', '系统繁忙'))
  expect(address()).toBe('?pageSize=10&form=detail&id=10')
})

it('a record that is edited, or is not on the page of its list, has no steps', async () => {
  open('/?pageSize=10&form=edit&id=2')
  await page.findByRole('button', { name: '保存' })
  expect(page.queryByRole('button', { name: '下一项' })).toBeNull()
  cleanup()
  open('/?pageSize=10&form=detail&id=20')
  await page.findByRole('button', { name: '关闭' })
  expect(page.queryByRole('button', { name: '下一项' })).toBeNull()
})
