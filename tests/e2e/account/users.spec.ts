import { expect } from '@playwright/test'
import { Caller, rows, type SignedIn, search, test } from '../pages.ts'

const first = 'lantern-orchid-9'
const second = 'harbour-lilac-4'

const signIn = async (username: string, password: string) =>
  new Caller('').call<SignedIn>('POST', '/sys/login', { username, password })

test('an administrator adds a user, resets the password and freezes the user, who is signed out', async ({
  open,
  expected,
}) => {
  // The signed-out page's requests, and the sign-in of the frozen user.
  expected.push(/status of 401/)
  const page = await open('admin', '/isystem/user')
  await page.getByRole('button', { name: '新增', exact: true }).click()
  const form = page.getByRole('dialog', { name: '新增用户' })
  await form.getByLabel('用户账号').fill('meng.lan')
  await form.getByLabel('登录密码').fill(first)
  await form.getByLabel('确认密码').fill(first)
  await form.getByLabel('用户姓名').fill('孟岚')
  await form.getByLabel('工号').fill('G900')
  await form.getByLabel('手机号码').fill('13800000900')

  const pick = async (label: string, name: string) => {
    await form.getByRole('combobox', { name: label }).fill(name)
    await expect(page.getByText('回车取用').last()).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByText('回车取用')).toBeHidden()
  }
  await pick('角色分配', '典藏员')
  await pick('部门分配', '典藏部')
  await form.getByRole('button', { name: '保存', exact: true }).click()
  await expect(form).toBeHidden()

  await page.getByLabel('用户账号').fill('meng.lan')
  await search(page)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page).locator('[data-field="selecteddeparts"]')).toHaveText('典藏部')
  await expect(rows(page).locator('[data-field="selectedroles"]')).toHaveText('典藏员')

  const { result: session } = await signIn('meng.lan', first)
  const reader = await open(session, '/dashboard/analysis')
  await expect(reader.getByRole('menuitem', { name: '馆藏目录' })).toBeVisible()

  await rows(page).getByText('更多').click()
  await page.getByRole('menuitem', { name: '重置密码' }).click()
  const reset = page.getByRole('dialog', { name: '重置密码' })
  await expect(reset.getByLabel('用户账号')).toHaveValue('meng.lan')
  await reset.getByLabel('登录密码').fill(second)
  await reset.getByLabel('确认密码').fill(second)
  await reset.getByRole('button', { name: '确定' }).click()
  await expect(reset).toBeHidden()
  const caller = new Caller(session.token)
  await expect.poll(async () => (await caller.call('GET', '/sys/user/getUserInfo')).code).toBe(401)
  expect((await signIn('meng.lan', first)).success).toBe(false)
  const { result: renewed } = await signIn('meng.lan', second)

  await rows(page).getByText('更多').click()
  await page.getByRole('menuitem', { name: '冻结' }).click()
  await page
    .getByRole('dialog')
    .last()
    .getByRole('button', { name: /确\s*定/ })
    .click()
  await expect(rows(page).locator('[data-field="status"]')).toHaveText('冻结')
  await expect
    .poll(async () => (await new Caller(renewed.token).call('GET', '/sys/user/getUserInfo')).code)
    .toBe(401)
  expect((await signIn('meng.lan', second)).message).toBe('该用户已冻结')
})
