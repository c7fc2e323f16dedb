// @vitest-environment jsdom
import { cleanup, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { tableType } from '#runtime/fields/grid/views.tsx'
import { appError } from '#runtime/kernel/errors.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { FormHost } from '#runtime/screens/form/FormHost.tsx'
import { InnerTableScreen } from '#runtime/screens/innerTable/InnerTableScreen.tsx'
import { ListScreen } from '#runtime/screens/list-kit/ListScreen.tsx'
import { TabScreen } from '#runtime/screens/tab/TabScreen.tsx'
import { buildRuntime, draw, fakeHttp, fakeWindow, types as textAndNumber } from '../support.tsx'

const types = new Map([...textAndNumber, ['table', tableType]])

const items = {
  key: 'items',
  title: '清单',
  type: 'table',
  fields: [{ key: 'name', title: '题名', type: 'input' }],
}
const thanks = {
  ...items,
  key: 'thanks',
  title: '致谢',
  fields: [{ key: 'way', title: '方式', type: 'input' }],
}
const card = {
  key: 'card',
  title: '证件',
  type: 'table',
  look: 'form',
  columnCount: 2,
  maxRows: 1,
  fields: [
    { key: 'kind', title: '证件类型', type: 'input', defaultValue: '身份证' },
    {
      key: 'number',
      title: '证件号码',
      type: 'input',
      validateRules: [{ required: true, message: '请输入证件号码' }],
    },
  ],
}
const gift = (details: object[], layout: string): ScreenDocument =>
  ({
    version: 2,
    kind: 'screen',
    id: 'catalog/gift',
    title: '捐赠',
    perm: 'gift',
    fields: [{ key: 'donor', title: '捐赠人', type: 'input' }, ...details],
    list: { layout },
  }) as unknown as ScreenDocument

const listUrl = '/resource/catalog/gift/list'
const queryUrl = '/resource/catalog/gift/queryById'
const innerUrl = (key: string, id: string) => `/resource/catalog/gift/${key}/list?master=${id}`
const list = { [listUrl]: { records: [{ id: '7', donor: '孙氏' }], total: 1 } }

beforeEach(() => fakeWindow())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('an inner-table list', () => {
  const open = (details: object[], answers: Record<string, unknown>, can = (_: string) => true) => {
    const http = fakeHttp({ ...list, ...answers })
    draw(<InnerTableScreen screen={gift(details, 'innerTable')} />, buildRuntime(http, { types, can }))
    return http
  }
  const expand = async (title: string) =>
    userEvent.click(await page.findByRole('button', { name: `展开${title} 孙氏` }))

  it('opens a sub-table under its row without paging, and closes it again', async () => {
    const http = open([items], {
      [innerUrl('items', '7')]: { records: [{ id: '1', name: '府志' }], total: 1 },
    })
    await page.findByText('孙氏')
    expect(http.get.mock.calls.some(([url]) => url === innerUrl('items', '7'))).toBe(false)
    await expand('清单')
    expect(await page.findByText('府志')).toBeTruthy()
    expect(page.getAllByText(/^第 1–1 条/)).toHaveLength(1)
    await userEvent.click(page.getByRole('button', { name: '收起清单 孙氏' }))
    await waitFor(() => expect(page.getByRole('button', { name: '展开清单 孙氏' })).toBeTruthy())
  })

  it('loads the open sub-tables again with the list', async () => {
    const http = open([items], {
      [innerUrl('items', '7')]: { records: [{ id: '1', name: '府志' }], total: 1 },
    })
    await expand('清单')
    await page.findByText('府志')
    http.get.mockImplementation(async (url: string) =>
      url === listUrl ? list[listUrl] : { records: [{ id: '1', name: '县志' }], total: 1 },
    )
    await userEvent.click(page.getByRole('button', { name: '刷新' }))
    expect(await page.findByText('县志')).toBeTruthy()
  })

  it('has a tab for each of several sub-tables', async () => {
    open([items, thanks], {
      [innerUrl('items', '7')]: { records: [{ id: '1', name: '府志' }], total: 1 },
      [innerUrl('thanks', '7')]: { records: [{ id: '2', way: '证书' }], total: 1 },
    })
    await expand('明细')
    expect(await page.findByText('府志')).toBeTruthy()
    await userEvent.click(page.getByRole('tab', { name: '致谢' }))
    expect(await page.findByText('证书')).toBeTruthy()
  })

  it('shows 打开子表失败 after retries, and loads again on request', async () => {
    const http = open([items], { [innerUrl('items', '7')]: appError('NETWORK') })
    await expand('清单')
    expect(await page.findByText('打开子表失败')).toBeTruthy()
    expect(http.get.mock.calls.filter(([url]) => url === innerUrl('items', '7'))).toHaveLength(3)
    http.get.mockResolvedValue({ records: [{ id: '1', name: '府志' }], total: 1 })
    await userEvent.click(page.getByRole('button', { name: '再试一次' }))
    expect(await page.findByText('府志')).toBeTruthy()
  })

  it('does not retry after a refusal', async () => {
    const http = open([items], { [innerUrl('items', '7')]: appError('NO_ENTITY') })
    await expand('清单')
    expect(await page.findByText('打开子表失败')).toBeTruthy()
    expect(http.get.mock.calls.filter(([url]) => url === innerUrl('items', '7'))).toHaveLength(1)
  })

  it('opens no sub-table when the user may not view details', async () => {
    open([items], {}, (code) => code !== 'gift:detail')
    await page.findByText('孙氏')
    expect(page.queryByRole('button', { name: /展开/ })).toBeNull()
  })

  it('opens a sub-table under its entry on a phone', async () => {
    fakeWindow(true)
    open([items], { [innerUrl('items', '7')]: { records: [{ id: '1', name: '府志' }], total: 1 } })
    await userEvent.click(await page.findByRole('button', { name: '清单' }))
    expect(await page.findByText('府志')).toBeTruthy()
  })
})

describe('the fields of `list.expand`', () => {
  const address = '里仁坊 3 号\n后院'
  const open = (can = (_: string) => true) => {
    const fields = [
      { key: 'donor', title: '捐赠人', type: 'input' },
      { key: 'address', title: '地址', type: 'input', list: false },
      { key: 'phone', title: '电话', type: 'input', list: false, access: { read: 'gift:phone' } },
    ]
    const screen = { ...gift([], 'normal'), fields, list: { expand: ['address', 'phone'] } } as ScreenDocument
    const records = [{ id: '7', donor: '孙氏', address, phone: '13800000001' }]
    draw(
      <ListScreen screen={screen} />,
      buildRuntime(fakeHttp({ [listUrl]: { records, total: 1 } }), { can }),
    )
  }

  it('are whole below a row that is opened by key, and go when it is closed', async () => {
    open()
    const button = await page.findByRole('button', { name: '展开详情 孙氏' })
    expect(page.queryByText('地址')).toBeNull()
    button.focus()
    await userEvent.keyboard('{Enter}')
    expect((await page.findByText(/里仁坊/)).textContent).toBe(address)
    expect(page.getByText('13800000001')).toBeTruthy()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(page.getByRole('button', { name: '展开详情 孙氏' })).toBeTruthy())
  })

  it('are below an entry on a phone, without those that the user may not read', async () => {
    fakeWindow(true)
    open((code) => code !== 'gift:phone')
    await userEvent.click(await page.findByRole('button', { name: '详情' }))
    expect(await page.findByText(/里仁坊/)).toBeTruthy()
    expect(page.queryByText('电话')).toBeNull()
  })
})

