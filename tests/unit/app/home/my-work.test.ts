// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest'
import { loadMyWork } from '#app/home/my-work.ts'
import { listDrafts } from '#runtime/host/drafts.ts'
import { noteRecent, recentRecords } from '#runtime/host/recent-records.ts'
import type { IndexEntry } from '#runtime/schema/types.ts'
import { followUpAddress } from '#runtime/screens/form/follow-up/follow-up-address.ts'

vi.mock('#runtime/host/drafts.ts')

const bills: IndexEntry = {
  ...{ id: 'stock/in-bill', title: '入库单', kind: 'screen', rev: '1', components: [] },
  path: '/stock/in-bill',
}

beforeEach(() => {
  localStorage.clear()
  vi.mocked(listDrafts).mockResolvedValue([])
})

it('the opened records are listed newest first, once each, and only those with a page of the user', async () => {
  noteRecent('7', { screen: 'stock/in-bill', id: '1', title: '入库单 RK1' })
  noteRecent('7', { screen: 'secret/list', id: '2', title: '别的 2' })
  noteRecent('7', { screen: 'stock/in-bill', id: '3', title: '入库单 RK3' })
  noteRecent('7', { screen: 'stock/in-bill', id: '1', title: '入库单 RK1' })
  noteRecent('8', { screen: 'stock/in-bill', id: '9', title: '他人的' })
  expect(recentRecords('7')).toHaveLength(3)
  const { records } = await loadMyWork('7', [bills])
  expect(records.map(({ title, href }) => [title, href])).toEqual([
    ['入库单 RK1', '/stock/in-bill?id=1'],
    ['入库单 RK3', '/stock/in-bill?id=3'],
  ])
})

it('a draft links to its form: a new record, a changed one, and the list where its origin is not in the address', async () => {
  noteRecent('7', { screen: 'stock/in-bill', id: '5', title: '入库单 RK5' })
  const draft = (name: string) => ({ place: { name: `7 stock/in-bill ${name}`, form: 'f' }, savedAt: 1 })
  vi.mocked(listDrafts).mockResolvedValue([draft('add'), draft('edit 5'), draft('add {"fkind":"a b"}')])
  const { drafts } = await loadMyWork('7', [bills])
  expect(drafts.map(({ title, kind, href }) => [title, kind, href])).toEqual([
    ['入库单', '新增未保存', '/stock/in-bill?form=add'],
    ['入库单 RK5', '修改未保存', '/stock/in-bill?form=edit&id=5'],
    ['入库单', '新增未保存', '/stock/in-bill'],
  ])
  expect(listDrafts).toHaveBeenCalledWith('7 ')
})

it('a draft that follows from another record links to the address that 下推 opens', async () => {
  const name = '7 stock/in-bill add bill/purchase:toInBill:1,2'
  vi.mocked(listDrafts).mockResolvedValue([{ place: { name, form: 'f' }, savedAt: 1 }])
  const { drafts } = await loadMyWork('7', [bills])
  expect(drafts.map(({ href }) => href)).toEqual([
    followUpAddress('/stock/in-bill', 'bill/purchase', 'toInBill', ['1', '2']),
  ])
})
