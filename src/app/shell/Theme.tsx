import { StyleProvider } from '@ant-design/cssinjs'
import { App, ConfigProvider } from 'antd'
import zhCN from 'antd/es/locale/zh_CN'
import { useAtomValue } from 'jotai'
import { type ReactNode, useMemo } from 'react'
import { lastingStyles } from '#client/theme/lasting-styles.ts'
import { settingsAtom } from '#client/theme/settings.ts'
import { themeConfig } from '#client/theme/theme.ts'
import { overlayContainer } from '#runtime/ui/overlay/overlay-container.ts'
import { lessMotion, useMedia } from './useMedia.ts'

// The same objects at every render: a new object would render every consumer below.
const button = { autoInsertSpace: false }
const message = { getContainer: overlayContainer }
const notification = { getContainer: overlayContainer, top: 56 }
const styles = lastingStyles()

export function Theme({ children }: { children: ReactNode }) {
  const { mode, color } = useAtomValue(settingsAtom)
  const isStill = useMedia(lessMotion)
  const theme = useMemo(() => themeConfig(mode, color, isStill), [mode, color, isStill])
  return (
    <StyleProvider cache={styles}>
      <ConfigProvider theme={theme} locale={zhCN} button={button}>
        <App component={false} message={message} notification={notification}>
          {children}
        </App>
      </ConfigProvider>
    </StyleProvider>
  )
}