describe('a tab list', () => {
  it('opens a record as tabs: the head, then each detail', async () => {
    const http = fakeHttp({ ...list, [queryUrl]: { id: '7', donor: '孙氏', items: [], card: [] } })
    draw(<TabScreen screen={gift([items, card], 'tab')} />, buildRuntime(http, { types }), '/?form=edit&id=7')
    await page.findByRole('dialog')
    expect((await page.findAllByRole('tab')).map((tab) => tab.textContent)).toEqual([
      '基本信息',
      '清单0',
      '证件',
    ])
    expect(page.getByLabelText('捐赠人')).toHaveProperty('value', '孙氏')
    expect(page.queryByText('孙氏')).toBeNull()
    await userEvent.click(page.getByRole('tab', { name: '证件' }))
    expect(await page.findByLabelText('证件号码')).toBeTruthy()
  })
})

describe('a one-to-one detail', () => {
  const open = (mode: 'add' | 'edit' | 'detail', record: Record<string, unknown> = {}) => {
    const http = fakeHttp({ [queryUrl]: { id: '7', rev: 1, donor: '孙氏', ...record } })
    draw(
      <FormHost
        screen={gift([card], 'normal')}
        mode={mode}
        id={mode === 'add' ? undefined : '7'}
        onSaved={() => {}}
        onClose={() => {}}
      />,
      buildRuntime(http, { types }),
    )
    return http
  }
  const body = (http: ReturnType<typeof fakeHttp>) => http.send.mock.calls[0]?.[2]
  const save = () => userEvent.click(page.getByRole('button', { name: '保存' }))

  it('is a form inside the form of the head, starts with its defaults, and adds no row without input', async () => {
    const http = open('add')
    const group = await page.findByRole('group', { name: '证件' })
    expect(within(group).getByLabelText('证件类型')).toHaveProperty('value', '身份证')
    await userEvent.type(page.getByLabelText('捐赠人'), '叶')
    await save()
    await waitFor(() => expect(body(http)).toEqual({ donor: '叶', card: [] }))
  })

  it('saves the input and the defaults as one row', async () => {
    const http = open('add')
    await userEvent.type(await page.findByLabelText('证件号码'), '123')
    await save()
    await waitFor(() => expect(body(http)).toMatchObject({ card: [{ kind: '身份证', number: '123' }] }))
  })

  it('shows a missing value at its own field', async () => {
    open('add')
    await userEvent.type(await page.findByLabelText('证件类型'), '号')
    await save()
    expect((await page.findByText('请输入证件号码')).getAttribute('role')).toBe('alert')
  })

  it('changes its row, and removes the row when its last value is cleared', async () => {
    const http = open('edit', { card: [{ id: '71', rev: 2, kind: null, number: '123' }] })
    const number = await page.findByLabelText('证件号码')
    await userEvent.clear(number)
    await save()
    await waitFor(() => expect(body(http)).toMatchObject({ card: { removed: ['71'] } }))
  })

  it('is read-only in view mode', async () => {
    open('detail', { card: [{ id: '71', kind: '护照', number: '123' }] })
    expect(await page.findByLabelText('证件号码')).toHaveProperty('readOnly', true)
  })
})
