import { fireEvent, screen as page, waitFor } from '@testing-library/react'
import { expect, type Mock } from 'vitest'
import { hasUnsaved } from '#runtime/host/unsaved.ts'

export const pressEscape = (within: Element) => fireEvent.keyDown(within, { key: 'Escape', keyCode: 27 })

/** Clicks beside the dialog. */
export const clickMask = (dialog: Element) =>
  fireEvent.click(dialog.closest('.ant-modal-wrap') ?? document.body)

/** A dialog with changed input counts as unsaved, stays after a click beside it, and closes by Esc after the question. */
export async function expectGuarded(dialog: Element, onClose: Mock): Promise<void> {
  await waitFor(() => expect(hasUnsaved()).toBe(true))
  clickMask(dialog)
  expect(onClose).not.toHaveBeenCalled()
  pressEscape(dialog)
  fireEvent.click(await page.findByRole('button', { name: '继续填写' }))
  await waitFor(() => expect(page.queryByRole('button', { name: '放弃修改' })).toBeNull())
  expect(onClose).not.toHaveBeenCalled()
  pressEscape(dialog)
  fireEvent.click(await page.findByRole('button', { name: '放弃修改' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
}

/** A dialog without changed input is no unsaved work, and closes by Esc at once. */
export function expectUnguarded(dialog: Element, onClose: Mock): void {
  expect(hasUnsaved()).toBe(false)
  pressEscape(dialog)
  expect(onClose).toHaveBeenCalledOnce()
  onClose.mockClear()
}
