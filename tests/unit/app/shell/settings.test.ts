// @vitest-environment jsdom
import { createStore } from 'jotai'
import { beforeEach, describe, expect, it, vi } from 'vitest'

/** Opens a page that reads the settings which the last page stored. */
async function openPage() {
  vi.resetModules()
  const settings = await import('#client/theme/settings.ts')
  const store = createStore()
  return {
    ...settings,
    read: () => store.get(settings.settingsAtom),
    change: (changes: Partial<ReturnType<typeof settings.settled>>) =>
      store.set(settings.settingsAtom, changes),
  }
}
const keep = (key: string, value: unknown) =>
  localStorage.setItem(`pro__${key}`, JSON.stringify({ value, expire: null }))

beforeEach(() => localStorage.clear())

describe('settings', () => {
  it('have the defaults of the specification when none are chosen', async () => {
    const { read } = await openPage()
    expect(read()).toMatchObject({
      mode: 'light',
      theme: 'dark',
      layout: 'sidemenu',
      contentWidth: 'Fixed',
      color: '#1890FF',
      colorWeak: false,
      multipage: true,
    })
    expect(localStorage).toHaveLength(0)
  })

  it('are stored one by one without expiry, and apply in the next page', async () => {
    const { change } = await openPage()
    change({ color: '#722ED1', sidebarOpened: false })
    expect(Object.keys(localStorage).sort()).toEqual(['pro__DEFAULT_COLOR', 'pro__SIDEBAR_TYPE'])
    expect(localStorage.getItem('pro__DEFAULT_COLOR')).toBe('{"value":"#722ED1","expire":null}')
    expect((await openPage()).read()).toMatchObject({ color: '#722ED1', sidebarOpened: false })
  })

  it('are read from the storage of earlier versions, without invalid values', async () => {
    keep('DEFAULT_THEME', 'dark')
    keep('SIDEBAR_TYPE', false)
    keep('DEFAULT_COLOR', 'red; background: url(x)')
    keep('DEFAULT_LAYOUT_MODE', 'mixmenu')
    keep('DEFAULT_MULTI_PAGE', 'no')
    localStorage.setItem('pro__DEFAULT_COLOR_WEAK', 'true')
    expect((await openPage()).read()).toMatchObject({
      mode: 'dark',
      sidebarOpened: false,
      color: '#1890FF',
      layout: 'sidemenu',
      multipage: true,
      colorWeak: false,
    })
  })

  it.each([
    [
      'a fluid content needs the top menu',
      { contentWidth: 'Fluid' },
      'contentWidth',
      'Fixed',
      { layout: 'topmenu' },
      'Fluid',
    ],
    [
      'a header that hides needs a fixed one',
      { autoHideHeader: true, fixedHeader: false },
      'autoHideHeader',
      false,
      { fixedHeader: true },
      true,
    ],
    [
      'a fixed side menu needs a side menu',
      { fixSidebar: true, layout: 'topmenu' },
      'fixSidebar',
      false,
      { layout: 'sidemenu' },
      true,
    ],
  ] as const)('%s, and returns with it', async (_, chosen, name, without, remedy, withIt) => {
    const { read, change } = await openPage()
    change(chosen)
    expect(read()[name]).toBe(without)
    change(remedy)
    expect(read()[name]).toBe(withIt)
  })
})
