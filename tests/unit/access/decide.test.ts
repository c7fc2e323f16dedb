import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AuthItem, type AuthLists, decide, hiddenByPrefix } from '#runtime/access/decide.ts'

const item = (action: string, type = '1', status = '1'): AuthItem => ({ action, type, status })
const lists = (auth: AuthItem[], allAuth: AuthItem[]): AuthLists => ({ auth, allAuth })

/** Controlled by the system, held by the user, allowed. */
const table: readonly (readonly [string, AuthItem[], AuthItem[], boolean])[] = [
  ['an unknown code', [], [], true],
  ['a controlled code that is not held', [item('a')], [], false],
  ['a controlled code that is held', [item('a')], [item('a')], true],
  ['a code whose control is switched off', [item('a', '1', '0')], [], true],
  ['a held code that nobody controls', [], [item('a')], true],
  ['a code controlled only for the other kind', [item('a', '2')], [], true],
  ['a code held only for the other kind', [item('a')], [item('a', '2')], false],
  ['a code listed twice, the first switched off', [item('a', '1', '0'), item('a')], [], true],
  ['a code listed twice, the second switched off', [item('a'), item('a', '1', '0')], [], false],
]

describe('the permission decision', () => {
  it.each(table)('on visibility of %s', (_, allAuth, auth, allow) => {
    expect(decide('a', lists(auth, allAuth), 'visible').allow).toBe(allow)
  })

  const flip = ({ type, ...rest }: AuthItem): AuthItem => ({ ...rest, type: type === '2' ? '1' : '2' })
  it.each(table)('on enabling follows the same rule for %s', (_, allAuth, auth, allow) => {
    expect(decide('a', lists(auth.map(flip), allAuth.map(flip)), 'enabled').allow).toBe(allow)
  })

  it('allows a comma list when any of its codes is allowed', () => {
    const rights = lists([item('b')], [item('a'), item('b'), item('c')])
    expect(decide('a, b', rights, 'visible').allow).toBe(true)
    expect(decide('a,c', rights, 'visible').allow).toBe(false)
    expect(decide('a,,c', rights, 'visible').allow).toBe(false)
  })

  it('asks for nothing without a code', () => {
    expect(decide('', lists([], [item('')]), 'visible').allow).toBe(true)
  })

  it('says why', () => {
    const named = { ...item('stock:in:add'), describe: '新增入库单' }
    const rights = lists([item('b')], [named, item('b'), item('off', '1', '0')])
    expect(decide('stock:in:add,stock:in:add', rights, 'visible').because).toEqual([
      '缺少权限 stock:in:add（新增入库单）',
      '缺少权限 stock:in:add（新增入库单）',
    ])
    expect(decide('b', rights, 'visible').because).toEqual(['已拥有权限 b'])
    expect(decide('off', rights, 'visible').because).toEqual(['权限 off 已停用控制'])
    expect(decide('free', rights, 'visible').because).toEqual(['权限 free 未登记，不受控制'])
  })

  it('is the one sentence of the rule, on any lists', () => {
    const items = fc.array(
      fc.record({
        action: fc.constantFrom('a', 'b', 'c'),
        type: fc.constantFrom('1', '2'),
        status: fc.constantFrom('0', '1'),
      }),
      { maxLength: 6 },
    )
    fc.assert(
      fc.property(items, items, fc.constantFrom('a', 'b', 'c'), (auth, allAuth, code) => {
        const system = allAuth.find((entry) => entry.action === code && entry.type === '2')
        const held = auth.some((entry) => entry.action === code && entry.type === '2')
        expect(decide(code, { auth, allAuth }, 'enabled').allow).toBe(
          !system || system.status === '0' || held,
        )
      }),
    )
  })
})

describe('a prefix', () => {
  const rights = lists(
    [item('stock:in:fnum')],
    [
      item('stock:in:fnum'),
      item('stock:in:fprice'),
      item('stock:in:old', '1', '0'),
      item('stock:in:add', '2'),
      item('stock:inner:x'),
      item('stock:in:items:fcost'),
    ],
  )

  it('hides the remainder of every controlled code under it that is not held', () => {
    expect([...hiddenByPrefix('stock:in', rights)].sort()).toEqual(['fprice', 'items:fcost'])
  })

  it('may be written with its colon', () => {
    expect(hiddenByPrefix('stock:in:', rights)).toEqual(hiddenByPrefix('stock:in', rights))
  })

  it('hides nothing that is unregistered, and nothing at all when empty', () => {
    expect(hiddenByPrefix('catalog', rights).size).toBe(0)
    expect(hiddenByPrefix('', rights).size).toBe(0)
  })
})
