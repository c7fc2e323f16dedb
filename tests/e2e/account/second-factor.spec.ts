import { expect, type Page } from '@playwright/test'
import { totpCode } from '#server/modules/session/second-factor/totp.ts'
import { openCaller, test, url } from '../pages.ts'

/** A user of this test only, so that no other test meets the second factor. */
const user = { username: 'e2e-factor', password: 'lantern river 77' }

async function createUser(): Promise<void> {
  const admin = await openCaller('admin')
  const { success, message } = await admin.call('POST', '/sys/user/add', {
    username: user.username,
    password: user.password,
    confirmpassword: user.password,
    realname: '两步员',
    workNo: 'E2E77',
    phone: '13811110077',
    selectedroles: 'reader',
    selecteddeparts: 'A01A01',
  })
  expect(success, message).toBe(true)
}

async function enterPassword(page: Page) {
  await page.getByRole('textbox', { name: '用户名' }).fill(user.username)
  await page.getByLabel('密码', { exact: true }).fill(user.password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

async function enterCode(page: Page, label: string, code: string) {
  await page.getByRole('textbox', { name: label }).fill(code)
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

test('a second factor is switched on, asked for at sign-in, and removed by an administrator', async ({
  open,
}) => {
  await createUser()
  const page = await open(null, '/account/settings/security')
  await enterPassword(page)
  const row = page.getByRole('listitem').filter({ hasText: '两步验证' })
  await row.getByRole('button', { name: /开\s*启/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('登录密码').fill(user.password)
  await dialog.getByRole('button', { name: '下一步' }).click()
  await expect(dialog.getByRole('img', { name: '验证器的二维码' })).toBeVisible()
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await dialog.getByLabel('动态验证码').fill(totpCode(secret))
  await dialog.getByRole('button', { name: /确\s*定/ }).click()
  const listed = dialog.getByRole('list', { name: '恢复码' }).getByRole('listitem')
  await expect(listed).toHaveCount(10)
  const codes = await listed.allTextContents()
  await dialog.getByRole('button', { name: '我已保存' }).click()
  await expect(row).toContainText('还有 10 个恢复码可用')

  const second = await open(null, '/user/login')
  await enterPassword(second)
  await enterCode(second, '动态验证码', '000000')
  await expect(second.getByText('动态验证码错误')).toBeVisible()
  // A code is accepted once. That of the next step stays valid when this step ends before the server reads it.
  await enterCode(second, '动态验证码', totpCode(secret, Date.now() + 30_000))
  await expect(second.getByText('欢迎进入')).toBeVisible()

  const third = await open(null, '/user/login')
  await enterPassword(third)
  await third.getByRole('button', { name: '使用恢复码' }).click()
  await enterCode(third, '恢复码', codes[0] ?? '')
  await expect(third.getByText('欢迎进入')).toBeVisible()

  const admin = await open('admin', `/isystem/user?username=${user.username}`)
  await admin.getByRole('row', { name: user.username }).getByRole('button', { name: '更多' }).click()
  await admin.getByRole('menuitem', { name: '重置两步验证' }).click()
  await admin.getByRole('button', { name: /确\s*定/ }).click()
  await expect(admin.getByText('两步验证已重置，该用户下次登录只需密码')).toBeVisible()
  const last = await open(null, '/user/login')
  await enterPassword(last)
  await expect(last).toHaveURL(url('/dashboard/analysis'))
})
