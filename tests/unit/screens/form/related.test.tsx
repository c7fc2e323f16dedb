// @vitest-environment jsdom
import { act, cleanup, screen as page, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { RelatedRecords } from '#runtime/screens/erp/RelatedRecords.tsx'
import { FormHost } from '#runtime/screens/form/FormHost.tsx'
import { RelatedRecordsProvider } from '#runtime/screens/form/related-context.ts'
import { book, buildRuntime, draw, fakeHttp, fakeWindow, types } from '../support.tsx'

const loan = {
  version: 2,
  kind: 'screen',
  id: 'reader/loan',
  title: '借阅登记',
  perm: 'loan',
  fields: [
    { key: 'freader', title: '读者', type: 'input' },
    { key: 'fbook', title: '书', type: 'input', list: false },
  ],
  actions: { toolbar: [], row: ['detail'] },
} as unknown as ScreenDocument
const related = {
  ...book,
  related: [
    { screen: 'reader/loan', by: 'fbook' },
    { screen: 'reader/secret', by: 'fbook', title: '密件' },
  ],
} as ScreenDocument
const list = '/resource/reader/loan/list'
const record = { id: '9', rev: 1, no: 'A1', name: '会稽志', state: '待审核' }
const answers = {
  '/schema/index': [{ id: 'reader/loan', title: '借阅登记', kind: 'screen', rev: '1', components: [] }],
  '/schema/documents/reader/loan': { id: 'reader/loan', rev: '1', document: loan },
  [list]: { records: [{ id: 'l1', freader: '周敏', fbook: '9' }], total: 1 },
  '/resource/catalog/book/queryById': record,
}

/** The element comes into view when `show` is called. */
function fakeView() {
  const listeners = new Set<(entries: { isIntersecting: boolean }[]) => void>()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(listener: (entries: { isIntersecting: boolean }[]) => void) {
        listeners.add(listener)
      }
      observe() {}
      disconnect() {}
    },
  )
  return () => act(() => listeners.forEach((listener) => void listener([{ isIntersecting: true }])))
}
const calls = (http: ReturnType<typeof fakeHttp>, url: string) =>
  http.get.mock.calls.filter(([requested]) => requested === url)

beforeEach(() => fakeWindow())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = (mode: 'edit' | 'add') => {
  const show = fakeView()
  const http = fakeHttp(answers)
  draw(
    <RelatedRecordsProvider value={RelatedRecords}>
      <FormHost
        screen={related}
        mode={mode}
        id={mode === 'edit' ? '9' : undefined}
        onSaved={() => {}}
        onClose={() => {}}
      />
    </RelatedRecordsProvider>,
    buildRuntime(http, { types }),
  )
  return { http, show }
}

describe('the related records of a form', () => {
  it('are the records of the other screen that refer to this one, loaded when they come into view', async () => {
    const { http, show } = open('edit')
    await page.findByRole('region', { name: '相关记录' })
    expect([...calls(http, '/schema/index'), ...calls(http, list)]).toHaveLength(0)
    show()
    expect(await page.findByText('周敏')).toBeTruthy()
    expect(calls(http, list)[0]?.[1]).toMatchObject({ fbook: '9' })
    expect(page.getByRole('tab', { name: '借阅登记' })).toBeTruthy()
  })

  it('have no tab for a screen that the user may not open', async () => {
    const { show } = open('edit')
    await page.findByRole('region', { name: '相关记录' })
    show()
    await page.findByText('周敏')
    expect(page.queryByRole('tab', { name: '密件' })).toBeNull()
  })

  it('open when their link is clicked', async () => {
    const { http, show } = open('edit')
    await page.findByRole('region', { name: '相关记录' })
    show()
    await userEvent.click(await page.findByText('周敏'))
    await waitFor(() =>
      expect(calls(http, '/resource/reader/loan/queryById')[0]?.[1]).toMatchObject({ id: 'l1' }),
    )
  })

  it('are not part of the form of a new record', async () => {
    open('add')
    await page.findByRole('textbox', { name: '书名' })
    expect(page.queryByRole('region', { name: '相关记录' })).toBeNull()
  })
})
