// @vitest-environment jsdom
import { StyleProvider } from '@ant-design/cssinjs'
import { render } from '@testing-library/react'
import { Button, ConfigProvider } from 'antd'
import { expect, it } from 'vitest'
import { lastingStyles } from '#client/theme/lasting-styles.ts'
import { themeConfig } from '#client/theme/theme.ts'

it('a danger button has no colour of the dark theme when the theme is light again', () => {
  const cache = lastingStyles()
  const page = (mode: 'light' | 'dark') => (
    <StyleProvider cache={cache}>
      <ConfigProvider theme={themeConfig(mode, '#1890FF', true)}>
        <Button danger>删除</Button>
      </ConfigProvider>
    </StyleProvider>
  )
  const own = () =>
    [...document.querySelectorAll('style')].filter(({ textContent }) =>
      textContent?.startsWith('.look.ant-btn{--ant-color-error'),
    ).length
  const view = render(page('light'))
  expect(own()).toBe(0)
  view.rerender(page('dark'))
  expect(own()).toBe(1)
  view.rerender(page('light'))
  expect(own()).toBe(0)
})
