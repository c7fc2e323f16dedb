// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { departChoiceAtom, store, tenantAtom, tokenAtom } from '#client/session/state.ts'
import {
  bad,
  field,
  good,
  listRequests,
  login,
  open,
  password,
  prepare,
  press,
  slide,
  where,
  wire,
} from './stage.tsx'

vi.mock('#app/preload-shell.ts', () => ({ preloadShell: async () => ({}) }))
prepare()

const token = () => store.get(tokenAtom)
const enterPassword = async () => {
  await userEvent.type(await field('用户名'), 'clerk')
  await userEvent.type(await password('密码'), 'secret-of-clerk')
}
const describedBy = (input: HTMLElement) =>
  (input.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join('')

describe('sign-in by name and password', () => {
  it('reports a missing value at its field, and focuses the first such field', async () => {
    open('/user/login')
    await press('登录')
    expect(describedBy(await field('用户名'))).toBe('请输入用户名!')
    expect(describedBy(await password('密码'))).toBe('请输入密码!')
    await waitFor(async () => expect(document.activeElement).toBe(await field('用户名')))
    expect(wire.asked.filter(({ method }) => method === 'POST')).toEqual([])
  })

  it('starts on Enter, and stores the session for a week', async () => {
    wire.replies = { '/sys/login': login({ sysAllDictItems: { sex: [] } }) }
    open('/user/login')
    await enterPassword()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(token()).toBe('abc'))
    expect(listRequests('/sys/login')[0]?.body).toEqual({
      username: 'clerk',
      password: 'secret-of-clerk',
      remember_me: true,
    })
    expect(localStorage.getItem('pro__Access-Token')).toContain('abc')
    expect(localStorage.getItem('pro__UI_CACHE_DB_DICT_DATA')).toContain('sex')
    expect(store.get(departChoiceAtom)).toBeNull()
  })

  it('stores the session for the browser session only without 自动登录', async () => {
    wire.replies = { '/sys/login': login() }
    open('/user/login')
    await userEvent.click(await screen.findByRole('checkbox', { name: '自动登录' }))
    await enterPassword()
    await press('登录')
    await waitFor(() => expect(token()).toBe('abc'))
    expect(localStorage.getItem('pro__Access-Token')).toBeNull()
    expect(sessionStorage.getItem('pro__Access-Token')).toContain('abc')
    expect(sessionStorage.getItem('pro__LOGIN_USER')).toContain('clerk')
  })

  it('requires a captcha after too many failures, and sends its answer', async () => {
    wire.replies = {
      '/sys/login': bad('用户名或密码错误', { captcha: true }, 'PASSWORD_WRONG'),
      '/sys/randomImage': good('data:image/png;base64,AA=='),
    }
    open('/user/login')
    await enterPassword()
    await press('登录')
    const code = await field('验证码')
    expect(describedBy(await password('密码'))).toBe('用户名或密码错误')
    await press('登录')
    await waitFor(() => expect(describedBy(code)).toBe('请输入验证码!'))
    const picture = (await screen.findByRole('img', { name: '验证码' })).closest('button')
    expect(picture?.getAttribute('aria-label')).toBe('换一张验证码')
    wire.replies['/sys/login'] = bad('验证码错误', { captcha: true }, 'CAPTCHA_WRONG')
    await userEvent.type(code, '1234')
    await press('登录')
    // Another captcha, an empty field, and the problem at it.
    await waitFor(async () => expect(describedBy(await field('验证码'))).toBe('验证码错误'))
    expect(((await field('验证码')) as HTMLInputElement).value).toBe('')
    const [image] = wire.asked.filter(({ path }) => path.startsWith('/sys/randomImage/'))
    expect(listRequests('/sys/login')[1]?.body).toMatchObject({
      captcha: '1234',
      checkKey: image?.path.split('/').at(-1),
    })
  })

  it.each([
    ['该用户已冻结', '用户名', 'USER_FROZEN'],
    ['您的账号正在等待管理员开通', '用户名', 'ACCOUNT_WAITING'],
  ])('shows %s at the name', async (text, label, reason) => {
    wire.replies = { '/sys/login': bad(text, null, reason) }
    open('/user/login')
    await enterPassword()
    await press('登录')
    await waitFor(async () => expect(describedBy(await field(label))).toBe(text))
  })

  it('shows the duration of a limit', async () => {
    wire.replies = { '/sys/login': bad('操作过于频繁，请稍后重试', { wait: 75 }) }
    open('/user/login')
    await enterPassword()
    await press('登录')
    await waitFor(async () =>
      expect(describedBy(await password('密码'))).toBe('操作过于频繁，请稍后重试（1 分钟 15 秒后可重试）'),
    )
  })

  it('can show the password, and reports Caps Lock', async () => {
    open('/user/login')
    const input = (await password('密码')) as HTMLInputElement
    await press('显示密码')
    expect(input.type).toBe('text')
    await press('隐藏密码')
    expect(input.type).toBe('password')
    fireEvent.keyDown(input, { key: 'A', modifierCapsLock: true })
    expect(describedBy(input)).toBe('大写锁定已打开')
    fireEvent.keyUp(input, { key: 'CapsLock', modifierCapsLock: false })
    expect(describedBy(input)).toBe('')
  })

  it('reports a lost connection before and after a try', async () => {
    open('/user/login')
    await enterPassword()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    fireEvent(window, new Event('offline'))
    expect(await screen.findByText('网络已断开，连接后即可继续')).toBeTruthy()
    vi.restoreAllMocks()
    fireEvent(window, new Event('online'))
    await waitFor(() => expect(screen.queryByText('网络已断开，连接后即可继续')).toBeNull())
  })
})

