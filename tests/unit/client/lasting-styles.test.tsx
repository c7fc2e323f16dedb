// @vitest-environment jsdom
import { StyleProvider } from '@ant-design/cssinjs'
import { render } from '@testing-library/react'
import { Button } from 'antd'
import { expect, it } from 'vitest'
import { lastingStyles } from '#client/theme/lasting-styles.ts'

it('the styles of a component remain after it is removed, and are reused by the next one', () => {
  const cache = lastingStyles()
  const styles = () => [...cache.cache].filter(([path]) => path.startsWith('style'))
  const draw = () => render(<StyleProvider cache={cache}>{<Button>保存</Button>}</StyleProvider>)
  draw().unmount()
  const made = styles().map(([path, [, style]]) => [path, style] as const)
  expect(made.length).toBeGreaterThan(0)
  draw()
  for (const [path, style] of made) expect(cache.opGet(path)?.[1]).toBe(style)
})
