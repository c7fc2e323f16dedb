import { expect, it } from 'vitest'
import { type ExplainedEntry, missingEntries } from '#client/access/missing-entries.ts'
import type { MenuNode } from '#client/session/menu-node.ts'

const entry = (id: string, groups: string[] = ['基础资料']): ExplainedEntry => ({
  id,
  title: id,
  path: `/isystem/${id}`,
  groups,
  roles: [],
})
const node = (id: string, more: Partial<MenuNode> = {}) =>
  ({ id, path: `/isystem/${id}`, ...more }) as MenuNode

const menu = [
  node('group', { children: [node('listed'), node('hidden', { hidden: true })] }),
  node('secret', { hidden: true, children: [node('below')] }),
  node('folded', { alwaysShow: true, children: [node('inside')] }),
]
const entries = ['listed', 'hidden', 'inside', 'below', 'lacked', 'asked'].map((id) => entry(id))

it('missing entries of a menu are those without a grant and those that are hidden', () => {
  expect(missingEntries(entries, menu).map(({ id, because }) => `${id} ${because}`)).toEqual([
    'hidden 有权打开，菜单项设为隐藏，只能由链接或地址进入',
    'below 有权打开，菜单项设为隐藏，只能由链接或地址进入',
    'lacked 所属的角色都没有这个菜单的授权',
    'asked 所属的角色都没有这个菜单的授权',
  ])
})

it('missing entries begin with the page of the address, or of the id of its document', () => {
  expect(missingEntries(entries, menu, '/isystem/asked')[0]?.id).toBe('asked')
  expect(missingEntries(entries, menu, '/lacked')[0]?.id).toBe('lacked')
})
