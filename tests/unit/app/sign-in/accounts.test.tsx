// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { measureStrength } from '#app/sign-in/password/strength.ts'
import {
  bad,
  field,
  good,
  listRequests,
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

const type = async (input: Promise<HTMLElement>, text: string) => {
  await userEvent.clear(await input)
  await userEvent.type(await input, text)
}
const slider = {
  '/sys/slideChallenge': good({ challenge: 'c' }),
  '/sys/slideTicket': good({ ticket: 't' }),
  '/sys/sms': good(null, '验证码已发送'),
}

it.each([
  ['abc', '低'],
  ['aaaaaaaaaaaaaaaaaaaa', '低'],
  ['abcdefgh', '低'],
  ['abcdefgh12', '中'],
  ['Abcdefg-12', '强'],
  ['correct horse battery', '强'],
])('the strength of %s is %s', (text, strength) => {
  expect(measureStrength(text)).toBe(strength)
})

describe('the registration', () => {
  const fill = async () => {
    await type(field('用户名'), 'li.wen')
    await type(password('密码'), 'lantern river 7')
    await type(password('确认密码'), 'lantern river 7')
    await type(field('手机号'), '13800001234')
  }

  it('requires a name, a password twice, a phone number and its code', async () => {
    open('/user/register')
    await type(password('密码'), 'lantern river 7')
    await type(password('确认密码'), 'lantern')
    expect(screen.getByText('密码强度：强')).toBeTruthy()
    await press('注册')
    for (const text of ['请输入用户名!', '两次密码不一致', '请输入手机号码!', '请输入验证码!'])
      expect(screen.getByText(text)).toBeTruthy()
    expect(wire.asked).toEqual([])
  })

  it.each([
    [{ username: 'li.wen' }, '用户名已存在!', '用户名'],
    [{ phone: '13800001234' }, '手机号已存在!', '手机号'],
  ])('reports that %j is taken before a message is sent', async (taken, text, label) => {
    wire.replies = {
      ...slider,
      '/sys/user/checkOnlyUser': ({ query }) =>
        Object.entries(taken).every(([key, value]) => query[key] === value)
          ? bad('用户账号已存在', null, 'ACCOUNT_TAKEN')
          : good(true),
    }
    open('/user/register')
    await fill()
    await press('获取验证码')
    await slide()
    await screen.findByText(text)
    expect((await field(label)).getAttribute('aria-invalid')).toBe('true')
    expect(listRequests('/sys/sms')).toEqual([])
    // The ticket is still valid: another try needs no second drag.
    wire.replies = { ...slider, '/sys/user/checkOnlyUser': good(true) }
    await press('获取验证码')
    await screen.findByText('验证码已发送')
    expect(listRequests('/sys/slideTicket')).toHaveLength(1)
    expect(listRequests('/sys/sms')[0]?.body).toMatchObject({ smsmode: '1', ticket: 't' })
  })

  it('opens the result page, and shows a refusal of the server at its field', async () => {
    wire.replies = { '/sys/user/register': bad('密码过于常见，请换一个', null, 'PASSWORD_WEAK') }
    open('/user/register?redirect=%2Fa')
    await fill()
    await type(field('验证码'), '123456')
    await press('注册')
    await screen.findByText('密码过于常见，请换一个')
    expect((await password('密码')).getAttribute('aria-invalid')).toBe('true')
    wire.replies = { '/sys/user/register': good({ username: 'li.wen', waiting: true }) }
    await press('注册')
    const heading = await screen.findByRole('heading', { name: '您的账户：li.wen 注册成功' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
    expect(where()).toBe('/user/register-result?redirect=%2Fa')
    expect(screen.getByText('管理员开通后即可登录。')).toBeTruthy()
    expect(screen.getByRole('link', { name: '返回登录' }).getAttribute('href')).toBe(
      '/user/login?redirect=%2Fa',
    )
    expect(listRequests('/sys/user/register')[1]?.body).toEqual({
      username: 'li.wen',
      password: 'lantern river 7',
      phone: '13800001234',
      smscode: '123456',
    })
  })

  it('shows no result page without a registration', async () => {
    open('/user/register-result')
    await waitFor(() => expect(where()).toBe('/user/register'))
  })
})

describe('a forgotten password', () => {
  const step = () => screen.getByRole('list', { name: '步骤' }).querySelector('[aria-current]')?.textContent
  const picture = { '/sys/randomImage': good('data:image/png;base64,AA==') }
  const account = async (name: string) => {
    await type(field('账号'), name)
    await type(field('验证码'), '1234')
    await press('下一步')
  }
  const phone = async () => {
    await type(field('手机号'), '13800001234')
    await type(field('验证码'), '123456')
    await press('下一步')
  }

  it('is replaced in four steps', async () => {
    wire.replies = {
      ...picture,
      ...slider,
      '/sys/checkCaptcha': good({ ticket: 'p' }),
      '/sys/user/querySysUser': good({ username: 'li***', phone: '***********' }),
      '/sys/user/phoneVerification': good({ username: 'li.wen', smscode: 'once' }),
      '/sys/user/passwordChange': bad('密码不能包含账号或本馆名称', null, 'PASSWORD_WEAK'),
    }
    open('/user/alteration')
    await account('li.wen')
    await waitFor(() => expect(step()).toBe('手机验证'))
    expect(listRequests('/sys/user/querySysUser')[0]?.query).toEqual({ username: 'li.wen', ticket: 'p' })
    await type(field('手机号'), '13800001234')
    await press('获取验证码')
    await slide()
    await screen.findByText('验证码已发送')
    expect(listRequests('/sys/sms')[0]?.body).toMatchObject({ smsmode: '2' })
    await phone()
    await waitFor(() => expect(step()).toBe('设置新密码'))
    expect(((await field('账号')) as HTMLInputElement).readOnly).toBe(true)
    await type(password('新密码'), 'lantern river 7')
    await type(password('确认密码'), 'lantern river 7')
    await press('提交')
    await screen.findByText('密码不能包含账号或本馆名称')
    wire.replies['/sys/user/passwordChange'] = good(null, '密码重置完成！')
    await press('提交')
    await screen.findByRole('heading', { name: '密码重置完成！' })
    expect(step()).toBe('完成')
    expect(listRequests('/sys/user/passwordChange')[1]?.body).toEqual({
      username: 'li.wen',
      phone: '13800001234',
      smscode: 'once',
      password: 'lantern river 7',
    })
  })

  it('requires a new picture after a wrong answer, and accepts a phone number as account', async () => {
    wire.replies = { ...picture, '/sys/checkCaptcha': bad('验证码错误', null, 'CAPTCHA_WRONG') }
    open('/user/alteration')
    await account('13800001234')
    await screen.findByText('验证码错误')
    expect(wire.asked.filter(({ path }) => path.startsWith('/sys/randomImage/'))).toHaveLength(2)
    wire.replies = {
      ...picture,
      '/sys/checkCaptcha': good({ ticket: 'p' }),
      '/sys/user/querySysUser': good({}),
    }
    await account('13800001234')
    expect(((await field('手机号')) as HTMLInputElement).value).toBe('13800001234')
    expect(listRequests('/sys/user/querySysUser')[0]?.query).toEqual({ phone: '13800001234', ticket: 'p' })
  })

  it('stays unchanged with the phone of another user, and an expired proof returns to the phone step', async () => {
    wire.replies = {
      ...picture,
      '/sys/checkCaptcha': good({ ticket: 'p' }),
      '/sys/user/querySysUser': good({}),
      '/sys/user/phoneVerification': good({ username: 'somebody', smscode: 'once' }),
      '/sys/user/passwordChange': bad('短信验证码失效！', null, 'RESET_EXPIRED'),
    }
    open('/user/alteration')
    await account('li.wen')
    await phone()
    await screen.findByText('手机号与账号不符')
    wire.replies['/sys/user/phoneVerification'] = good({ username: 'li.wen', smscode: 'once' })
    await press('下一步')
    await type(password('新密码'), 'lantern river 7')
    await type(password('确认密码'), 'lantern river 7')
    await press('提交')
    await screen.findByText('短信验证码失效！')
    expect(step()).toBe('手机验证')
  })
})
