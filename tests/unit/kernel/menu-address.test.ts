// biome-ignore-all lint/suspicious/noTemplateCurlyInString: menus of the contract contain such addresses.
import { expect, it } from 'vitest'
import { isWebAddress, menuAddress } from '#runtime/kernel/menu-address.ts'

const origin = 'https://office.example'
const shown = (raw: string) => {
  const address = menuAddress(raw, origin)
  return address.kind === 'shown' ? address : null
}

it('the origin of this application replaces domianURL', () => {
  expect(shown("{{ window._CONFIG['domianURL'] }}/doc.html")).toEqual({
    kind: 'shown',
    url: 'https://office.example/doc.html',
    isOwn: true,
    isTokenDropped: false,
  })
  expect(shown('{{window._CONFIG["domianURL"]}}/druid/')?.url).toBe('https://office.example/druid/')
  expect(shown('{base}/doc.html')?.url).toBe('https://office.example/doc.html')
})

it('a token is never written into an address', () => {
  const found = shown("{{ window._CONFIG['domianURL'] }}/jmreport/list?a=1&token=${token}")
  expect([found?.url, found?.isTokenDropped]).toEqual(['https://office.example/jmreport/list?a=1', true])
  for (const raw of [
    'https://x.example/${token}',
    'https://x.example/#${token}',
    'https://me:secret@x.example/',
  ])
    expect(menuAddress(raw, origin)).toEqual({ kind: 'refused', why: '登录凭证不能写进地址' })
})

it.each([
  'javascript:alert(1)',
  'data:text/html,x',
  '{{ alert(1) }}',
  '{other}/x',
  'http://',
  'http://x.example/a',
  '//x.example:80x',
])('%s is refused', (raw) => {
  expect(menuAddress(raw, origin).kind).toBe('refused')
})

it('an address of another site is not marked as own', () => {
  expect(shown('https://other.example/a')?.isOwn).toBe(false)
})

it('an address on this computer may be without https', () => {
  for (const raw of ['http://localhost:8080/a', 'http://127.0.0.1/a', 'http://[::1]:9/a'])
    expect(shown(raw)?.url).toBe(raw)
  expect(menuAddress('http://localhost.x.example/a', origin).kind).toBe('refused')
})

it('a path of the application is no web address', () => {
  expect(['https://x.example', '{base}/a', "{{ window._CONFIG['domianURL'] }}/a"].map(isWebAddress)).toEqual([
    true,
    true,
    true,
  ])
  expect(['/isystem/user', '', 'javascript:alert(1)'].map(isWebAddress)).toEqual([false, false, false])
})
