// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { App } from 'antd'
import { createStore, Provider } from 'jotai'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { SettingsDrawer } from '#app/shell/settings/SettingsDrawer.tsx'
import { defaults, type Settings, settingsAtom } from '#client/theme/settings.ts'
import { standInMedia } from '../../window.ts'

let store: ReturnType<typeof createStore>
const show = () =>
  render(
    <Provider store={store}>
      <App>
        <SettingsDrawer isOpen onClose={() => undefined} />
      </App>
    </Provider>,
  )
const settings = () => store.get(settingsAtom)
// By label: a query by role computes every style of the page.
const toggle = (name: string) => screen.getByLabelText(name, { selector: 'button' })
const choose = (name: string) => fireEvent.click(screen.getByLabelText(name, { selector: 'input' }))

beforeAll(() => standInMedia())
beforeEach(() => {
  store = createStore()
  store.set(settingsAtom, defaults)
  localStorage.clear()
})
afterEach(cleanup)

it('the settings drawer applies every setting at once and stores each', () => {
  show()
  const changes: [() => void, Partial<Settings>][] = [
    [() => choose('亮色菜单风格'), { theme: 'light' }],
    [() => fireEvent.click(toggle('深色模式')), { mode: 'dark' }],
    [() => choose('酱紫'), { color: '#722ED1' }],
    [() => fireEvent.click(toggle('下滑时隐藏顶栏')), { autoHideHeader: true }],
    [() => fireEvent.click(toggle('固定顶栏')), { fixedHeader: false }],
    [() => fireEvent.click(toggle('固定侧边菜单')), { fixSidebar: false }],
    [() => choose('顶部菜单布局'), { layout: 'topmenu' }],
    [() => fireEvent.click(toggle('色弱模式')), { colorWeak: true }],
    [() => fireEvent.click(toggle('多页签模式')), { multipage: false }],
  ]
  for (const [act, expected] of changes) {
    act()
    expect(settings()).toMatchObject(expected)
  }
  expect(localStorage).toHaveLength(changes.length)
})

it('the settings drawer offers the eight colours', () => {
  show()
  const group = screen.getByRole('radiogroup', { name: '主题色' })
  expect(within(group).getAllByRole('radio')).toHaveLength(8)
  expect(within(group).getByRole<HTMLInputElement>('radio', { name: '拂晓蓝（默认）' }).checked).toBe(true)
})

it('the settings drawer disables settings that others exclude, with the reason', async () => {
  show()
  expect(screen.getByLabelText('内容区域宽度', { selector: 'input' })).toHaveProperty('disabled', true)
  fireEvent.focus(screen.getByText('内容区域宽度').parentElement as HTMLElement)
  fireEvent.mouseEnter(screen.getByText('内容区域宽度').parentElement as HTMLElement)
  expect(await screen.findByText('该设定仅 [顶部栏导航] 时有效')).toBeDefined()

  fireEvent.click(toggle('固定顶栏'))
  expect(toggle('下滑时隐藏顶栏')).toHaveProperty('disabled', true)

  choose('顶部菜单布局')
  expect(screen.getByLabelText('内容区域宽度', { selector: 'input' })).toHaveProperty('disabled', false)
  expect(toggle('固定侧边菜单')).toHaveProperty('disabled', true)
})

it('the settings drawer reports a setting that cannot be stored', async () => {
  show()
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  choose('火山')
  full.mockRestore()
  expect(await screen.findByText('Failed to update theme')).toBeDefined()
  expect(settings().color).toBe(defaults.color)
})
