// @vitest-environment jsdom
import { act, cleanup, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation, useNavigate } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ListScreen } from '#runtime/screens/list-kit/ListScreen.tsx'
import { book, buildRuntime, draw, type FakeHttp, fakeHttp, fakeWindow } from '../support.tsx'

const listUrl = '/resource/catalog/book/list'
const place = '/sys/savedQuery/catalog/book'
const view = (id: string, title: string, more: object = {}) => ({
  id,
  title,
  matchType: 'and',
  records: [],
  settings: null,
  visibility: 'private',
  owner: '李文澜',
  isOwn: true,
  isDefault: false,
  ...more,
})
const settings = {
  conditions: { kind_MultiString: '府志' },
  sort: 'no',
  density: 'tiny',
  hidden: ['state'],
  order: [],
}
const prefectures = view('v1', '府志', { settings })
const dear = view('v2', '贵重', {
  records: [{ field: 'price', rule: 'gt', val: '9' }],
  isOwn: false,
  owner: '赵启明',
})

function Where() {
  const navigate = useNavigate()
  return (
    <>
      <p data-testid="where">{useLocation().search}</p>
      <button type="button" onClick={() => navigate(-1)}>
        回上一步
      </button>
    </>
  )
}
const open = (views: object[], at = '/', screen = book) => {
  const rows = [{ id: '1', no: 'K1', name: '会稽志', kind: '府志', state: '待审核' }]
  const http = fakeHttp({ [listUrl]: { records: rows, total: 40 }, [`${place}/list`]: views })
  const runtime = buildRuntime(http)
  draw(
    <>
      <ListScreen screen={screen} />
      <Where />
    </>,
    runtime,
    at,
  )
  return { http, runtime }
}
const lastParams = (http: FakeHttp) =>
  http.get.mock.calls.findLast(([url]) => url === listUrl)?.[1] as Record<string, unknown>
const tab = (name: string) => page.findByRole('tab', { name })
const titles = () => page.getAllByRole('columnheader').map((head) => head.textContent)
const inMenu = async (name: string, word: string) => {
  await userEvent.click(await page.findByRole('button', { name: `视图「${name}」的操作` }))
  await userEvent.click(await page.findByRole('menuitem', { name: word }))
}

beforeEach(() => fakeWindow())
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