describe('departments and tenants', () => {
  it.each([
    [0, 'missing'],
    [1, null],
    [2, 'choose'],
  ])('with multi_depart %j lead to the department choice %j', async (departs, left) => {
    wire.replies = { '/sys/login': login({ multi_depart: departs }) }
    open('/user/login')
    await enterPassword()
    await press('登录')
    await waitFor(() => expect(token()).toBe('abc'))
    expect(store.get(departChoiceAtom)).toBe(left)
  })

  it('require a user with several tenants to choose one first', async () => {
    const tenantList = [
      { id: 7, name: '省馆' },
      { id: 8, name: '市馆' },
    ]
    wire.replies = { '/sys/login': login({ tenantList }) }
    open('/user/login')
    await enterPassword()
    await press('登录')
    await userEvent.click(await screen.findByRole('radio', { name: '市馆' }))
    expect(token()).toBeNull()
    await press('进入')
    expect(token()).toBe('abc')
    expect(store.get(tenantAtom)).toBe('8')
  })
})

describe('sign-in by phone', () => {
  const toPhone = async () => userEvent.click(await screen.findByRole('tab', { name: '手机号登录' }))

  it('requires a number of eleven digits and a code', async () => {
    open('/user/login')
    await toPhone()
    await press('登录')
    expect(describedBy(await field('手机号'))).toBe('请输入手机号码!')
    expect(describedBy(await field('验证码'))).toBe('请输入验证码!')
    await userEvent.type(await field('手机号'), '1380000123')
    await press('获取验证码')
    expect(describedBy(await field('手机号'))).toBe('请输入正确的手机号码!')
    expect(screen.queryByRole('slider')).toBeNull()
  })

  it('sends the message with a ticket of the slider, and again after a minute, also after a reload', async () => {
    wire.replies = {
      '/sys/slideChallenge': good({ challenge: 'c1' }),
      '/sys/slideTicket': good({ ticket: 't1' }),
      '/sys/sms': good(null, '验证码已发送'),
      '/sys/phoneLogin': login(),
    }
    const page = open('/user/login')
    await toPhone()
    await userEvent.type(await field('手机号'), '13800001234')
    await press('获取验证码')
    expect(screen.getByText('拖动滑块验证')).toBeTruthy()
    await slide()
    await screen.findByText('验证码已发送')
    expect(screen.queryByRole('slider')).toBeNull()
    const { challenge, trace } = (listRequests('/sys/slideTicket')[0]?.body ?? {}) as Record<
      string,
      number[][]
    >
    expect(challenge).toBe('c1')
    expect(trace?.[0]).toEqual([0, 0])
    expect(trace?.at(-1)?.[0]).toBe(1)
    expect(listRequests('/sys/sms')[0]?.body).toEqual({ mobile: '13800001234', smsmode: '0', ticket: 't1' })
    page.unmount()
    open('/user/login')
    expect(((await field('手机号')) as HTMLInputElement).value).toBe('13800001234')
    expect(screen.getByRole('button', { name: /^(60|5\d) s$/ })).toBeTruthy()
    await userEvent.type(await field('验证码'), '123456')
    await press('登录')
    await waitFor(() => expect(token()).toBe('abc'))
    expect(listRequests('/sys/phoneLogin')[0]?.body).toEqual({ mobile: '13800001234', captcha: '123456' })
  })

  it('reports a refused drag, which can be repeated', async () => {
    wire.replies = {
      '/sys/slideChallenge': good({ challenge: 'c1' }),
      '/sys/slideTicket': bad('验证失败，请重试'),
    }
    open('/user/login')
    await toPhone()
    await userEvent.type(await field('手机号'), '13800001234')
    await press('获取验证码')
    await slide()
    await screen.findByText('验证失败，请重试')
    expect(screen.getByText('拖动滑块验证')).toBeTruthy()
    await slide()
    await waitFor(() => expect(listRequests('/sys/slideTicket')).toHaveLength(2))
    expect(listRequests('/sys/slideChallenge')).toHaveLength(2)
  })

  it('sends the ticket of the slider after many wrong codes', async () => {
    wire.replies = {
      '/sys/phoneLogin': bad('请先完成安全验证', { ticket: true }, 'TICKET_MISSING'),
      '/sys/slideChallenge': good({ challenge: 'c1' }),
      '/sys/slideTicket': good({ ticket: 't1' }),
    }
    open('/user/login')
    await toPhone()
    await userEvent.type(await field('手机号'), '13800001234')
    await userEvent.type(await field('验证码'), '111111')
    await press('登录')
    await screen.findByText('请先完成安全验证')
    await slide()
    await screen.findByText('验证通过')
    wire.replies['/sys/phoneLogin'] = login()
    await waitFor(() => expect(listRequests('/sys/slideTicket')).toHaveLength(1))
    await press('登录')
    await waitFor(() => expect(token()).toBe('abc'))
    expect(listRequests('/sys/phoneLogin')[1]?.body).toMatchObject({ ticket: 't1' })
  })
})

