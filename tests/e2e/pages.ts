import { expect, type Page } from '@playwright/test'

export const url = (path: string) => `${process.env.PRODUCT_URL}${path}`

export async function signIn(page: Page, username: string, password: string) {
  await page.goto(url('/user/login'))
  await page.getByLabel('用户名').fill(username)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: /登\s*录/ }).click()
  await expect(page.getByText('欢迎进入')).toBeVisible({ timeout: 20_000 })
}

/** Opens an entry of the side menu, unfolding its group. */
export async function openMenu(page: Page, group: string, entry: string) {
  const item = page.getByRole('menuitem', { name: entry, exact: true })
  if (!(await item.isVisible())) await page.getByRole('menuitem', { name: group }).first().click()
  await item.click()
  await expect(page).toHaveTitle(new RegExp(entry))
}
