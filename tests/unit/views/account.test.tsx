// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen as page, render, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App, ConfigProvider } from 'antd'
import { Provider } from 'jotai'
import { type ReactNode, Suspense } from 'react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { clientParts } from '#app/client-parts.ts'
import { Avatar } from '#app/shell/header/Avatar.tsx'
import { ClientPartsProvider } from '#client/modules/client-parts.ts'
import { permissionsAtom, store, tokenAtom, userAtom } from '#client/session/state.ts'
import { writeStored } from '#client/session/storage.ts'
import { settingsAtom } from '#client/theme/settings.ts'
import { appError } from '#runtime/kernel/errors.ts'
import BaseSetting from '#views/account/BaseSetting.tsx'
import Binding from '#views/account/Binding.tsx'
import Custom from '#views/account/Custom.tsx'
import { describeBrowser } from '#views/account/describe-browser.ts'
import Notification from '#views/account/Notification.tsx'
import Security from '#views/account/Security.tsx'
import { fakeWindow } from '../screens/support.tsx'
import { shippedDocuments } from '../shipped-documents.ts'

const http = vi.hoisted(() => ({ get: vi.fn(), send: vi.fn() }))
vi.mock('#client/session/http.ts', () => ({ http }))

const findDocument = (id: string) => shippedDocuments.find((document) => document.id === id)
const me = {
  id: '1',
  username: 'clerk',
  realname: '李文澜',
  orgCode: 'A01',
  phone: '13955500901',
  avatar: null,
  notify: { signIn: false, announcement: true, system: true, mail: true, sms: false, digest: 'none' },
}
const sessions = [
  { id: 'a', ip: '10.0.0.1', agent: 'Chrome/1 Windows', lastSeen: '2025-09-25 10:00:00', current: true },
  { id: 'b', ip: '10.0.0.2', agent: 'Firefox/1 Linux', lastSeen: '2025-09-24 10:00:00', current: false },
]
let answers: Record<string, unknown>

const settings = ['BaseSetting', 'security', 'custom', 'binding', 'notification'].map((word) => ({
  id: word,
  path: `/account/settings/${word}`,
  name: word,
  component: `account/settings/${word}`,
  hidden: true,
  meta: { title: word },
}))

beforeEach(() => {
  fakeWindow()
  answers = {
    '/sys/user/getUserInfo': { userInfo: me },
    '/sys/user/sessions': sessions,
    '/sys/user/bindings': [],
    '/sys/user/devices': [],
    '/sys/user/secondFactor': { since: '2025-09-25 10:00:00', recoveryCodes: 8 },
    '/schema/index': [],
  }
  http.get.mockImplementation(async (url: string) => {
    const id = /^\/schema\/documents\/(.*)$/.exec(url)?.[1]
    if (id) return { document: findDocument(id), rev: '1', problems: [] }
    const answer = answers[url]
    if (answer instanceof Error) throw answer
    return structuredClone(answer ?? [])
  })
  http.send.mockResolvedValue({
    result: { userInfo: { ...me, realname: '李澜', avatar: 'avatar/a.png' } },
    message: '',
  })
  store.set(tokenAtom, 't')
  store.set(userAtom, { ...me, mustChange: false } as never)
  const group = {
    id: 'g',
    path: '/account/settings',
    name: 'g',
    component: 'layouts/RouteView',
    children: settings,
  }
  store.set(permissionsAtom, {
    menu: [{ ...group, hidden: true, meta: { title: '个人设置' } }],
    auth: [],
    allAuth: [],
  })
})
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

const Where = () => {
  const { pathname, hash } = useLocation()
  return <output>{pathname + hash}</output>
}
const open = (view: ReactNode, at = '/account/settings/security') =>
  render(
    <Provider store={store}>
      <ConfigProvider theme={{ token: { motion: false } }}>
        <App>
          <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
            <MemoryRouter initialEntries={[at]}>
              <ClientPartsProvider value={clientParts}>
                <Suspense>{view}</Suspense>
              </ClientPartsProvider>
              <Where />
            </MemoryRouter>
          </QueryClientProvider>
        </App>
      </ConfigProvider>
    </Provider>,
  )

