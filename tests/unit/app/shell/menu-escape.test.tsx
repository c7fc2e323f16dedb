// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Button, ConfigProvider, Dropdown, Modal } from 'antd'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { closeMenusFirst } from '#runtime/ui/focus/menu-escape.ts'
import { standInMedia, standInSizes } from '../../window.ts'

let end: () => void
beforeEach(() => {
  standInMedia()
  standInSizes()
  end = closeMenusFirst()
})
afterEach(() => {
  end()
  cleanup()
})

it('Esc closes the open menu first, and the dialog below it only when no menu is open', async () => {
  const onCancel = vi.fn()
  render(
    <ConfigProvider theme={{ token: { motion: false } }}>
      <Modal open onCancel={onCancel}>
        <Dropdown trigger={['click']} menu={{ items: [{ key: 'a', label: '预览' }] }}>
          <Button>版式</Button>
        </Dropdown>
      </Modal>
    </ConfigProvider>,
  )
  const button = screen.getByRole('button', { name: '版 式' })
  await userEvent.click(button)
  const menu = await screen.findByRole('menu')
  const escapeKey = { key: 'Escape', code: 'Escape', keyCode: 27 }
  fireEvent.keyDown(button, escapeKey)
  await waitFor(() => expect(menu.closest('.ant-dropdown')?.className).toContain('ant-dropdown-hidden'))
  expect(onCancel).not.toHaveBeenCalled()
  fireEvent.keyDown(button, escapeKey)
  expect(onCancel).toHaveBeenCalledTimes(1)
})
