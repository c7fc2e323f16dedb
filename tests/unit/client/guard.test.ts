import { describe, expect, it } from 'vitest'
import { decide, findRedirect, homePath } from '#client/guard.ts'

const visit = (path: string) => {
  const { pathname, search, hash } = new URL(path, 'http://here')
  return { pathname, search, hash }
}

describe('the route guard', () => {
  it.each([
    // path, token, permissions, decision
    ['/user/login', false, false, 'stay'],
    ['/user/register', false, false, 'stay'],
    ['/user/register-result', false, false, 'stay'],
    ['/user/alteration', false, false, 'stay'],
    ['/test/cesium', false, false, 'stay'],
    ['/', false, false, { go: '/user/login?redirect=%2F' }],
    ['/stock/in-bill?a=1#b', false, false, { go: '/user/login?redirect=%2Fstock%2Fin-bill%3Fa%3D1%23b' }],
    ['/stock/in-bill', true, false, 'load'],
    ['/stock/in-bill', true, true, 'stay'],
    ['/user/login', true, false, { go: homePath }],
    ['/user/login', true, true, { go: homePath }],
    ['/user/login?redirect=%2Fstock%2Fin-bill%3Fa%3D1', true, false, { go: '/stock/in-bill?a=1' }],
  ] as const)(
    'at %s with token %s and permissions %s decides %j',
    (path, hasToken, hasPermissions, decision) => {
      expect(decide(visit(path), hasToken, hasPermissions)).toEqual(decision)
    },
  )

  it.each([
    'https://elsewhere.example/x',
    '//elsewhere.example/x',
    '/\\elsewhere.example/x',
    '/.//elsewhere.example',
    'javascript:alert(1)',
    '/user/login',
    'stock/in-bill',
  ])('does not follow the redirect %s', (redirect) => {
    expect(findRedirect(`?redirect=${encodeURIComponent(redirect)}`)).toBeNull()
  })
})