it('links each page of settings to the others and marks the open one', async () => {
  open(<Custom />, '/account/settings/custom')
  const nav = await page.findByRole('navigation', { name: '个人设置' })
  expect(within(nav).getAllByRole('link')).toHaveLength(5)
  expect(within(nav).getByRole('link', { name: 'custom' }).getAttribute('aria-current')).toBe('page')
})

it('saves the user’s self-description, and shows the new name at once', async () => {
  open(<BaseSetting />)
  const name = await page.findByLabelText('姓名')
  expect((name as HTMLInputElement).value).toBe('李文澜')
  expect(page.queryByRole('button', { name: '返回' })).toBeNull()
  fireEvent.change(name, { target: { value: '李澜' } })
  fireEvent.click(page.getByRole('button', { name: /保\s?存/ }))
  await waitFor(() => expect(http.send).toHaveBeenCalled())
  expect(http.send.mock.calls[0]).toEqual([
    'PUT',
    '/sys/user/appEdit',
    expect.objectContaining({ realname: '李澜', avatar: null }),
  ])
  await waitFor(() => expect(store.get(userAtom)).toMatchObject({ realname: '李澜', avatar: 'avatar/a.png' }))
})

it('switches notifications, and sends booleans for all of them', async () => {
  open(<Notification />)
  const signIn = await page.findByRole('switch', { name: /登录提醒/ })
  expect(signIn.getAttribute('aria-checked')).toBe('false')
  fireEvent.click(signIn)
  fireEvent.click(page.getByRole('button', { name: /保\s?存/ }))
  await waitFor(() =>
    expect(http.send.mock.calls[0]?.[2]).toEqual({
      ...{ signIn: true, announcement: true, system: true, mail: true, sms: false },
      ...{ digest: 'none', quietFrom: null, quietTo: null },
    }),
  )
})

it('ends the user’s other sessions, but not the current one', async () => {
  open(<Security />)
  expect(await page.findByText('已绑定手机：139****0901')).toBeTruthy()
  expect(await page.findByText('Firefox，Linux')).toBeTruthy()
  expect(page.getAllByRole('button', { name: /^下线 / })).toHaveLength(1)
  fireEvent.click(page.getByRole('button', { name: '下线 Firefox，Linux 10.0.0.2' }))
  fireEvent.click(await page.findByRole('button', { name: /^(OK|确\s?定)$/ }))
  await waitFor(() => expect(http.send).toHaveBeenCalledWith('DELETE', '/sys/user/sessions/b'))
})

it('sends the code to the typed phone number, and waits a minute before another', async () => {
  open(<Security />)
  const row = (await page.findByText('密保手机')).closest('li') as HTMLElement
  fireEvent.click(within(row).getByRole('button'))
  const phone = await page.findByLabelText('新手机号')
  const send = await page.findByRole('button', { name: '获取验证码' })
  expect((send as HTMLButtonElement).disabled).toBe(true)
  fireEvent.change(phone, { target: { value: '13811112222' } })
  await waitFor(() => expect((send as HTMLButtonElement).disabled).toBe(false))
  fireEvent.click(send)
  await waitFor(() =>
    expect(http.send).toHaveBeenCalledWith('POST', '/sys/user/phoneCode', { phone: '13811112222' }),
  )
  expect(await page.findByRole('button', { name: /秒后再发/ })).toBeTruthy()
})