describe('the views of a list', () => {
  it('are tabs with 全部 first, and none when there is no view', async () => {
    open([prefectures, dear])
    await tab('全部')
    expect(page.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['全部', '府志', '贵重'])
    cleanup()
    open([])
    await page.findByText('会稽志')
    expect(page.queryByRole('tab')).toBeNull()
  })

  it('bring their conditions, order, columns and density, and 全部 brings back those of the list', async () => {
    const { http } = open([prefectures, dear])
    await userEvent.click(await tab('府志'))
    await waitFor(() =>
      expect(lastParams(http)).toMatchObject({ kind_MultiString: '府志', column: 'no', order: 'asc' }),
    )
    expect(titles()).not.toContain('状态')
    expect(document.querySelector('[data-density="tiny"]')).not.toBeNull()
    expect(page.getByTestId('where').textContent).toContain('saved=v1')
    await userEvent.click(await tab('全部'))
    await waitFor(() => expect(lastParams(http)).toMatchObject({ column: 'createTime', order: 'desc' }))
    expect(lastParams(http)).not.toHaveProperty('kind_MultiString')
    expect(titles()).toContain('状态')
  })

  it('open by a link that names one, before the default one', async () => {
    const { http } = open([prefectures, { ...dear, isDefault: true }], '/?saved=v1')
    await waitFor(() => expect(lastParams(http)).toMatchObject({ kind_MultiString: '府志' }))
    expect((await tab('府志')).getAttribute('aria-selected')).toBe('true')
    await waitFor(() => expect(document.querySelector('[data-density="tiny"]')).not.toBeNull())
  })

  it.each(['page=2', 'sort=-no', 'group=kind', 'form=add'])(
    'do not replace what an address with %s shows by the default one',
    async (part) => {
      open([{ ...prefectures, isDefault: true }], `/?${part}`)
      await tab('全部')
      await act(async () => {})
      expect((await tab('全部')).getAttribute('aria-selected')).toBe('true')
      expect(page.getByTestId('where').textContent).toBe(`?${part}`)
    },
  )

  it('are opened once: after a form on a page the list is as it was before', async () => {
    const screen = { ...book, form: { open: 'page' } } as typeof book
    open([{ ...prefectures, isDefault: true }], '/', screen)
    await waitFor(() => expect(page.getByTestId('where').textContent).toContain('saved=v1'))
    await userEvent.click(await tab('全部'))
    await waitFor(() => expect(page.getByTestId('where').textContent).toBe(''))
    await userEvent.click(await page.findByRole('link', { name: '会稽志' }))
    await waitFor(() => expect(page.queryByRole('tab')).toBeNull())
    await userEvent.click(page.getByRole('button', { name: '回上一步' }))
    expect((await tab('全部')).getAttribute('aria-selected')).toBe('true')
    expect(page.getByTestId('where').textContent).toBe('')
  })

  it('are saved from what the list shows', async () => {
    const { http } = open([], '/?q=1&q.no=K*&sort=-no&group=kind')
    await page.findByText('会稽志')
    await userEvent.click(page.getByRole('button', { name: '列设置' }))
    await userEvent.click(await page.findByRole('button', { name: '保存为视图' }))
    const title = await page.findByLabelText('保存名称')
    const dialog = within(title.closest<HTMLElement>('[role="dialog"]') as HTMLElement)
    await userEvent.type(title, '我的')
    http.send.mockResolvedValueOnce({ result: { id: 'v9' }, message: '保存成功' })
    await userEvent.click(dialog.getByRole('button', { name: '保存' }))
    await waitFor(() =>
      expect(http.send).toHaveBeenCalledWith('POST', `${place}/save`, {
        title: '我的',
        visibility: 'private',
        overwrite: false,
        matchType: 'and',
        records: [],
        settings: {
          conditions: { no: 'K*' },
          sort: '-no',
          group: 'kind',
          density: 'small',
          hidden: [],
          order: [],
        },
      }),
    )
    await waitFor(() => expect(page.getByTestId('where').textContent).toContain('saved=v9'))
    expect(page.getByTestId('where').textContent).toContain('group=kind')
  })

  it('are neither saved nor updated without an advanced query of the list that cannot be read', async () => {
    const unread = encodeURIComponent(JSON.stringify([{ field: 'no', rule: '>', val: '9' }]))
    const { http, runtime } = open([prefectures], `/?saved=v1&q=1&q.superQueryParams=${unread}`)
    await inMenu('府志', '按现在的样子更新')
    await userEvent.click(page.getByRole('button', { name: '保存为视图' }))
    await userEvent.type(await page.findByLabelText('保存名称'), '我的{Enter}')
    const refusal = ['warning', '列表的高级查询条件无法识别，不能保存为视图，请重新设置条件后再保存']
    await waitFor(() => expect(vi.mocked(runtime.notify).mock.calls).toEqual([refusal, refusal]))
    expect(http.send).not.toHaveBeenCalled()
  })

  it('bring the widths of columns', async () => {
    open([view('v4', '宽', { settings: { ...settings, widths: { name: 333 } } })])
    await userEvent.click(await tab('宽'))
    await waitFor(() => expect(document.querySelector('col[style*="333px"]')).not.toBeNull())
    await userEvent.click(await tab('全部'))
    await waitFor(() => expect(document.querySelector('col[style*="333px"]')).toBeNull())
  })

  it('keep the grouping of the rows, and bring it back', async () => {
    const grouped = view('v3', '按类别', { settings: { ...settings, group: 'kind' } })
    const { http } = open([grouped])
    await userEvent.click(await tab('按类别'))
    await page.findByRole('button', { name: /^类别：/ })
    expect(lastParams(http)).toMatchObject({ column: 'kind,no' })
    expect(page.getByTestId('where').textContent).toContain('group=kind')
    await userEvent.click(await tab('全部'))
    await waitFor(() => expect(page.queryByRole('button', { name: /^类别：/ })).toBeNull())
    expect(page.getByTestId('where').textContent).not.toContain('group')
  })

  it('are renamed, moved, made the default and deleted after a question', async () => {
    const { http } = open([prefectures, dear])
    await userEvent.click(await tab('府志'))
    await inMenu('府志', '重命名')
    await userEvent.type(await page.findByLabelText('视图名称'), '府志一')
    await userEvent.click(page.getByRole('button', { name: '保存' }))
    await waitFor(() =>
      expect(http.send).toHaveBeenCalledWith('PUT', `${place}/rename`, { id: 'v1', title: '府志一' }),
    )
    await inMenu('府志', '向后移')
    await waitFor(() =>
      expect(http.send).toHaveBeenCalledWith('PUT', `${place}/order`, { ids: ['v2', 'v1'] }),
    )
    await inMenu('府志', '设为默认')
    await waitFor(() => expect(http.send).toHaveBeenCalledWith('PUT', `${place}/default`, { id: 'v1' }))
    await inMenu('府志', '删除')
    expect(http.send.mock.calls.some(([method]) => method === 'DELETE')).toBe(false)
    await userEvent.click(await page.findByRole('button', { name: '确定' }))
    await waitFor(() =>
      expect(http.send).toHaveBeenCalledWith('DELETE', `${place}/delete`, undefined, {
        params: { id: 'v1' },
      }),
    )
    await waitFor(() => expect(page.getByTestId('where').textContent).not.toContain('saved'))
  })

  it('of others are corrected and renamed by those who may publish, when all users see them', async () => {
    const { http } = open([{ ...prefectures, isOwn: false, visibility: 'public' }, dear])
    await userEvent.click(await tab('府志'))
    await userEvent.click(await page.findByRole('button', { name: '列设置' }))
    await userEvent.click(await page.findByRole('checkbox', { name: '状态' }))
    await inMenu('府志', '按现在的样子更新')
    await waitFor(() =>
      expect(http.send).toHaveBeenCalledWith('PUT', `${place}/update`, {
        id: 'v1',
        matchType: 'and',
        records: [],
        settings: { ...settings, hidden: [] },
      }),
    )
    await userEvent.click(await page.findByRole('button', { name: '视图「府志」的操作' }))
    await page.findByRole('menuitem', { name: '重命名' })
    await page.findByRole('menuitem', { name: '删除' })
  })

  it('of others are neither renamed nor deleted', async () => {
    open([prefectures, dear])
    await userEvent.click(await tab('贵重'))
    await userEvent.click(await page.findByRole('button', { name: '视图「贵重」的操作' }))
    await page.findByRole('menuitem', { name: '设为默认' })
    expect(page.queryByRole('menuitem', { name: '重命名' })).toBeNull()
    expect(page.getByTestId('where').textContent).toContain('superQueryParams')
  })
})
