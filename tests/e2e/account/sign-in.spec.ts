import { expect, type Page } from '@playwright/test'
import { openCaller, test, url } from '../pages.ts'
import { passwords } from '../server.ts'

/** Somebody of the demo with a phone and, so far, no password. */
const colleague = { name: 'shen.mo', phone: '13955501001' }

/** The latest code that was sent to a phone, read where the default sender leaves it. */
async function codeFor(phone: string): Promise<string> {
  const admin = await openCaller('admin')
  let code = ''
  await expect
    .poll(async () => {
      const { result } = await admin.call<{ to: string; text: string }[]>('GET', '/sys/outbox')
      code = /\d{6}/.exec(result.find(({ to }) => to === phone)?.text ?? '')?.[0] ?? ''
      return code
    })
    .toMatch(/^\d{6}$/)
  return code
}

/** Gives the reader a phone, as the reader would. */
async function givePhone(phone: string): Promise<void> {
  const reader = await openCaller('reader')
  await reader.call('POST', '/sys/user/phoneCode', { phone })
  const change = { phone, smscode: await codeFor(phone), password: passwords.demo }
  const { success, message } = await reader.call('PUT', '/sys/user/updateMobile', change)
  expect(success, message).toBe(true)
}

const box = (page: Page, name: string) => page.getByRole('textbox', { name })

/** Drags the slider with the mouse. */
async function slide(page: Page) {
  const handle = page.getByRole('slider', { name: '滑块验证' })
  // The position after all motion has ended.
  await handle.hover()
  const at = await handle.boundingBox()
  const track = await page.locator('.pro-slide-verify').boundingBox()
  if (!at || !track) throw new Error('no slider')
  const [x, y] = [at.x + at.width / 2, at.y + at.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let step = 1; step <= 20; step++) {
    await page.mouse.move(x + ((track.width - at.width + 4) * step) / 20, y + (step % 3))
    await page.waitForTimeout(20)
  }
  await page.mouse.up()
}

/** Asks for a code, and types what came. */
async function typeCode(page: Page, phone: string) {
  await box(page, '手机号').fill(phone)
  await page.getByRole('button', { name: '获取验证码' }).click()
  await slide(page)
  await expect(page.getByText('验证码已发送')).toBeVisible()
  await box(page, '验证码').fill(await codeFor(phone))
}

async function submitPassword(page: Page, username: string, password: string) {
  await box(page, '用户名').fill(username)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

test('a code sent to the phone signs in and leads to the requested page', async ({ open }) => {
  await givePhone('13811110001')
  const page = await open(null, '/stock/in-bill')
  await page.getByRole('tab', { name: '手机号登录' }).click()
  await typeCode(page, '13811110001')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page).toHaveURL(url('/stock/in-bill'))
  await expect(page.getByText('欢迎进入')).toBeVisible()
})

test('registration ends with its result, and the account waits for approval', async ({ open }) => {
  const page = await open(null, '/user/login')
  await page.getByRole('link', { name: '注册账户' }).click()
  await expect(page.getByRole('heading', { name: '注册' })).toBeVisible()
  await box(page, '用户名').fill('e2e-new')
  await page.getByLabel('密码', { exact: true }).fill('lantern river 7')
  await page.getByLabel('确认密码', { exact: true }).fill('lantern river 7')
  await typeCode(page, '13811110002')
  await page.getByRole('button', { name: '注册', exact: true }).click()
  await expect(page.getByRole('heading', { name: '您的账户：e2e-new 注册成功' })).toBeVisible()
  await page.getByRole('link', { name: '返回登录' }).click()
  await submitPassword(page, 'e2e-new', 'lantern river 7')
  await expect(page.getByText('您的账号正在等待管理员开通')).toBeVisible()
})

test('a user of several departments chooses one before anything else', async ({ open }) => {
  const page = await open(null, '/user/login')
  // No demo user has two departments: the login response is altered, the choice itself is real.
  await page.route('**/sys/login', async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    await route.fulfill({ response: answer, json: { ...body, result: { ...body.result, multi_depart: 2 } } })
  })
  await submitPassword(page, 'reader', passwords.demo)
  const dialog = page.getByRole('dialog', { name: '部门选择' })
  await expect(dialog).toBeVisible()
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(450)
  await expect(dialog.getByRole('button')).toHaveText([/确\s*定/])
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(dialog).toBeVisible()
  await expect(dialog.getByTitle('采编部')).toBeVisible()
  const chosen = page.waitForResponse('**/sys/selectDepart')
  await dialog.getByRole('button', { name: /确\s*定/ }).click()
  expect((await chosen).ok()).toBe(true)
  await expect(dialog).toBeHidden()
  await page.reload()
  await expect(page.getByText('欢迎进入')).toBeVisible()
  await expect(dialog).toHaveCount(0)
})

test('five wrong passwords require a captcha', async ({ open }) => {
  const page = await open(null, '/user/login')
  for (let count = 0; count < 5; count++) {
    const answer = page.waitForResponse('**/sys/login')
    await submitPassword(page, 'e2e-lost', 'not the password')
    await answer
  }
  await expect(page.getByText('用户名或密码错误')).toBeVisible()
  await expect(page.getByRole('img', { name: '验证码' })).toBeVisible()
  await submitPassword(page, 'e2e-lost', 'another one')
  await expect(page.getByText('请输入验证码!')).toBeVisible()
  await box(page, '验证码').fill('0000')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByText('验证码错误')).toBeVisible()
})

test('a forgotten password is replaced in four steps', async ({ open }) => {
  const page = await open(null, '/user/login')
  await page.getByRole('link', { name: '忘记密码' }).click()
  // The picture is for people; here a slider's ticket replaces its answer.
  await page.route('**/sys/checkCaptcha', async (route) => {
    const ask = async (path: string, body: unknown) => {
      const answer = await page.request.post(url(`/jeecg-boot/sys/${path}`), { data: body })
      return (await answer.json()) as { result: { challenge?: string; ticket?: string } }
    }
    const { challenge } = (await ask('slideChallenge', {})).result
    await page.waitForTimeout(700)
    const trace = Array.from({ length: 11 }, (_, step) => [step / 10, step * 60])
    await route.fulfill({
      json: { success: true, code: 200, ...(await ask('slideTicket', { challenge, trace })) },
    })
  })
  await box(page, '账号').fill(colleague.name)
  await box(page, '验证码').fill('0000')
  await page.getByRole('button', { name: '下一步' }).click()
  await expect(page.locator('[aria-current=step]')).toHaveText('手机验证')
  await typeCode(page, colleague.phone)
  await page.getByRole('button', { name: '下一步' }).click()
  await expect(box(page, '账号')).toHaveValue(colleague.name)
  await page.getByLabel('新密码', { exact: true }).fill(`${colleague.name}-2026`)
  await page.getByLabel('确认密码', { exact: true }).fill(`${colleague.name}-2026`)
  await page.getByRole('button', { name: '提交' }).click()
  await expect(page.getByText('密码不能包含账号或本馆名称')).toBeVisible()
  await page.getByLabel('新密码', { exact: true }).fill('lantern river 7')
  await page.getByLabel('确认密码', { exact: true }).fill('lantern river 7')
  await page.getByRole('button', { name: '提交' }).click()
  await expect(page.getByRole('heading', { name: '密码重置完成！' })).toBeVisible()
  await page.getByRole('link', { name: '返回登录' }).click()
  const answer = page.waitForResponse('**/sys/login')
  await submitPassword(page, colleague.name, 'lantern river 7')
  expect(await (await answer).json()).toMatchObject({
    code: 200,
    result: { userInfo: { username: colleague.name } },
  })
})