it('sets a backup email with the own password, and shows it masked', async () => {
  answers['/sys/user/getUserInfo'] = { userInfo: { ...me, backupEmail: 'lan.second@example.org' } }
  open(<Security />)
  expect(await page.findByText('已绑定邮箱：l***@example.org')).toBeTruthy()
  const row = page.getByText('备用邮箱').closest('li') as HTMLElement
  fireEvent.click(within(row).getByRole('button', { name: '修改' }))
  const dialog = await page.findByRole('dialog', { name: '备用邮箱' })
  fireEvent.change(await within(dialog).findByLabelText('备用邮箱'), { target: { value: 'li@example.org' } })
  fireEvent.change(within(dialog).getByLabelText('登录密码'), { target: { value: 'paper-9' } })
  fireEvent.click(within(dialog).getByRole('button', { name: /确\s?定|保\s?存/ }))
  await waitFor(() =>
    expect(http.send).toHaveBeenCalledWith('PUT', '/sys/user/updateBackupEmail', {
      backupEmail: 'li@example.org',
      password: 'paper-9',
    }),
  )
})

it('changes the same appearance as the settings drawer', async () => {
  open(<Custom />)
  fireEvent.click(await page.findByRole('radio', { name: '暗色' }))
  fireEvent.click(page.getByRole('radio', { name: '酱紫' }))
  expect(store.get(settingsAtom)).toMatchObject({ mode: 'dark' })
  expect(store.get(settingsAtom).color).not.toBe('#1890FF')
  store.set(settingsAtom, { mode: 'light', color: '#1890FF' })
})

it('shows an empty state without third parties, and lists configured ones', async () => {
  open(<Binding />)
  expect(await page.findByText(/没有配置第三方登录/)).toBeTruthy()
  cleanup()
  answers['/sys/user/bindings'] = [{ type: 'wx', title: '微信', nickname: '阿澜', bound: true }]
  open(<Binding />)
  expect(await page.findByText('已绑定：阿澜')).toBeTruthy()
  fireEvent.click(page.getByRole('button', { name: '解除绑定微信' }))
  fireEvent.click(await page.findByRole('button', { name: /^(OK|确\s?定)$/ }))
  await waitFor(() => expect(http.send).toHaveBeenCalledWith('DELETE', '/sys/user/bindings/wx'))
})

it('binds a third party once, with the nonce that this browser stored', async () => {
  writeStored('BINDING_LEFT', 'nonce-0123456789', 'browser')
  open(<Binding />, '/account/settings/binding#third=wx&token=abc')
  await waitFor(() =>
    expect(http.send.mock.calls).toEqual([
      ['POST', '/sys/user/bindThird', { token: 'abc', type: 'wx', nonce: 'nonce-0123456789' }],
    ]),
  )
  expect(page.getByText('/account/settings/binding')).toBeTruthy()
  cleanup()
  vi.clearAllMocks()
  open(<Binding />, '/account/settings/binding#third=wx&token=abc')
  expect(await page.findByText('校验失败')).toBeTruthy()
  expect(http.send).not.toHaveBeenCalled()
})

it('shows why a part failed to load, and retries', async () => {
  answers['/sys/user/sessions'] = appError('INTERNAL')
  open(<Security />)
  const part = await page.findByRole('region', { name: '登录设备' })
  await within(part).findByRole('alert')
  answers['/sys/user/sessions'] = sessions
  fireEvent.click(within(part).getByRole('button', { name: '再试一次' }))
  expect(await within(part).findByText('Firefox，Linux')).toBeTruthy()
})

