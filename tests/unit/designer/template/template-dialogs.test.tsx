// @vitest-environment jsdom
import { cleanup, fireEvent, screen as page } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { InstallTemplate } from '#designer/template/InstallTemplate.tsx'
import { RemoveSamples } from '#designer/template/RemoveSamples.tsx'
import { buildRuntime, draw, fakeHttp } from '../../screens/support.tsx'

afterEach(cleanup)

const documents = [
  { id: 'repair/order', title: '报修单', kind: 'screen', fields: ['地点', '情况'] },
  { id: 'repair/overview', title: '报修总览', kind: 'panel', fields: [] },
]
const templates = [{ name: 'repair', title: '报修', description: '登记报修', samples: 8, documents }]
const isDisabled = (name: string) => (page.getByRole('button', { name }) as HTMLButtonElement).disabled

it('a template is installed under names that are checked first', async () => {
  const http = fakeHttp({ '/design/templates': templates })
  http.send.mockImplementation((async (_: string, url: string, { group }: { group: string }) => {
    if (!url.endsWith('/inspect')) return { result: null, message: '已新增并发布 2 份文档，8 条示例数据' }
    if (group === 'repair') throw new Error('前缀「repair」已经用过')
    return { result: { documents, problems: [], steps: [] }, message: '' }
  }) as never)
  const onChange = vi.fn()
  draw(<InstallTemplate onBlank={vi.fn()} onClose={vi.fn()} onChange={onChange} />, buildRuntime(http))
  fireEvent.click(await page.findByRole('button', { name: /^报修/ }))
  expect(page.getByText('「报修单」的字段：地点、情况')).toBeTruthy()
  expect(await page.findByText('前缀「repair」已经用过')).toBeTruthy()
  expect(isDisabled('新增并发布')).toBe(true)
  fireEvent.change(page.getByLabelText('前缀'), { target: { value: 'Fix-1' } })
  expect(await page.findByText(/前缀用 2 到 20 个小写字母和数字/)).toBeTruthy()
  fireEvent.change(page.getByLabelText('前缀'), { target: { value: 'fix' } })
  fireEvent.change(page.getByLabelText('名称'), { target: { value: '二部报修' } })
  await vi.waitFor(() => expect(isDisabled('新增并发布')).toBe(false))
  fireEvent.click(page.getByRole('button', { name: '新增并发布' }))
  expect(await page.findByText('已新增并发布 2 份文档，8 条示例数据')).toBeTruthy()
  expect(http.send.mock.calls.at(-1)).toEqual([
    'POST',
    '/design/templates',
    { name: 'repair', group: 'fix', title: '二部报修', parent: null, isReleased: true, hasSamples: true },
  ])
  expect(onChange).toHaveBeenCalledOnce()
  expect(page.getByRole('button', { name: '报修总览' })).toBeTruthy()
})

it('changed samples stay unless they are chosen', async () => {
  const http = fakeHttp({
    '/design/documents/repair/order/samples': [{ id: 'repair/order', title: '报修单', count: 8, edited: 2 }],
  })
  http.send.mockResolvedValue({ result: { count: 8 }, message: '已删除 8 条示例数据' } as never)
  const onClose = vi.fn()
  draw(<RemoveSamples id="repair/order" onClose={onClose} />, buildRuntime(http))
  expect(await page.findByText('报修单 8 条，其中 2 条有人改过')).toBeTruthy()
  expect(page.getByRole('button', { name: '删除 6 条' })).toBeTruthy()
  fireEvent.click(page.getByRole('checkbox'))
  fireEvent.click(page.getByRole('button', { name: '删除 8 条' }))
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(http.send.mock.calls.at(-1)).toEqual([
    'POST',
    '/design/documents/repair/order/samples/remove',
    { withEdited: true },
  ])
})
