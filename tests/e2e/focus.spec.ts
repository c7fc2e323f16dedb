import { expect } from '@playwright/test'
import { Caller, rows, startSession, test, url } from './pages.ts'
import { passwords } from './server.ts'

const books = '/catalog/gazetteer'
const bills = '/stock/in-bill'

test('an expired session over unsaved input puts the focus into the password', async ({ open, expected }) => {
  expected.push(/status of 401/, /HTTP Authentication failed/)
  const session = await startSession('clerk')
  const page = await open(session, bills)
  await page.getByRole('button', { name: /新增/ }).click()
  const form = page.getByRole('dialog', { name: '入库单' })
  await form.getByLabel('备注').fill('填到一半')
  await new Caller(session.token).call('POST', '/sys/logout')
  // The next look for messages is refused.
  const dialog = page.getByRole('dialog', { name: '登录已过期' })
  await expect(dialog.getByLabel('密码', { exact: true })).toBeFocused()
  await page.keyboard.type(passwords.demo)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
})

test('修改密码 puts the focus into its first field, also over a page with a form', async ({ open }) => {
  const page = await open('clerk', '/account/settings/BaseSetting')
  await expect(page.getByLabel('姓名')).toBeVisible()
  await page.getByRole('button', { name: /账户$/ }).click()
  await page.getByRole('menuitem', { name: '修改密码' }).click()
  const dialog = page.getByRole('dialog', { name: '修改密码' })
  await expect(dialog.getByLabel('旧密码')).toBeFocused()
})

test('a page opened by Ctrl+K has the focus, and the first stop of the shell skips to the page', async ({
  open,
}) => {
  const page = await open('clerk', books)
  await expect(rows(page).first()).toBeVisible()
  await page.keyboard.press('Tab')
  const link = page.getByRole('link', { name: '跳到内容' })
  await expect(link).toBeFocused()
  await expect(link).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page).toHaveURL(url(books))
  await page.getByLabel('索书号').focus()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: '搜索菜单' })).toBeFocused()
  await page.keyboard.type('入库单')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(url(bills))
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
})
