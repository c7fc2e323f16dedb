import { fireEvent, screen, within } from '@testing-library/react'
import { vi } from 'vitest'
import type { Http } from '#runtime/data/http.ts'
import type { Field, PickerDocument, ScreenDocument } from '#runtime/schema/types.ts'
import { Form, getType, renderIn, silentHttp, stageRuntime } from '../stage.tsx'

const people: ScreenDocument = {
  version: 2,
  kind: 'screen',
  id: 'system/user',
  title: '用户管理',
  url: { list: '/sys/user/list' },
  fields: [
    { key: 'realname', title: '用户姓名', type: 'input' },
    { key: 'username', title: '用户账号', type: 'input' },
    { key: 'orgCode', title: '部门', type: 'input' },
  ],
}
export const picker = (over: Partial<PickerDocument> = {}): PickerDocument => ({
  version: 2,
  kind: 'picker',
  id: 'picker/user',
  title: '选择用户',
  code: 'sel_user',
  source: { screen: 'system/user' },
  fields: ['realname', 'username'],
  returns: { id: 'id', value: 'username', text: 'realname' },
  select: 'many',
  ...over,
})
const users = [
  { id: 'u1', username: 'shen.mo', realname: '沈墨' },
  { id: 'u2', username: 'tang.yue', realname: '唐玥' },
  { id: 'u3', username: 'long', realname: '名字特别特别长的一位同事' },
]
const departs = [
  {
    id: 'd1',
    orgCode: 'A01',
    title: '方志馆',
    children: [
      { id: 'd2', orgCode: 'A01A01', title: '采编部', children: [] },
      { id: 'd3', orgCode: 'A01A02', title: '典藏部' },
    ],
  },
]
const items = [
  { value: 'A01', text: '方志馆' },
  { value: 'A01A02', text: '典藏部', parent: 'A01' },
]
const nodes: Record<string, unknown[]> = {
  '': [{ key: 'd1', title: '方志馆', leaf: false }],
  d1: [
    { key: 'd2', title: '采编部', leaf: 1 },
    { key: 'd3', title: '典藏部', leaf: true },
  ],
}

function answer(url: string, params: Record<string, unknown> = {}): unknown {
  if (url === '/sys/user/list') {
    const kept = params.username_MultiString
    const found =
      kept === undefined ? users : users.filter(({ username }) => String(kept).split(',').includes(username))
    return { records: found, total: found.length }
  }
  if (url === '/sys/sysDepart/queryTreeList') return departs
  if (url.startsWith('/sys/dict/getDictItems/')) return items
  if (url === '/sys/dict/loadTreeData') return nodes[String(params.pid)] ?? []
  if (url.startsWith('/sys/dict/loadDictItem/')) return ['沈墨']
  throw new Error(`no answer for ${url}`)
}

/** Draws one field over a simulated server with users, departments and a tree. */
export function stage(
  field: Field,
  options: { initial?: Record<string, unknown>; document?: PickerDocument } = {},
) {
  const { initial, document = picker() } = options
  const values = vi.fn()
  const notify = vi.fn()
  const get = vi.fn(async (url: string, params?: Record<string, unknown>) => answer(url, params))
  const runtime = stageRuntime({
    http: { ...silentHttp, get: get as unknown as Http['get'] },
    loadPicker: async () => document,
    loadScreen: async () => people,
    notify,
  })
  renderIn(runtime, <Form type={getType(field.type)} field={field} initial={initial} onValues={values} />)
  return { notify, get, last: () => values.mock.lastCall?.[0], values }
}

export const control = (title: string) => screen.findByLabelText(title)
export const dialog = (name: string) => screen.findByRole('dialog', { name })
export const findRow = async (where: HTMLElement, name: string) => {
  const row = (await within(where).findByText(name)).closest('tr')
  if (!row) throw new Error(`no row ${name}`)
  return row
}
export const confirm = (where: HTMLElement) =>
  fireEvent.click(within(where).getByRole('button', { name: /确\s*定/ }))
