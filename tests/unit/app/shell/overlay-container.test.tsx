// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { App } from 'antd'
import { useEffect } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { Theme } from '#app/shell/Theme.tsx'
import { ContextMenu } from '#runtime/ui/overlay/ContextMenu.tsx'
import { standInMedia } from '../../window.ts'

afterEach(cleanup)

function Notes() {
  const { message, notification } = App.useApp()
  useEffect(() => {
    void message.info('已保存')
    notification.info({ message: '网络超时' })
  }, [message, notification])
  return (
    <ContextMenu x={0} y={0} items={[{ key: 'copy', label: '复制' }]} onPick={vi.fn()} onClose={vi.fn()} />
  )
}

it('messages and menus make React handle no event of the page a second time in the body', async () => {
  standInMedia()
  const listen = vi.spyOn(document.body, 'addEventListener')
  render(
    <Theme>
      <Notes />
    </Theme>,
  )
  for (const text of ['已保存', '网络超时', '复制']) expect(await screen.findByText(text)).toBeTruthy()
  expect(listen.mock.calls.map(([type]) => type)).not.toContain('keydown')
})
