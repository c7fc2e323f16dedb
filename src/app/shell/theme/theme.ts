import { type ThemeConfig, theme } from 'antd'
import type { Mode } from '../settings/settings.ts'
import { dark, light } from './tokens.json'

/** The look's tokens as antd wants them; `isStill` for people who ask their system for less motion. */
export function themeConfig(mode: Mode, isStill: boolean): ThemeConfig {
  const { token, components, cssVar, hashed } = mode === 'dark' ? dark : light
  return {
    algorithm: mode === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
    cssVar,
    hashed,
    token: { ...token, motion: !isStill },
    // Groups of the folded menu open beside it, on the same ink.
    components: { ...components, Menu: { ...components.Menu, darkPopupBg: components.Menu.darkItemBg } },
  }
}

/** The ground of the side menu, where no component brings it along. */
export const inkOf = (mode: Mode): string => (mode === 'dark' ? dark : light).components.Layout.siderBg

/** Elements with this class, and all below, see the look's variables (`--ant-…`). */
export const lookClass = light.cssVar.key
