import { expect, type Page } from '@playwright/test'
import { atRest, Caller, rows, startSession, test, url } from '../pages.ts'
import { passwords } from '../server.ts'

const books = '/catalog/gazetteer'
const bills = '/stock/in-bill'

// Focus is set and returned at the end of a motion.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

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
  await expect(page.getByRole('combobox', { name: '搜索' })).toBeFocused()
  await page.keyboard.type('入库单')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(url(bills))
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()

  await page.keyboard.press('Control+k')
  // Letters that are typed at once belong to the search.
  await page.keyboard.type('tz')
  await expect(page.getByRole('combobox', { name: '搜索' })).toHaveValue('tz')
  await page.getByRole('combobox', { name: '搜索' }).fill('通志')
  await page
    .getByRole('group', { name: '记录' })
    .getByRole('option', { name: /地方志书目/ })
    .first()
    .click()
  await expect(page).toHaveURL(/id=/)
  await expect(page.getByRole('dialog', { name: /地方志书目/ })).toBeVisible()
})

test('an error of the sign-in form moves nothing', async ({ open }) => {
  const page = await open(null, '/user/login')
  const button = page.getByRole('button', { name: '登录', exact: true })
  const before = await button.boundingBox()
  await button.click()
  await expect(page.getByText('请输入用户名!')).toBeVisible()
  await expect(page.getByText('请输入密码!')).toBeVisible()
  expect(await button.boundingBox()).toEqual(before)
})

test('the focus ring of a confirmation is not cut off', async ({ open }) => {
  const page = await open('clerk', books)
  await page.getByRole('button', { name: /账户$/ }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  const dialog = page.getByRole('dialog', { name: '真的要注销登录吗' })
  await expect(dialog).toBeVisible()
  await atRest(page)
  const space = await dialog.evaluate((element) => {
    const body = element.querySelector('.ant-modal-body')?.getBoundingClientRect()
    const button = element.querySelector('.ant-btn-primary')?.getBoundingClientRect()
    return body && button ? Math.min(body.bottom - button.bottom, body.right - button.right) : 0
  })
  // The ring of antd: a line of 3 px at a distance of 1 px.
  expect(space).toBeGreaterThanOrEqual(4)
})

/** Names of controls in the accessibility tree that contain a Latin word; keys and codes of records may. */
async function latinNames(page: Page): Promise<string[]> {
  await atRest(page)
  const tree = await page.locator('body').ariaSnapshot()
  const controls =
    /^\s*- (?:'|")?(button|checkbox|radio|tab|img|textbox|combobox|spinbutton|dialog|switch|separator) "((?:[^"\\]|\\.)*)"/
  return tree.split('\n').flatMap((line) => {
    const [, role, name = ''] = controls.exec(line) ?? []
    const words = name.replace(/\b(?:Ctrl|Control|Enter|Esc|Tab|Delete|PageUp|PageDown)\b(?=键| |$)/g, '')
    return role && /[a-z]{2,}/i.test(words.replace(/\b[A-Z]*\d[\w.-]*/g, '')) ? [`${role} ${name}`] : []
  })
}

test('controls of list, form, tabs and notification have Chinese names only', async ({ open }) => {
  const page = await open('clerk', bills)
  await expect(rows(page).first()).toBeVisible()
  expect.soft(await latinNames(page), 'list').toEqual([])
  await page.getByRole('button', { name: /新增/ }).click()
  await expect(page.getByRole('dialog', { name: '入库单' }).getByRole('grid')).toBeVisible()
  expect.soft(await latinNames(page), 'form').toEqual([])
  await page.goto(url('/account/settings/notification'))
  await page.getByRole('button', { name: /账户$/ }).click()
  await page.getByRole('menuitem', { name: '系统设置' }).click()
  await expect(page.getByRole('dialog', { name: '系统设置' })).toBeVisible()
  expect.soft(await latinNames(page), 'drawer').toEqual([])
  await page.goto(url('/bill/sale'))
  await expect(page.getByRole('tab').nth(2)).toBeVisible()
  expect.soft(await latinNames(page), 'tabs').toEqual([])
})
