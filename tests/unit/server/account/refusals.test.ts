import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBaseServer, type TestServer } from '../base/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await createBaseServer()
  await server.services.db.app
    .updateTable('sys_user')
    .set({ status: 2 })
    .where('username', '=', 'reader')
    .execute()
})
afterAll(() => server?.close())

const phone = '13955500901'
const change = { username: 'clerk', phone, smscode: 'x'.repeat(43) }

// The client decides by these codes (`src/app/sign-in/reasons.ts`); the texts are for people.
it.each([
  ['/sys/login', { username: 'clerk', password: 'wrong' }, 'PASSWORD_WRONG', '用户名或密码错误'],
  ['/sys/login', { username: 'reader', password: 'harbour-willow-3' }, 'USER_FROZEN', '该用户已冻结'],
  ['/sys/phoneLogin', { mobile: phone, captcha: '123456' }, 'SMS_CODE_WRONG', '手机验证码错误'],
  ['/sys/checkCaptcha', { captcha: 'abcd', checkKey: 'none' }, 'CAPTCHA_INVALID', '验证码无效'],
  ['/sys/sms', { mobile: '1', smsmode: '0' }, 'PHONE_FORMAT', '手机号格式不正确'],
  ['/sys/sms', { mobile: phone, smsmode: '0' }, 'TICKET_MISSING', '请先完成安全验证'],
  ['/sys/user/phoneVerification', { phone, smscode: '123456' }, 'SMS_CODE_WRONG', '手机验证码错误'],
  [
    '/sys/user/passwordChange',
    { ...change, password: 'lantern-orchid-9' },
    'RESET_EXPIRED',
    '短信验证码失效！',
  ],
  ['/sys/logout', {}, 'SIGN_OUT_FAILED', '退出登录失败！'],
])('%s names the code of a refusal in a header when it gets %j', async (url, payload, code, message) => {
  const { status, body, headers } = await server.call('POST', url, { payload })
  expect([status, body.code, body.message, headers['x-error-code']]).toEqual([200, 500, message, code])
})

it.each([
  ['/sys/cas/client/validateLogin?ticket=ST-1&service=x', 'CAS_NOT_CONFIGURED', '未配置单点登录'],
  ['/sys/thirdLogin/render/none?nonce=browser-of-the-clerk-1', 'THIRD_NOT_CONFIGURED', '未配置该登录方式'],
  [
    `/sys/thirdLogin/getLoginUser/${'x'.repeat(43)}/github?nonce=browser-of-the-clerk-1`,
    'THIRD_UNPROVED',
    '校验失败',
  ],
])('%s names the code of a refusal in a header when it is read', async (url, code, message) => {
  const { status, body, headers } = await server.call('GET', url)
  expect([status, body.code, body.message, headers['x-error-code']]).toEqual([200, 500, message, code])
})

it('a refusal without a code of its own names its row of the catalogue', async () => {
  const { status, headers } = await server.call('GET', '/sys/user/getUserInfo')
  expect([status, headers['x-error-code']]).toEqual([401, 'UNAUTHORIZED'])
})
