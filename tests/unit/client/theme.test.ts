import { expect, it } from 'vitest'
import { colours, themeConfig } from '#client/theme/theme.ts'

const amber = '#FAAD14'

it('the theme has eight colours, including the default', () => {
  expect(colours).toHaveLength(8)
  expect(colours.map(({ color }) => color)).toContain('#1890FF')
})

it.each(['light', 'dark'] as const)('the theme derives colours from the chosen one in %s mode', (mode) => {
  const own = themeConfig(mode, '#1890FF', false)
  const other = themeConfig(mode, amber, false)
  for (const name of ['colorPrimary', 'colorPrimaryBg', 'colorPrimaryBgHover', 'colorLink'] as const)
    expect(other.token?.[name]).not.toBe(own.token?.[name])
  expect(other.components?.Menu?.darkItemSelectedBg).not.toBe(own.components?.Menu?.darkItemSelectedBg)
  expect(other.token?.colorTextBase).toBe(own.token?.colorTextBase)
  // White text on amber would be unreadable.
  expect(other.components?.Button?.primaryColor).toBe('#0E1824')
})

it('the theme accepts a colour in any case, and falls back to the default for an unknown one', () => {
  expect(themeConfig('light', amber.toLowerCase(), false)).toEqual(themeConfig('light', amber, false))
  expect(themeConfig('light', '#123456', false)).toEqual(themeConfig('light', '#1890FF', false))
})

it('the theme has no motion for users who prefer reduced motion', () => {
  expect(themeConfig('light', amber, true).token?.motion).toBe(false)
  expect(themeConfig('light', amber, false).token?.motion).toBe(true)
})
