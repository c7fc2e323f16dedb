// biome-ignore-all lint/suspicious/noTemplateCurlyInString: menus of the contract contain such addresses.
import { expect, it } from 'vitest'
import { frameAddress } from '#views/frame/address.ts'

const origin = 'https://office.example'
const shown = (raw: string) => {
  const address = frameAddress(raw, origin)
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
})

it('a token is never written into an address', () => {
  const found = shown("{{ window._CONFIG['domianURL'] }}/jmreport/list?a=1&token=${token}")
  expect([found?.url, found?.isTokenDropped]).toEqual(['https://office.example/jmreport/list?a=1', true])
  for (const raw of ['https://x.example/${token}', 'https://x.example/#${token}'])
    expect(frameAddress(raw, origin)).toEqual({ kind: 'refused', why: '登录凭证不能写进地址' })
})

it.each(['javascript:alert(1)', 'data:text/html,x', '{{ alert(1) }}', 'http://'])('%s is refused', (raw) => {
  expect(frameAddress(raw, origin).kind).toBe('refused')
})

it('an address of another site is not marked as own', () => {
  expect(shown('https://other.example/a')?.isOwn).toBe(false)
})
