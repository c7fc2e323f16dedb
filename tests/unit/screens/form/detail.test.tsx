// @vitest-environment jsdom
import { cleanup, fireEvent, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { decodeList, encodeList } from '#runtime/compile/list/url.ts'
import { compileList } from '#runtime/compile/list.ts'
import { fieldTypes } from '#runtime/fields/index.ts'
import { appError } from '#runtime/kernel/errors.ts'
import { formLayout } from '#runtime/schema/form-layout.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { FormHost } from '#runtime/screens/form/FormHost.tsx'
import { ListScreen } from '#runtime/screens/list-kit/ListScreen.tsx'
import { buildRuntime, draw, fakeHttp, fakeWindow } from '../support.tsx'

const gazetteer = {
  version: 2,
  kind: 'screen',
  id: 'catalog/gazetteer',
  title: '志书',
  perm: 'gaz',
  fields: [
    { key: 'name', title: '书名', type: 'input', width: 260 },
    { key: 'volumes', title: '卷数', type: 'inputNumber' },
    { key: 'lent', title: '借出', type: 'switch' },
    { key: 'kind', title: '类别', type: 'radio', options: [{ value: '1', text: '府志' }] },
    {
      key: 'state',
      title: '状态',
      type: 'select',
      options: [{ value: '1', text: '在架' }],
      tag: { 在架: 'green' },
    },
    { key: 'site', title: '网址', type: 'link' },
    { key: 'about', title: '提要', type: 'umeditor' },
    { key: 'empty', title: '备注', type: 'textarea' },
    { key: 'items', title: '分册', type: 'table', fields: [{ key: 'part', title: '册名', type: 'input' }] },
  ],
  actions: { row: ['edit', 'detail', 'print'] },
} as unknown as ScreenDocument
const record = {
  id: '7',
  rev: 1,
  name: '<img src=x onerror=alert(1)>嘉泰会稽志',
  volumes: 12345.5,
  lent: 'Y',
  kind: '1',
  state: '1',
  site: 'https://example.org/a',
  about: '<p>卷首<img src="x" onerror="alert(1)"><script>alert(1)</script></p>',
  items: [{ id: '71', part: '卷一' }],
}
const url = '/resource/catalog/gazetteer/queryById'
const listUrl = '/resource/catalog/gazetteer/list'

const open = (answer: unknown = record, over: object = {}, host: object = {}) => {
  const http = fakeHttp({ [url]: answer })
  const [onClose, onPage] = [vi.fn(), vi.fn()]
  draw(
    <FormHost
      screen={gazetteer}
      mode="detail"
      id="7"
      onClose={onClose}
      onPage={onPage}
      onSaved={vi.fn()}
      {...host}
    />,
    buildRuntime(http, { types: fieldTypes, ...over }),
  )
  return { http, onClose, onPage }
}
const findShown = (key: string) => document.querySelector(`.pro-item[data-key="${key}"] .pro-item-control`)

const Where = () => <p data-testid="where">{useLocation().search}</p>

beforeEach(() => fakeWindow())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('the view dialog of a record', () => {
  it('has the title 详细信息, a width of 1200 px, one button 关闭, and a full-screen button', async () => {
    const { onClose } = open()
    const dialog = await page.findByRole('dialog', { name: /详细信息.*志书/ })
    expect(dialog.style.getPropertyValue('--ant-modal-xs-width') || dialog.style.width).toContain('1200')
    fireEvent.click(page.getByRole('button', { name: '全屏' }))
    expect(document.querySelector('.pro-form-full')).not.toBeNull()
    fireEvent.click(page.getByRole('button', { name: '退出全屏' }))
    for (const name of ['取消', '确定', '保存']) expect(page.queryByRole('button', { name })).toBeNull()
    const foot = document.querySelector<HTMLElement>('.pro-form-foot')
    fireEvent.click(within(foot as HTMLElement).getByRole('button', { name: '关闭' }))
    await waitFor(() => expect(onClose).toHaveBeenCalled())
  })

  it('shows values as text formatted by each field type, without inputs', async () => {
    open()
    // The view of each type is loaded by itself.
    await waitFor(() => {
      expect(findShown('volumes')?.textContent).toBe('12,345.5')
      expect(findShown('lent')?.textContent).toBe('是')
      expect(findShown('kind')?.textContent).toBe('府志')
      expect(findShown('empty')?.textContent).toBe('—')
      expect(findShown('state')?.querySelector('.ant-tag-success')?.textContent).toBe('在架')
      expect(
        within(findShown('site') as HTMLElement)
          .getByRole('link')
          .getAttribute('href'),
      ).toBe(record.site)
    })
    expect(
      document.querySelectorAll('.pro-form input, .pro-form textarea, .pro-form [role="switch"]'),
    ).toHaveLength(0)
    expect(page.getByLabelText('卷数').textContent).toBe('12,345.5')
  })

  it('runs no script that a value contains', async () => {
    open()
    await waitFor(() => expect(findShown('name')?.textContent).toBe(record.name))
    await waitFor(() => expect(findShown('about')?.textContent).toContain('卷首'))
    expect(document.querySelector('[onerror], script')).toBeNull()
  })

  it('opens the print view when the user may view records, and offers none otherwise', async () => {
    open()
    await userEvent.click(await page.findByRole('button', { name: '打印' }))
    // Under test all dialogs have one id, so the name of the second one is that of the first.
    const preview = (await page.findByText(/打印预览/)).closest<HTMLElement>('[role="dialog"]')
    expect(preview && (await within(preview).findByText('12,345.5'))).toBeTruthy()
    expect(preview?.textContent).not.toContain('<p>')
    cleanup()
    open(record, { can: (code: string) => code !== 'gaz:detail' })
    expect(await page.findByRole('button', { name: '在页面中打开' })).toBeTruthy()
    expect(page.queryByRole('button', { name: '打印' })).toBeNull()
  })

  it('shows the message of the server without a retry button when the record does not exist', async () => {
    open(appError('BUSINESS', { text: '未找到对应实体', reason: 'NO_ENTITY' }))
    expect(await page.findByText('这条记录不存在')).toBeTruthy()
    expect(page.queryByRole('button', { name: '再试一次' })).toBeNull()
  })

  it('shows that the permission is missing when the server refuses the record', async () => {
    const { onClose } = open(appError('FORBIDDEN'))
    expect(await page.findByText('没有查看这条记录的权限')).toBeTruthy()
    await userEvent.click(page.getByRole('button', { name: '返回列表' }))
    expect(onClose).toHaveBeenCalled()
  })

  it('fills the screen on a phone', async () => {
    fakeWindow(true)
    open()
    await page.findByRole('dialog', { name: /详细信息/ })
    expect(document.querySelector('.pro-form-full')).not.toBeNull()
  })

  it.each([1, 2, 3, 4])('has %i columns when the document sets that number', (columns) => {
    expect(formLayout({ ...gazetteer, form: { columnCount: columns } }, 'detail')).toMatchObject({
      columns,
      width: 1200,
    })
  })
})

describe('the page of a record', () => {
  const visit = (at: string) => {
    const http = fakeHttp({ [url]: record, [listUrl]: { records: [{ id: '7', name: '会稽志' }], total: 1 } })
    draw(
      <>
        <ListScreen screen={gazetteer} />
        <Where />
      </>,
      buildRuntime(http, { types: fieldTypes }),
      at,
    )
  }

  it('opens at its own address from the dialog', async () => {
    visit('/catalog/gazetteer?form=detail&id=7')
    await userEvent.click(await page.findByRole('button', { name: '在页面中打开' }))
    await waitFor(() => expect(page.getByTestId('where').textContent).toBe('?form=detail&id=7&view=page'))
    expect(document.querySelector('.pro-form-page')).not.toBeNull()
    expect(document.querySelector('.pro-list')).toBeNull()
  })

  it('opens by its address and returns to the list', async () => {
    visit('/catalog/gazetteer?form=detail&id=7&view=page')
    await waitFor(() => expect(findShown('volumes')?.textContent).toBe('12,345.5'))
    expect(page.queryByRole('button', { name: '在页面中打开' })).toBeNull()
    await userEvent.click(page.getByRole('button', { name: '返回' }))
    expect(await page.findByText('会稽志')).toBeTruthy()
    expect(page.getByTestId('where').textContent).toBe('')
  })

  it('exists in view mode only', () => {
    const plan = compileList(gazetteer, { types: fieldTypes, can: () => true })
    const state = decodeList(new URLSearchParams('form=edit&id=7&view=page'), plan)
    expect(state.form).toEqual({ mode: 'edit', id: '7' })
    expect(encodeList(state, plan).toString()).toBe('form=edit&id=7')
  })
})
