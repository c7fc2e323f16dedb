import { expect, it } from 'vitest'
import { linkOf } from '#app/shell/messages/destination.ts'
import type { Announcement } from '#app/shell/messages/messages.ts'

const opened = (openPage: string) => linkOf({ openType: 'url', openPage } as Announcement)

it.each([
  'javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,x',
  '//evil.example',
  'mailto:a@b.cn',
])('a stored address opens nothing when it is %j', (page) => expect(opened(page)).toBeNull())

it('a stored address opens in place when it is a path, and outside when it is a web address', () => {
  expect(opened('/stock/in-bill')).toEqual({ kind: 'page', to: '/stock/in-bill' })
  expect(opened('https://a.example')).toEqual({ kind: 'outside', href: 'https://a.example' })
})
