import { type ThemeConfig, theme } from 'antd'
import type { Mode } from './settings.ts'
import { dark, light, presets } from './tokens.json'

/** The eight theme colours, each with its name and a readable text colour. */
export const colours = presets.map(({ name, colorPrimary, onPrimary }) => ({
  name,
  color: colorPrimary,
  ink: onPrimary,
}))

const getLook = (mode: Mode) => (mode === 'dark' ? dark : light)
const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** The tokens that depend on the primary colour; none for the default colour, whose tokens contain them already. */
function tinted(mode: Mode, color: string) {
  const defaultPreset = presets.find(({ colorPrimary }) => isSame(colorPrimary, light.token.colorPrimary))
  const preset = presets.find(({ colorPrimary }) => isSame(colorPrimary, color))
  if (!preset || preset === defaultPreset) return null
  const { colorLink, colorPrimaryBg, colorPrimaryBgHover } = preset[mode]
  return {
    token: {
      colorPrimary: preset.colorPrimary,
      colorPrimaryBg,
      colorPrimaryBgHover,
      colorLink,
      colorLinkHover: colorLink,
      colorLinkActive: colorLink,
    },
    selectedMenuBg: preset.light.menuSelectedBg,
    rows: { rowSelectedBg: colorPrimaryBg, rowSelectedHoverBg: colorPrimaryBgHover },
    // Text on bright colours is dark.
    onPrimary: preset.onPrimary,
    itemSelectedColor: colorLink,
  }
}

/** The algorithm makes the dark theme's red too dark to read, so text in it or on it sets its own colour. */
function readableRed(mode: Mode) {
  if (mode === 'light') return { Button: {}, Dropdown: {} }
  const { colorError, colorErrorText, colorBgContainer } = dark.token
  const red = { colorError: colorErrorText, colorErrorHover: colorErrorText, colorErrorActive: colorError }
  return { Button: { ...red, dangerColor: colorBgContainer }, Dropdown: red }
}

/** The tokens of the theme in the format of antd; `isStill` for users who prefer reduced motion. */
export function themeConfig(mode: Mode, color: string, isStill: boolean): ThemeConfig {
  const { token, components, cssVar, hashed } = getLook(mode)
  const tint = tinted(mode, color)
  const link = tint?.token.colorLink ?? token.colorLink
  const { Button, Dropdown } = readableRed(mode)
  return {
    algorithm: mode === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
    cssVar,
    hashed,
    token: { ...token, ...tint?.token, motion: !isStill },
    components: {
      ...components,
      Button: { ...components.Button, ...Button, ...(tint && { primaryColor: tint.onPrimary }) },
      Dropdown,
      Menu: {
        ...components.Menu,
        // Groups of the folded menu open beside it, with the same background.
        darkPopupBg: components.Menu.darkItemBg,
        darkItemSelectedBg: tint?.selectedMenuBg ?? components.Menu.darkItemSelectedBg,
        itemSelectedColor: link,
        subMenuItemSelectedColor: link,
        horizontalItemSelectedColor: link,
      },
      ...(tint && {
        Radio: { buttonSolidCheckedColor: tint.onPrimary },
        DatePicker: { colorTextLightSolid: tint.onPrimary },
        Table: { ...components.Table, ...tint.rows },
        Tabs: { ...components.Tabs, itemSelectedColor: tint.itemSelectedColor },
      }),
    },
  }
}

/** The background of the dark menu, for elements without a menu component. */
export const getInk = (mode: Mode): string => getLook(mode).components.Layout.siderBg

/** Elements with this class and their descendants have the variables of the theme (`--ant-…`). */
export const lookClass = light.cssVar.key
