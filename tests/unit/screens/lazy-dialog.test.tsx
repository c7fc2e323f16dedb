// @vitest-environment jsdom
import { cleanup, screen as page, render, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App, ConfigProvider, Modal } from 'antd'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { appError } from '#runtime/kernel/errors.ts'
import { lazyDialog } from '#runtime/ui/errors/lazy-dialog.tsx'
import { fakeWindow } from './support.tsx'

const Arrived = ({ onClose }: { onClose(): void }) => (
  <Modal open title="版本" onCancel={onClose}>
    全部版本
  </Modal>
)

beforeEach(() => {
  fakeWindow()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const Faulty = () => {
  throw new Error('unknown revision')
}

/** A page with an input and a button for the dialog. */
function Page({ Dialog }: { Dialog: typeof Arrived }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <App>
      <input aria-label="题名" />
      <button type="button" onClick={() => setOpen(true)}>
        打开
      </button>
      {isOpen && <Dialog onClose={() => setOpen(false)} />}
    </App>
  )
}

/** The code of the dialog arrives as `load` says. */
const openPage = (load: () => Promise<typeof Arrived>) =>
  render(
    <ConfigProvider theme={{ token: { motion: false } }}>
      <Page Dialog={lazyDialog(load) as unknown as typeof Arrived} />
    </ConfigProvider>,
  )

async function typeAndOpen() {
  await userEvent.type(page.getByLabelText('题名'), '会稽志')
  await userEvent.click(page.getByRole('button', { name: '打开' }))
}

const gone = () => appError('CHUNK_LOAD_FAILED', { text: 'gone', result: { fault: 'error' } })

describe('a dialog in its own chunk', () => {
  it('offers to try again where its code does not arrive, and the page keeps what is typed', async () => {
    const load = vi
      .fn<() => Promise<typeof Arrived>>()
      .mockRejectedValueOnce(gone())
      .mockResolvedValue(Arrived)
    openPage(load)
    await typeAndOpen()
    expect(await page.findByRole('dialog', { name: '没有打开' })).toBeTruthy()
    expect(page.getByLabelText('题名')).toHaveProperty('value', '会稽志')
    await userEvent.click(page.getByRole('button', { name: '再试一次' }))
    expect(await page.findByText('全部版本')).toBeTruthy()
    expect(load).toHaveBeenCalledTimes(2)
  })

  it('is closed on request, and can be opened anew', async () => {
    openPage(vi.fn<() => Promise<typeof Arrived>>().mockRejectedValueOnce(gone()).mockResolvedValue(Arrived))
    await typeAndOpen()
    await userEvent.click(await page.findByRole('button', { name: /关\s?闭/ }))
    await waitFor(() => expect(page.queryByRole('dialog', { name: '没有打开' })).toBeNull())
    expect(page.getByLabelText('题名')).toHaveProperty('value', '会稽志')
    await userEvent.click(page.getByRole('button', { name: '打开' }))
    expect(await page.findByRole('dialog', { name: '没有打开' })).toBeTruthy()
  })

  it('whose drawing fails leaves the page under it', async () => {
    openPage(() => Promise.resolve(Faulty as unknown as typeof Arrived))
    await typeAndOpen()
    expect(await page.findByRole('dialog', { name: '打开后出错了' })).toBeTruthy()
    expect(page.getByLabelText('题名')).toHaveProperty('value', '会稽志')
  })
})
