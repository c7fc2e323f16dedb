// @vitest-environment jsdom
import { cleanup, fireEvent, screen as page, render, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fileName, shortName } from '#runtime/fields/kit/files/paths.ts'
import { appError } from '#runtime/kernel/errors.ts'
import { RecordModel } from '#runtime/record/model.ts'
import { collectKnown } from '#runtime/schema/known.ts'
import type { Field, ScreenDocument } from '#runtime/schema/types.ts'
import { ListScreen } from '#runtime/screens/list-kit/ListScreen.tsx'
import { registeredNames } from '#server/app/registered-names.ts'
import { getDocumentCheck } from '#server/documents/document-checker.ts'
import { ModuleNotFound } from '#views/exception/ModuleNotFound.tsx'
import { Form, getType, renderIn, stageRuntime } from '../../unit/fields/stage.tsx'
import { book, buildRuntime, draw, fakeHttp, fakeWindow, types } from '../../unit/screens/support.tsx'

// Rows of the error catalogue that no other test produces; `catalogue.test.ts` lists which test proves which row.
beforeEach(() => fakeWindow())
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const show = (field: Field, over: Parameters<typeof stageRuntime>[0]) =>
  renderIn(stageRuntime(over), <Form type={getType(field.type)} field={field} onValues={() => {}} />)
const answering = (get: (url: string) => Promise<unknown>) => ({
  http: { get, send: vi.fn(), upload: vi.fn(), download: vi.fn() } as never,
})

const openList = (url: Record<string, string>) => {
  const rows = [{ id: '1', no: 'K1', name: '会稽志', kind: '府志', state: '待审核' }]
  const http = fakeHttp({ '/resource/catalog/book/list': { records: rows, total: 1 } })
  const runtime = buildRuntime(http)
  draw(<ListScreen screen={{ ...book, url } as ScreenDocument} />, runtime)
  return { http, runtime }
}
const choose = async () => {
  await waitFor(() => expect(document.querySelector('[data-row-id="1"]')).not.toBeNull())
  const row = document.querySelector('[data-row-id="1"]') as HTMLElement
  await userEvent.click(within(row).getByRole('checkbox'))
}

it('a list with an empty address names the key to write', async () => {
  const { http } = openList({ list: '' })
  expect(await page.findByText('请设置url.list属性!')).toBeTruthy()
  expect(http.get.mock.calls.filter(([url]) => url === '')).toEqual([])
})

it.each([
  ['deleteBatch', '批量删除'],
  ['auditorBatch', '审核'],
])('an empty url.%s is reported when its button is pressed, and no request is sent', async (name, button) => {
  const { http, runtime } = openList({ [name]: '' })
  await choose()
  await userEvent.click(page.getByRole('button', { name: button }))
  await userEvent.click(await page.findByRole('button', { name: '确定' }))
  await waitFor(() => expect(runtime.notify).toHaveBeenCalledWith('warning', `请设置url.${name}属性!`))
  expect(http.send).not.toHaveBeenCalled()
})

it('an empty url.delete is reported when a row is deleted', async () => {
  const { configuredUrl: configured } = await import('#runtime/compile/list/url.ts')
  expect(() => configured('delete', '')).toThrow('请设置url.delete属性!')
  expect(configured('delete', '/a')).toBe('/a')
})

it('batch approval calls the address of the document', async () => {
  const { http } = openList({ auditorBatch: '/book/auditorBatch' })
  await choose()
  await userEvent.click(page.getByRole('button', { name: '审核' }))
  await userEvent.click(await page.findByRole('button', { name: '确定' }))
  await waitFor(() => expect(http.send).toHaveBeenCalledWith('POST', '/book/auditorBatch', { ids: '1' }))
})

it('an option without a dictionary is a problem of its document', () => {
  const json = {
    version: 2,
    kind: 'screen',
    id: 'a/b',
    title: '书',
    table: { name: 'a_b' },
    fields: [{ key: 'f', type: 'select' }],
  }
  const problems = getDocumentCheck()(json, { knownNames: collectKnown([json], registeredNames) })
  expect(problems.map(({ text }) => text)).toEqual([expect.stringContaining('字典Code不能为空!')])
})

it('removing rows by values that are not ids throws', () => {
  const items = { key: 'items', type: 'table', fields: [{ key: 'a', type: 'input' }] }
  const screen = { ...book, fields: [items] } as unknown as ScreenDocument
  const user = { id: '1', username: 'a', realname: 'a', orgCode: 'a' }
  const env = { user, now: new Date(), mode: 'add' as const }
  const lookup = { text: () => undefined, value: () => undefined, items: () => [] }
  const store = new RecordModel(screen, { items: [{ a: '1' }] }, { types, lookup, env }).rows('items')
  for (const wrong of [undefined, null, 'a', [1], [{ id: 'a' }]])
    expect(() => store?.remove(wrong as never)).toThrow('删除行的参数类型有误')
  expect(store?.rows).toHaveLength(1)
})

const refusing = (text: string) => async () => {
  throw appError('BUSINESS', { text })
}

it.each([
  ['分类编码不存在', '分类编码不存在'],
  ['', '分类加载失败'],
])('a category tree that fails to load with the text "%s" shows %s', async (text, shown) => {
  const notify = vi.fn()
  show(
    { key: 'f', title: '分类', type: 'cat_tree', dictCode: 'category:B01' },
    { ...answering(refusing(text)), notify },
  )
  fireEvent.mouseDown(await page.findByLabelText('分类'))
  await waitFor(() => expect(notify).toHaveBeenCalledWith(expect.stringMatching(/warning|error/), shown))
})

it.each([
  ['字典Code格式不正确！', '字典Code格式不正确！'],
  ['', '字典查询失败'],
])('a dictionary search that fails with the text "%s" shows %s', async (text, shown) => {
  const notify = vi.fn()
  show(
    { key: 'f', title: '馆藏地', type: 'sel_search', dictCode: 'a' },
    { ...answering(refusing(text)), notify },
  )
  const input = await page.findByLabelText('馆藏地')
  fireEvent.mouseDown(input)
  fireEvent.change(input, { target: { value: '采' } })
  await waitFor(() => expect(notify).toHaveBeenCalledWith('warning', shown))
})

it('an empty search box requires a keyword, and a search without hits shows an empty state', async () => {
  show(
    { key: 'f', title: '馆藏地', type: 'sel_search', dictCode: 'a' },
    answering(async () => []),
  )
  const input = await page.findByLabelText('馆藏地')
  expect(await page.findByText('请输入搜索内容')).toBeTruthy()
  fireEvent.mouseDown(input)
  fireEvent.change(input, { target: { value: '采' } })
  expect(await page.findByText('没有查询到任何数据')).toBeTruthy()
})

it('a file without a name is an unknown one', () => {
  expect(fileName('temp/')).toBe('未知的文件')
  expect(shortName(fileName('temp/附件一二三四.pdf'))).toBe('附件一二三…')
})

it('a menu entry without a module shows MODULE_NOT_FOUND and the searched paths', () => {
  render(
    <MemoryRouter>
      <ModuleNotFound component="system/Nowhere" tried={['schemas/system/nowhere.json']} />
    </MemoryRouter>,
  )
  expect(page.getByText(/MODULE_NOT_FOUND/).textContent).toContain('system/Nowhere')
  expect(page.getByText('schemas/system/nowhere.json')).toBeTruthy()
})
