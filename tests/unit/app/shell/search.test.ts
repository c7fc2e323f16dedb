import { expect, it } from 'vitest'
import { indexActions, indexDocuments, indexTargets, search } from '#app/shell/search/search.ts'
import { listMenuEntries, listPages } from '#client/menu/menu.ts'
import type { MenuNode } from '#client/session/menu-node.ts'
import { cpuTime } from '../../cpu-time.ts'

const node = (title: string, path: string, more: Partial<MenuNode> = {}, meta = {}): MenuNode => ({
  id: `id:${path}`,
  path,
  name: path.slice(1).replaceAll('/', '-'),
  component: `views${path}`,
  meta: { title, ...meta },
  ...more,
})
const group = (title: string, path: string, children: MenuNode[]): MenuNode =>
  node(title, path, { component: 'layouts/RouteView', children })

const menu = [
  group('入藏与库存', '/stock', [
    node('入库审核', '/stock/in-check'),
    node('入库单', '/stock/in-bill'),
    node('出入库流水', '/stock/flow'),
    node('隐藏页', '/stock/hidden', { hidden: true }),
  ]),
  group('系统管理', '/isystem', [
    node('用户管理', '/isystem/user'),
    node('旧系统', '/isystem/old', {}, { internalOrExternal: true, url: 'https://old.example.org/' }),
    node(
      '监控面板',
      '/isystem/watch',
      { component: 'layouts/IframePageView' },
      { url: 'https://watch.example.org/' },
    ),
  ]),
]
const index = indexTargets(listMenuEntries(menu), listPages(menu))
const titles = (typed: string) => search(index, typed, 50).map(({ title }) => title)

it.each([
  ['a title', '入库单', ['入库单']],
  ['a part of titles, those that begin with it first', '入库', ['入库审核', '入库单', '出入库流水']],
  ['initials of pinyin, in any case', 'RK', ['入库审核', '入库单', '出入库流水']],
  ['a path', '/isystem/user', ['用户管理']],
  ['the group around an entry, after everything else', '库存', ['入库审核', '入库单', '出入库流水']],
  ['several words, each of which has to fit', '系统 yh', ['用户管理']],
  ['nothing that the menu hides', '隐藏', []],
  ['nothing where nothing fits', 'zzz', []],
  ['nothing while nothing is typed', '  ', []],
])('the menu search finds %s', (_, typed, expected) => {
  expect(titles(typed)).toEqual(expected)
})

it('the menu search shows the group of a result and marks results that open a new window', () => {
  expect(search(index, '入库单', 50)[0]).toMatchObject({
    path: '/stock/in-bill',
    groups: ['入藏与库存'],
    href: undefined,
  })
  expect(search(index, '旧系统', 50)[0]?.href).toBe('https://old.example.org/')
  expect(search(index, '监控', 50)[0]?.href).toBe('https://watch.example.org/')
})

const entry = (id: string, title: string, more: object = {}) => ({
  id,
  title,
  kind: 'screen',
  rev: '1',
  components: [id],
  ...more,
})

it('offers a new record only on pages where the user may add one', () => {
  const actions = indexActions([
    entry('stock/in-bill', '入库单', { path: '/stock/in-bill', canAdd: true }),
    entry('stock/flow', '出入库流水', { path: '/stock/flow' }),
    entry('system/user', '用户管理', { path: '/isystem/user', canAdd: true }),
    entry('stock/row', '入库明细', { canAdd: true }),
  ])
  expect(actions.map(({ title, path }) => [title, path])).toEqual([
    ['新增入库单', '/stock/in-bill?form=add'],
    ['新增用户', '/isystem/user?form=add'],
  ])
  expect(search(actions, 'xzrk', 5).map(({ title }) => title)).toEqual(['新增入库单'])
})

it('finds documents by title and id, and opens them in the designer', () => {
  const [found] = search(indexDocuments([entry('stock/in-bill', '入库单')]), 'in-bill', 5)
  expect(found).toMatchObject({ title: '入库单', path: '/online/cgform?design=stock%2Fin-bill' })
})

it('the menu search takes less than a frame for 300 entries', async () => {
  const many = Array.from({ length: 300 }, (_, at) => node(`入库汇总统计表第${at}号`, `/report/r${at}`))
  const large = indexTargets(listMenuEntries([group('统计报表', '/report', many)]), [])
  search(large, 'rk', 50)
  const words = ['r', 'rk', 'rkh', '汇总', '统计 29']
  const took = await cpuTime(() => words.map((typed) => search(large, typed, 50)))
  expect(took / words.length).toBeLessThan(16)
  expect(search(large, 'rk', 50)).toHaveLength(50)
})
