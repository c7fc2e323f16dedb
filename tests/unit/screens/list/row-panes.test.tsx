// @vitest-environment jsdom
import { cleanup, screen as page } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RecordModelProvider } from '#runtime/contract/model-context.tsx'
import { appError } from '#runtime/kernel/errors.ts'
import { RecordModel } from '#runtime/record/model.ts'
import type { Pane, ScreenDocument } from '#runtime/schema/types.ts'
import { SubTable } from '#runtime/screens/erp/SubTable.tsx'
import { env, lookup } from '../../record/bill.ts'
import { book, buildRuntime, draw, fakeHttp, fakeWindow, types } from '../support.tsx'

const plate = {
  version: 2,
  kind: 'screen',
  id: 'catalog/plate',
  title: '书影',
  perm: 'plate',
  fields: [
    { key: 'tocId', title: '目次', type: 'input', list: false },
    { key: 'title', title: '图题', type: 'input' },
  ],
  actions: { toolbar: ['add'], row: [] },
} as unknown as ScreenDocument
const pane: Pane = { title: '书影', screen: 'catalog/plate', bind: { tocId: '=row.id' } }
const url = '/resource/catalog/plate/list'
const documentUrl = '/schema/documents/catalog/plate'
const sound = {
  '/schema/index': [{ id: 'catalog/plate', title: '图版', kind: 'screen', rev: '1', components: [] }],
  [documentUrl]: { id: 'catalog/plate', rev: '1', document: plate },
  [url]: { records: [{ id: '1', title: '卷首图' }], total: 1 },
}

function open(answers: Record<string, unknown> = {}, bind: Pane['bind'] = pane.bind) {
  const http = fakeHttp({ ...sound, ...answers })
  const model = new RecordModel(book, { id: '9' }, { types, lookup, env: env('edit') })
  draw(
    <RecordModelProvider value={model}>
      <SubTable pane={{ ...pane, bind }} row={{ id: 'c2' }} rowName="第 4 行" onClose={() => {}} />
    </RecordModelProvider>,
    buildRuntime(http, { types }),
  )
  return http
}
const tries = (http: ReturnType<typeof fakeHttp>, at: string) =>
  http.get.mock.calls.filter(([asked]) => asked === at)

beforeEach(() => fakeWindow())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('the pane of a detail row', () => {
  it('shows the records of the row in a drawer titled with the pane and the row', async () => {
    const http = open()
    expect(await page.findByText('卷首图')).toBeTruthy()
    expect(page.getByText('书影，第 4 行')).toBeTruthy()
    expect(tries(http, url)[0]?.[1]).toMatchObject({ tocId: 'c2' })
  })

  it('shows 打开子表失败 after three failed requests for rows or screen, and retries on request', async () => {
    const http = open({ [url]: appError('NETWORK') })
    expect(await page.findByText('打开子表失败')).toBeTruthy()
    expect(tries(http, url)).toHaveLength(3)
    http.get.mockResolvedValue({ records: [{ id: '1', title: '卷首图' }], total: 1 })
    await userEvent.click(page.getByRole('button', { name: '再试一次' }))
    expect(await page.findByText('卷首图')).toBeTruthy()
    cleanup()

    const other = open({ [documentUrl]: appError('NETWORK') })
    expect(await page.findByText('打开子表失败')).toBeTruthy()
    expect(tries(other, documentUrl)).toHaveLength(3)
  })

  it('shows no list while the row lacks the value that the records refer to', async () => {
    open({}, { tocId: '=row.spid' })
    expect(await page.findByText('还不能打开')).toBeTruthy()
  })
})
