// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen as page } from '@testing-library/react'
import { Modal } from 'antd'
import { afterEach, expect, it, vi } from 'vitest'
import { giveUp, hasUnsaved } from '#runtime/host/unsaved.ts'
import { useDiscardGuard } from '#runtime/ui/overlay/useDiscardGuard.ts'
import { clickMask, expectGuarded, expectUnguarded, pressEscape } from './guarded.ts'
import { buildRuntime, draw, fakeHttp } from './support.tsx'

afterEach(cleanup)

interface Props {
  isChanged?: boolean
  isBusy?: boolean
  onClose(): void
}

function Noted({ isChanged = false, isBusy = false, onClose }: Props) {
  const { closing, settle } = useDiscardGuard(isChanged, onClose, isBusy)
  return (
    <Modal open title="说明" cancelText="取消" onOk={settle} okText="发出" {...closing}>
      内容
    </Modal>
  )
}

function open(props: Omit<Props, 'onClose'>) {
  const onClose = vi.fn()
  const drawn = draw(<Noted {...props} onClose={onClose} />, buildRuntime(fakeHttp({})))
  return { onClose, dialog: page.getByRole('dialog', { name: '说明' }), ...drawn }
}

it('a dialog without changed input closes at once', () => {
  const { dialog, onClose } = open({})
  expectUnguarded(dialog, onClose)
})

it('changed input is unsaved work until the dialog is gone, and closing asks before it is lost', async () => {
  const { dialog, onClose, unmount } = open({ isChanged: true })
  await expectGuarded(dialog, onClose)
  fireEvent.click(page.getByRole('button', { name: '取消' }))
  expect(await page.findByRole('button', { name: '放弃修改' })).toBeTruthy()
  unmount()
  expect(hasUnsaved()).toBe(false)
})

it('the browser asks before the page of changed input is left', () => {
  open({ isChanged: true })
  const leave = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(leave)
  expect(leave.defaultPrevented).toBe(true)
})

it('Esc twice asks once', async () => {
  const { dialog } = open({ isChanged: true })
  pressEscape(dialog)
  pressEscape(dialog)
  await page.findByRole('button', { name: '放弃修改' })
  expect(page.getAllByRole('button', { name: '放弃修改' })).toHaveLength(1)
})

it('a busy dialog is closed by nothing, and its answer counts as unsaved work', () => {
  const { dialog, onClose } = open({ isBusy: true })
  expect(hasUnsaved()).toBe(true)
  clickMask(dialog)
  pressEscape(dialog)
  expect(page.queryByRole('button', { name: 'Close' })).toBeNull()
  expect(page.getByRole('button', { name: '取消' })).toHaveProperty('disabled', true)
  expect(onClose).not.toHaveBeenCalled()
})

it('input that was sent is asked about no more', () => {
  const { dialog, onClose } = open({ isChanged: true })
  fireEvent.click(page.getByRole('button', { name: '发出' }))
  expectUnguarded(dialog, onClose)
})

it('the dialog closes when its page is given up', () => {
  const { onClose } = open({ isChanged: true })
  act(() => giveUp())
  expect(onClose).toHaveBeenCalledOnce()
})
