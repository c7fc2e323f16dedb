import type { Location } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { restoredAddress } from '#app/shell/tabs/navigation.ts'
import { formatAddress, getFormPlace, getTabKey, parseLocation, withoutForm } from '#app/shell/tabs/place.ts'
import { closing, MAX_KEPT, neighbour, noTabs, reduce, type Tabs, type Visit } from '#app/shell/tabs/tabs.ts'

const home = '/dashboard/analysis'
const at = (address: string): Location => parseLocation(address)

interface Rules {
  most?: number
  keeps?: Visit['keeps']
  unsaved?: readonly string[]
}

const visited = (
  addresses: readonly string[],
  { most = MAX_KEPT, keeps = () => true, unsaved = [] }: Rules = {},
) =>
  addresses.reduce<Tabs>(
    (tabs, address) =>
      reduce(tabs, {
        kind: 'visit',
        location: at(address),
        most,
        keeps,
        isUnsaved: (key) => unsaved.includes(key),
      }),
    noTabs,
  )
const keys = (tabs: Tabs) => tabs.list.map(({ key }) => key)

describe('an address', () => {
  it('has one tab for all pages, orders, conditions and forms of a list, and another for the page of a record', () => {
    expect(getTabKey(at('/stock/in-bill?page=2&q=1&q.fno=RK&form=edit&id=7'))).toBe('/stock/in-bill')
    expect(getTabKey(at('/stock/in-bill/'))).toBe('/stock/in-bill')
    expect(getTabKey(at('/stock/in-bill?page=2&view=page&id=7'))).toBe(
      getTabKey(at('/stock/in-bill?form=detail&id=7&view=page')),
    )
    expect(getTabKey(at('/stock/in-bill?form=detail&id=7&view=page'))).not.toBe('/stock/in-bill')
    expect(getTabKey(at('/stock/in-bill?form=detail&id=8&view=page'))).not.toBe(
      getTabKey(at('/stock/in-bill?form=detail&id=7&view=page')),
    )
  })

  it('identifies its form, and can be stripped of it without changing the list', () => {
    expect(getFormPlace(at('/a?page=2&form=edit&id=1'))).toBe(getFormPlace(at('/a?form=edit&id=1')))
    expect(getFormPlace(at('/a?form=edit&id=2'))).not.toBe(getFormPlace(at('/a?form=edit&id=1')))
    expect(formatAddress(withoutForm(at('/a?page=2&form=edit&id=1')))).toBe('/a?page=2')
    expect(formatAddress(withoutForm(at('/a?form=add')))).toBe('/a')
  })
})

describe('a visit', () => {
  it('opens a tab once, and changes it to the visited address', () => {
    const tabs = visited([home, '/a', '/b', '/a?page=2'])
    expect(keys(tabs)).toEqual([home, '/a', '/b'])
    expect(tabs.active).toBe('/a')
    expect(tabs.list[1]?.location.search).toBe('?page=2')
  })

  it('at the same address changes nothing: the page keeps its location', () => {
    const before = visited([home, '/a?page=2', home])
    const after = reduce(before, {
      kind: 'visit',
      location: at('/a?page=2'),
      most: MAX_KEPT,
      keeps: () => true,
      isUnsaved: () => false,
    })
    expect(after.list[1]?.location).toBe(before.list[1]?.location)
  })

  it('at the same address by another kind of history step uses the new location', () => {
    const before = visited(['/a', '/a?form=add'])
    const visit = (state: unknown) =>
      reduce(before, {
        kind: 'visit',
        location: { ...at('/a?form=add'), state },
        most: MAX_KEPT,
        keeps: () => true,
        isUnsaved: () => false,
      })
    expect(visit({ opensForm: true }).list[0]?.location.state).toEqual({ opensForm: true })
    expect(visit(null).list[0]?.location).toBe(before.list[0]?.location)
  })

  it('keeps sixteen pages mounted; the least recently used page ends, but its tab stays', () => {
    const many = Array.from({ length: 17 }, (_, index) => `/p${index}`)
    const tabs = visited(['/p1', '/p0', ...many.slice(2)])
    expect(tabs.mountedKeys).toHaveLength(16)
    expect(tabs.mountedKeys).not.toContain('/p1')
    expect(tabs.mountedKeys).toContain('/p0')
    expect(keys(tabs)).toHaveLength(17)
  })

  it('removes no page with unsaved work', () => {
    const tabs = visited(['/a', '/b', '/c'], { most: 2, unsaved: ['/a'] })
    expect(tabs.mountedKeys).toEqual(['/a', '/c'])
    expect(visited(['/a', '/b'], { keeps: (key) => key !== '/a', unsaved: ['/a'] }).mountedKeys).toEqual([
      '/a',
      '/b',
    ])
  })

  it('ends a page that the menu does not keep, and closes the others when one page is allowed', () => {
    expect(visited(['/a', '/b'], { keeps: (key) => key !== '/a' }).mountedKeys).toEqual(['/b'])
    expect(keys(visited([home, '/a', '/b'], { most: 1 }))).toEqual([home, '/b'])
  })
})

