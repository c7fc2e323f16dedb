import { expect, it } from 'vitest'
import { findLink, namesPage } from '#app/shell/messages/destination.ts'
import type { Announcement } from '#app/shell/messages/messages.ts'

const opened = (openPage: string) => findLink({ openType: 'url', openPage } as Announcement)

it.each([
  'javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,x',
  '//evil.example',
  'mailto:a@b.cn',
  '/../sys/user/list',
  '/stock/%2e%2E/in-bill',
  '/stock//in-bill',
  '/stock/in-bill/..',
])('a stored address opens nothing when it is %j', (page) => expect(opened(page)).toBeNull())

it('a stored address opens in place when it is a path, and outside when it is a web address', () => {
  expect(opened('/stock/in-bill')).toEqual({ kind: 'page', to: '/stock/in-bill' })
  expect(opened('https://a.example')).toEqual({ kind: 'outside', href: 'https://a.example' })
})

it.each([
  '../in-bill',
  'stock/../../in-bill',
  '//evil.example',
  'stock//in-bill',
  'java\tscript:x',
  './stock',
])('a stored page is ignored when its name is %j', (openPage) =>
  expect(namesPage({ openType: 'component', openPage } as Announcement)).toBe(false),
)

it('a stored page is opened when it is the name of a document or a view', () => {
  for (const openPage of ['stock/in-bill', '/stock/in-bill', 'modules/stock/InBill'])
    expect(namesPage({ openType: 'component', openPage } as Announcement)).toBe(true)
  expect(opened('/stock/in-bill?from=https://a.example')).toMatchObject({ kind: 'page' })
})
