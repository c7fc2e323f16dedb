// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App, ConfigProvider } from 'antd'
import { getDefaultStore } from 'jotai'
import { BrowserRouter, Link, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { LeaveGuard } from '#app/shell/LeaveGuard.tsx'
import { settingsAtom } from '#client/theme/settings.ts'
import { registerUnsaved } from '#runtime/host/unsaved.ts'

const Here = () => <output>{useLocation().pathname + useLocation().search}</output>
const here = () => screen.getByRole('status').textContent
const question = () => screen.queryByText('关闭后未保存的内容会丢失')
const click = async (name: string) => userEvent.click(await screen.findByText(name))

let isUnsaved = true
let end = () => {}
beforeEach(() => {
  isUnsaved = true
  getDefaultStore().set(settingsAtom, { multipage: false })
  end = registerUnsaved(() => isUnsaved)
  window.history.replaceState(null, '', '/')
  render(
    <ConfigProvider theme={{ token: { motion: false } }} button={{ autoInsertSpace: false }}>
      <App>
        <BrowserRouter>
          <LeaveGuard />
          <Here />
          <Link to="/bills?form=edit&id=1">单据</Link>
          <Link to="/bills?form=edit&id=1&page=2">翻页</Link>
          <Link to="/books">书目</Link>
        </BrowserRouter>
      </App>
    </ConfigProvider>,
  )
})
afterEach(() => {
  end()
  cleanup()
})

const openBill = async () => {
  isUnsaved = false
  await click('单据')
  isUnsaved = true
}

it('a link leaves unsaved work only after the user discards it', async () => {
  await openBill()
  await click('书目')
  expect(await screen.findByText('关闭后未保存的内容会丢失')).toBeTruthy()
  await click('继续填写')
  await waitFor(() => expect(question()).toBeNull())
  expect(here()).toBe('/bills?form=edit&id=1')
  await click('书目')
  await click('放弃修改')
  await waitFor(() => expect(here()).toBe('/books'))
})

it('the back button of the browser is undone until the user discards the work', async () => {
  await openBill()
  window.history.back()
  expect(await screen.findByText('关闭后未保存的内容会丢失')).toBeTruthy()
  await waitFor(() => expect(window.location.pathname).toBe('/bills'))
  expect(here()).toBe('/bills?form=edit&id=1')
  await click('放弃修改')
  await waitFor(() => expect(here()).toBe('/'))
})

it('no confirmation appears when the form stays open, or no work is unsaved', async () => {
  await openBill()
  await click('翻页')
  expect(here()).toBe('/bills?form=edit&id=1&page=2')
  isUnsaved = false
  await click('书目')
  expect(here()).toBe('/books')
  expect(question()).toBeNull()
})