describe('closing tabs', () => {
  const tabs = visited([home, '/a', '/b', '/c', '/b'])

  it('closes the tab, those beside it, or all others, but never home', () => {
    expect(closing(tabs, 'one', '/a').keys).toEqual(['/a'])
    expect(closing(tabs, 'left', '/b').keys).toEqual(['/a'])
    expect(closing(tabs, 'right', '/a').keys).toEqual(['/b', '/c'])
    expect(closing(tabs, 'others', '/b').keys).toEqual(['/a', '/c'])
  })

  it('refuses to close home and the last page, with the reason', () => {
    expect(closing(tabs, 'one', home)).toEqual({ refusal: 'home' })
    expect(closing(tabs, 'left', '/a')).toEqual({ refusal: 'home' })
    expect(closing(visited([home, '/a']), 'others', '/a')).toEqual({ refusal: 'home' })
    expect(closing(visited([home]), 'one', home)).toEqual({ refusal: 'last' })
    expect(closing(visited(['/a']), 'one', '/a')).toEqual({ refusal: 'last' })
  })

  it('closes nothing when there is no tab on that side', () => {
    expect(closing(tabs, 'left', home)).toEqual({})
    expect(closing(tabs, 'right', '/c')).toEqual({})
    expect(closing(visited(['/a']), 'others', '/a')).toEqual({})
  })

  it('shows the tab on the right, or on the left for the last tab', () => {
    expect(neighbour(tabs, ['/b'])?.key).toBe('/c')
    expect(neighbour(visited([home, '/a', '/b']), ['/b'])?.key).toBe('/a')
  })

  it('removes the page and leaves the others unchanged', () => {
    const after = reduce(tabs, { kind: 'close', keys: ['/a'] })
    expect(keys(after)).toEqual([home, '/b', '/c'])
    expect(after.mountedKeys).not.toContain('/a')
  })
})

it('refreshing draws one page again, and no other', () => {
  const blank = reduce(visited([home, '/a', '/b']), { kind: 'blank', key: '/a' })
  expect(blank.blank).toBe('/a')
  const again = reduce(blank, { kind: 'again', key: '/a' })
  expect(again.blank).toBeNull()
  expect(again.list.map(({ round }) => round)).toEqual([0, 1, 0])
})

it('a plain path returns to the address of its tab, but a path with conditions or of the shown page is used unchanged', () => {
  const tabs = visited([home, '/a?page=2', '/b?q=1'])
  const here = at('/b?q=1')
  expect(restoredAddress(tabs, here, '/a')).toBe('/a?page=2')
  expect(restoredAddress(tabs, here, '/a?page=3')).toBe('/a?page=3')
  expect(restoredAddress(tabs, here, '/b')).toBe('/b')
  expect(restoredAddress(tabs, here, '/c')).toBe('/c')
})