it('switches the second factor on with password and code, and shows the recovery codes once', async () => {
  answers['/sys/user/secondFactor'] = { since: null, recoveryCodes: 0 }
  http.send.mockImplementation(async (_method: string, url: string) =>
    url.endsWith('/begin')
      ? {
          result: { setupToken: 'setup-1', secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x' },
          message: '',
        }
      : { result: { recoveryCodes: ['abcd-efgh-jkmn-pqrs'] }, message: '两步验证已开启' },
  )
  open(<Security />)
  fireEvent.click(await page.findByRole('button', { name: /^开\s?启$/ }))
  fireEvent.change(await page.findByLabelText('登录密码'), { target: { value: 'secret-of-clerk' } })
  fireEvent.click(page.getByRole('button', { name: '下一步' }))
  expect(await page.findByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy()
  fireEvent.change(await page.findByLabelText('动态验证码'), { target: { value: '123456' } })
  fireEvent.click(page.getByRole('button', { name: /^确\s?定$/ }))
  expect(await page.findByText('abcd-efgh-jkmn-pqrs')).toBeTruthy()
  expect(http.send.mock.calls).toEqual([
    ['POST', '/sys/user/secondFactor/begin', { password: 'secret-of-clerk' }],
    ['POST', '/sys/user/secondFactor/enable', { setupToken: 'setup-1', inputCode: '123456' }],
  ])
})

it('sends the password once when Enter is pressed, and does not close before the codes are there', async () => {
  answers['/sys/user/secondFactor'] = { since: '2025-09-25 10:00:00', recoveryCodes: 3 }
  let answer = (_answer: unknown) => {}
  http.send.mockImplementation(() => new Promise((resolve) => (answer = resolve)))
  open(<Security />)
  fireEvent.click(await page.findByRole('button', { name: '更换恢复码' }))
  await userEvent.type(await page.findByLabelText('登录密码'), 'secret-of-clerk{Enter}{Enter}')
  await waitFor(() => expect(http.send).toHaveBeenCalled())
  expect(http.send).toHaveBeenCalledTimes(1)
  const dialog = page.getByRole('dialog')
  fireEvent.keyDown(dialog, { key: 'Escape', keyCode: 27 })
  expect(within(dialog).getByRole('button', { name: /^取\s?消$/ })).toHaveProperty('disabled', true)
  answer({ result: { recoveryCodes: ['abcd-efgh-jkmn-pqrs'] }, message: '' })
  expect(await page.findByText('abcd-efgh-jkmn-pqrs')).toBeTruthy()
})

it('lists known devices, and removes one after a confirmation', async () => {
  answers['/sys/user/devices'] = [
    { id: 'd1', ip: '10.0.0.1', agent: 'Chrome/1 Windows', last: '2025-09-25 10:00:00.12', current: true },
    { id: 'd2', ip: null, agent: null, last: '2025-09-24 10:00:00', current: false },
  ]
  open(<Security />)
  const part = await page.findByRole('region', { name: '常用设备' })
  expect(await within(part).findByText('10.0.0.1，最近登录 2025-09-25 10:00:00')).toBeTruthy()
  expect(within(part).getByText('地址不详，最近登录 2025-09-24 10:00:00')).toBeTruthy()
  fireEvent.click(within(part).getByRole('button', { name: '移除 Chrome，Windows 10.0.0.1' }))
  fireEvent.click(await page.findByRole('button', { name: /^(OK|确\s?定)$/ }))
  await waitFor(() => expect(http.send).toHaveBeenCalledWith('DELETE', '/sys/user/devices/d1'))
})

it('shows a picture, and the first letter when there is no picture or it fails to load', () => {
  const { container, rerender } = render(<Avatar name="李文澜" />)
  expect(container.textContent).toBe('李')
  rerender(<Avatar name="李文澜" path="avatar/a.png" />)
  const picture = container.querySelector('img') as HTMLImageElement
  expect(picture.getAttribute('src')).toBe('/jeecg-boot/sys/common/static/avatar/a.png')
  fireEvent.error(picture)
  expect(container.textContent).toBe('李')
})

it.each([
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/120.0 Safari/537.36 Edg/120.0', 'Edge，Windows'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Mobile Safari/604.1', 'Safari，iOS'],
  ['curl/8.0', '未知设备'],
  [null, '未知设备'],
])('names the browser %s as %s', (agent, name) => {
  expect(describeBrowser(agent)).toBe(name)
})