describe('other sign-in methods', () => {
  const ways = { cas: 'https://sso.example/login?service=https%3A%2F%2Foffice.example%2F', register: false }

  it('are offered only when the server has them', async () => {
    const page = open('/user/login')
    await field('用户名')
    expect(screen.queryByRole('navigation')).toBeNull()
    expect(screen.getByRole('link', { name: '注册账户' }).getAttribute('href')).toBe('/user/register')
    expect(screen.getByRole('link', { name: '忘记密码' }).getAttribute('href')).toBe('/user/alteration')
    page.unmount()
    wire.replies = { '/sys/loginWays': good({ ...ways, third: [{ type: 'dingtalk', title: '钉钉' }] }) }
    open('/user/login')
    await screen.findByRole('button', { name: '统一身份认证' })
    expect(screen.getByRole('button', { name: '钉钉' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: '注册账户' })).toBeNull()
  })

  it('remove a ticket from the address and the return address, and sign in with it', async () => {
    wire.replies = {
      '/sys/loginWays': good({ ...ways, third: [] }),
      '/sys/cas/client/validateLogin': { ...login(), code: undefined },
    }
    open(`/user/login?redirect=${encodeURIComponent('/stock/in-bill?page=2&ticket=ST-1')}`)
    await waitFor(() => expect(token()).toBe('abc'))
    expect(where()).toBe(`/user/login?redirect=${encodeURIComponent('/stock/in-bill?page=2')}`)
    expect(listRequests('/sys/cas/client/validateLogin').map(({ query }) => query)).toEqual([
      { ticket: 'ST-1', service: 'https://office.example/' },
    ])
  })

  it('report a refused ticket above the form', async () => {
    wire.replies = {
      '/sys/loginWays': good({ ...ways, third: [] }),
      '/sys/cas/client/validateLogin': bad('单点登录校验失败'),
    }
    open('/user/login?ticket=ST-2')
    await screen.findByText('单点登录校验失败')
    expect(where()).toBe('/user/login')
    expect(await field('用户名')).toBeTruthy()
  })

  it('sign in by the token of a third party with the nonce of this browser', async () => {
    sessionStorage.setItem(
      'pro__SIGN_IN_LEFT',
      JSON.stringify({ value: { redirect: '/a', isRemembered: false, nonce: 'n1' }, expire: null }),
    )
    wire.replies = { '/sys/thirdLogin/getLoginUser': login() }
    open('/user/login#third=dingtalk&token=t9')
    await waitFor(() => expect(token()).toBe('abc'))
    expect(where()).toBe('/user/login?redirect=%2Fa')
    expect(listRequests('/sys/thirdLogin/getLoginUser/t9/dingtalk')[0]?.query).toEqual({ nonce: 'n1' })
    expect(localStorage.getItem('pro__Access-Token')).toBeNull()
  })

  it('bind an unknown third-party account on the next sign-in', async () => {
    wire.replies = {
      '/sys/thirdLogin/getLoginUser': bad('用户未找到', { thirdUserUuid: 'u1', nickname: '小李' }),
      '/sys/thirdLogin/user/checkPassword': ({ body }) =>
        body.ticket ? login() : bad('密码不正确', { ticket: true }),
      '/sys/slideChallenge': good({ challenge: 'c1' }),
      '/sys/slideTicket': good({ ticket: 't1' }),
    }
    open('/user/login#third=dingtalk&token=t9')
    await screen.findByText('「小李」尚未绑定账号，登录后即绑定。')
    await enterPassword()
    await press('登录')
    await waitFor(async () => expect(describedBy(await password('密码'))).toBe('密码不正确'))
    await slide()
    await screen.findByText('验证通过')
    await waitFor(async () => {
      await press('登录')
      expect(token()).toBe('abc')
    })
    expect(listRequests('/sys/thirdLogin/user/checkPassword').at(-1)?.body).toEqual({
      uuid: 'u1',
      username: 'clerk',
      password: 'secret-of-clerk',
      ticket: 't1',
    })
  })
})

