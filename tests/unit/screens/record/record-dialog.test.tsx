// @vitest-environment jsdom
import { cleanup, fireEvent, screen as page, waitFor } from '@testing-library/react'
import { useLocation } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ListScreen } from '#runtime/screens/list-kit/ListScreen.tsx'
import { book, buildRuntime, draw, fakeHttp, fakeWindow } from '../support.tsx'

const Own = ({ id, onClose }: { id: string; onClose(): void }) => (
  <button type="button" onClick={onClose}>{`本馆的 ${id}`}</button>
)
const Where = () => <p data-testid="where">{useLocation().search}</p>
const where = () => page.getByTestId('where').textContent

beforeEach(() => fakeWindow())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('a record with an application dialog is viewed in that dialog and edited in the standard form', async () => {
  const row = { id: '7', no: '甲一', name: '嘉泰会稽志', state: '待审核' }
  const http = fakeHttp({
    '/resource/catalog/book/list': { records: [row], total: 1 },
    '/resource/catalog/book/queryById': row,
  })
  const recordDialogs = new Map([['catalog/book', Own]])
  draw(
    <>
      <ListScreen screen={book} />
      <Where />
    </>,
    buildRuntime(http, { recordDialogs }),
  )
  fireEvent.click(await page.findByText('嘉泰会稽志'))
  const own = await page.findByText('本馆的 7')
  expect(where()).toContain('form=detail&id=7')
  expect(page.queryByRole('dialog')).toBeNull()
  fireEvent.click(own)
  await waitFor(() => expect(where()).not.toContain('form='))
  fireEvent.click(page.getByText('编辑'))
  expect(await page.findByRole('dialog')).toBeTruthy()
  expect(page.queryByText('本馆的 7')).toBeNull()
})
