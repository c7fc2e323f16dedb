// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { Http } from '#runtime/data/http.ts'
import type { Field, PickerDocument, ScreenDocument } from '#runtime/schema/types.ts'
import { standInMedia } from '../../window.ts'
import { Form, getType, renderIn, silentHttp, stageRuntime } from '../stage.tsx'

afterEach(() => {
  cleanup()
  standInMedia()
})

const goods: ScreenDocument = {
  version: 2,
  kind: 'screen',
  id: 'base/goods',
  title: '资料',
  fields: [
    { key: 'fname', title: '名称', type: 'input' },
    { key: 'fspec', title: '规格', type: 'input' },
  ],
}
const picker: PickerDocument = {
  version: 2,
  kind: 'picker',
  id: 'picker/goods',
  title: '选择品名',
  code: 'rp_goods',
  source: { screen: 'base/goods' },
  fields: ['fname', 'fspec'],
  query: ['fname', 'fspec'],
}
const field: Field = {
  key: 'fspmc',
  title: '品名',
  type: 'popup',
  popupCode: 'rp_goods',
  orgFields: ['fname'],
  destFields: ['fspmc'],
}
const paper = { field: 'fspec', rule: 'eq', val: '四尺' }
const saved = {
  id: '1',
  title: '四尺纸',
  matchType: 'and',
  records: [paper],
  visibility: 'private',
  isOwn: true,
}
const listUrl = '/resource/base/goods/list'

async function open(over: Partial<PickerDocument> = {}) {
  const get = vi.fn(async (url: string, _params?: Record<string, unknown>) =>
    url === listUrl
      ? { records: [{ id: '1', fname: '皮纸', fspec: '四尺' }], total: 1 }
      : url === '/sys/savedQuery/base/goods/list'
        ? [saved]
        : [],
  )
  const runtime = stageRuntime({
    http: { ...silentHttp, get: get as unknown as Http['get'] },
    loadPicker: async () => ({ ...picker, ...over }),
    loadScreen: async () => goods,
  })
  renderIn(runtime, <Form type={getType('popup')} field={field} />)
  fireEvent.click(await screen.findByLabelText('品名'))
  await screen.findByText('皮纸')
  /** The conditions of the requests for rows; the number of hits needs one row only. */
  const requests = () =>
    get.mock.calls.flatMap(([url, params]) => (url === listUrl && params?.pageSize !== 1 ? [params] : []))
  return { requests }
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
/** Runs the saved query in the dialog of the advanced query. */
async function runSaved() {
  await press('高级查询')
  const views = await screen.findByRole('region', { name: '视图' })
  const dialog = within(views.closest('[role=dialog]') as HTMLElement)
  await userEvent.click(await dialog.findByText('四尺纸'))
  expect((await dialog.findByText(/规格 为 四尺/)).textContent).toContain('规格 为 四尺')
  expect(dialog.queryByRole('button', { name: '设为默认 四尺纸' })).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: /^查\s*询$/ }))
}
const asParams = (...params: unknown[]) => ({
  superQueryParams: JSON.stringify(params),
  superQueryMatchType: 'and',
})

it('a picker is filtered by an advanced query until it is removed', async () => {
  const { requests } = await open()
  await runSaved()
  await waitFor(() => expect(requests().at(-1)).toMatchObject(asParams(paper)))
  expect(screen.getByRole('button', { name: '高级查询' }).getAttribute('aria-pressed')).toBe('true')
  await press('清除高级查询')
  expect(screen.getByRole('button', { name: '高级查询' }).getAttribute('aria-pressed')).toBeNull()
})

it('a picker on a phone joins its search text and the advanced query by and', async () => {
  standInMedia((media) => media.includes('max-width'))
  const { requests } = await open()
  expect(screen.queryByRole('button', { name: '高级查询' })).toBeNull()
  await press('筛选')
  await runSaved()
  await userEvent.type(screen.getByRole('textbox', { name: '搜索' }), '纸{Enter}')
  const search = ['fname', 'fspec'].map((key) => ({ field: key, rule: 'like', val: '纸' }))
  await waitFor(() =>
    expect(requests().at(-1)).toMatchObject(asParams({ matchType: 'or', params: search }, paper)),
  )
})

it('a picker has no advanced query when its document turns it off', async () => {
  await open({ superQuery: false })
  expect(screen.queryByRole('button', { name: '高级查询' })).toBeNull()
})
