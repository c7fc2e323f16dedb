// @vitest-environment jsdom
import { cleanup, screen as page, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { IssueKey } from '#views/api-key/IssueSecret.tsx'
import { clickMask, pressEscape } from '../screens/guarded.ts'
import { buildRuntime, draw, fakeHttp } from '../screens/support.tsx'

afterEach(cleanup)

it('a new key is shown although the dialog was to close meanwhile, and stays until it is saved', async () => {
  const http = fakeHttp({})
  let answer = (_answer: unknown) => {}
  http.send.mockImplementation(() => new Promise((resolve) => (answer = resolve)))
  const onClose = vi.fn()
  draw(
    <IssueKey row={{ id: 'k1', name: '网站' } as never} onClose={onClose} onChange={vi.fn()} />,
    buildRuntime(http),
  )
  const leave = () => {
    const dialog = page.getByRole('dialog')
    pressEscape(dialog)
    clickMask(dialog)
    expect(within(dialog).queryByRole('button', { name: 'Close' })).toBeNull()
    expect(onClose).not.toHaveBeenCalled()
  }
  await userEvent.click(page.getByRole('button', { name: '生成' }))
  expect(page.getByRole('button', { name: '取消' })).toHaveProperty('disabled', true)
  leave()
  answer({ result: { secret: 'sk-7f3a' }, message: '' })
  expect(await page.findByText('sk-7f3a')).toBeTruthy()
  leave()
  await userEvent.click(page.getByRole('button', { name: '我已保存' }))
  expect(onClose).toHaveBeenCalledOnce()
})