describe('sign-in with a second factor', () => {
  const pending = bad('请输入动态验证码', { secondFactor: 'pending-1' }, 'SECOND_FACTOR_NEEDED')

  it('asks for the code after the password, and shows a wrong one at its field', async () => {
    wire.replies = {
      '/sys/login/secondFactor': ({ body }) =>
        body.inputCode === '123456' ? login() : bad('动态验证码错误', null, 'SECOND_FACTOR_WRONG'),
      '/sys/login': pending,
    }
    open('/user/login')
    await enterPassword()
    await press('登录')
    await userEvent.type(await field('动态验证码'), '12345')
    await press('登录')
    expect(describedBy(await field('动态验证码'))).toBe('请输入 6 位数字')
    await userEvent.type(await field('动态验证码'), '7')
    await press('登录')
    await waitFor(async () => expect(describedBy(await field('动态验证码'))).toBe('动态验证码错误'))
    expect(token()).toBeNull()
    await userEvent.clear(await field('动态验证码'))
    await userEvent.type(await field('动态验证码'), '123456{Enter}')
    await waitFor(() => expect(token()).toBe('abc'))
    expect(listRequests('/sys/login/secondFactor').at(-1)?.body).toEqual({
      token: 'pending-1',
      inputCode: '123456',
    })
  })

  it('accepts a recovery code, and starts again when the pending sign-in has ended', async () => {
    wire.replies = {
      '/sys/login/secondFactor': bad('登录已超时，请重新登录', null, 'SECOND_FACTOR_EXPIRED'),
      '/sys/login': pending,
    }
    open('/user/login')
    await enterPassword()
    await press('登录')
    await press('使用恢复码')
    await userEvent.type(await field('恢复码'), 'abcd-efgh-jkmn-pqrs')
    await press('登录')
    expect(await screen.findByText('登录已超时，请重新登录')).toBeTruthy()
    expect(await field('用户名')).toBeTruthy()
    expect(listRequests('/sys/login/secondFactor').at(-1)?.body.inputCode).toBe('abcd-efgh-jkmn-pqrs')
  })
})
