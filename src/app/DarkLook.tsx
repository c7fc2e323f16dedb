import { theme as antdTheme, ConfigProvider } from 'antd'
import { useAtomValue } from 'jotai'
import { type ReactNode, useMemo } from 'react'
import { settingsAtom } from '#client/theme/settings.ts'
import { themeConfig } from '#client/theme/theme.ts'

/** The variables of the dark theme, beside those of the page. */
const cssVar = { key: 'dark-look' }

/** Draws its children in the dark theme with the color of the user, whatever the theme of the page. */
export function DarkLook({ children }: { children: ReactNode }) {
  const { color } = useAtomValue(settingsAtom)
  const theme = useMemo(() => ({ ...themeConfig('dark', color, false), inherit: false, cssVar }), [color])
  return (
    <ConfigProvider theme={theme}>
      <DarkArea>{children}</DarkArea>
    </ConfigProvider>
  )
}

/** Has the variables of the theme; the styles of the theme are made where a component uses its tokens. */
function DarkArea({ children }: { children: ReactNode }) {
  antdTheme.useToken()
  return <div className={cssVar.key}>{children}</div>
}
