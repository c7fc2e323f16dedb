import { expect, type Page } from '@playwright/test'
import { column, follow, openMenu, rows, search, test, url } from '../pages.ts'

const bills = '/stock/in-bill'
const books = '/catalog/gazetteer'
const tab = (page: Page, key: string) => page.locator(`.app-tab-strip [data-node-key="${key}"]`)
const tabs = (page: Page) => page.locator('.app-tab-strip [data-node-key] [title]')
const openBooks = (page: Page) => openMenu(page, '馆藏目录', '地方志书目')
const openBills = (page: Page) => openMenu(page, '入藏与库存', '入库单')

async function pick(page: Page, key: string, entry: string) {
  await tab(page, key).click({ button: 'right' })
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

test('conditions, scrolling and a half-filled form survive a switch of tabs, without requests', async ({
  open,
}) => {
  const page = await open('clerk', books)
  await page.getByLabel('索书号', { exact: true }).fill('K295')
  await search(page)
  const address = page.url()
  await expect(column(page, 'fcallno').first()).toContainText('K295')
  const first = await column(page, 'fcallno').first().textContent()
  await openBills(page)
  await page.getByRole('button', { name: /新增/ }).click()
  const form = page.getByRole('dialog', { name: '入库单' })
  await form.getByLabel('备注').fill('填到一半')

  // The dialog covers the strip; the history leads to the other tab and back: one step for the form, one for its tab.
  await page.evaluate(() => window.history.go(-2))
  await expect(page).toHaveURL(address)
  await expect(form).toBeHidden()
  await expect(page.getByText('有未保存的内容')).toBeHidden()
  await expect(column(page, 'fcallno').first()).toHaveText(first ?? '')
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/list?') && asked.push(request.url()))
  await page.evaluate(() => window.history.go(2))
  await expect(form.getByLabel('备注')).toHaveValue('填到一半')
  await form.getByLabel('备注').press('End')
  await page.keyboard.type('，接着写')
  await expect(form.getByLabel('备注')).toHaveValue('填到一半，接着写')
  expect(asked).toEqual([])
  await form.getByRole('button', { name: '取消' }).click()
  await page.getByRole('button', { name: '放弃修改' }).click()

  await tab(page, books).click()
  await expect(page).toHaveURL(address)
  await openBills(page)
  await openBooks(page)
  await expect(page).toHaveURL(address)
  await expect(page.getByLabel('索书号', { exact: true })).toHaveValue('K295')
})

test('a reload restores the user’s tabs with their addresses', async ({ open }) => {
  const page = await open('clerk', `${books}?page=2`)
  await expect(rows(page).first()).toBeVisible()
  await openBills(page)
  await page.reload()
  await expect(tabs(page)).toHaveText(['首页', '地方志书目', '入库单'])
  await expect(page).toHaveTitle(/^入库单 - /)
  await expect(rows(page).first()).toBeVisible()
  await tab(page, books).click()
  await expect(page).toHaveURL(/page=2$/)
  await tab(page, '/dashboard/analysis').click()
  await expect(page).not.toHaveTitle(/-/)
})

test('home and the last page stay open, and a closed tab activates its neighbour', async ({ open }) => {
  const page = await open('clerk', books)
  await openBills(page)
  const home = tab(page, '/dashboard/analysis')
  await expect(home.getByRole('tab', { name: '关闭' })).toHaveCount(0)
  await pick(page, books, '关闭左侧')
  await expect(page.getByText('首页不能关闭!')).toBeVisible()
  await tab(page, books).getByRole('tab', { name: '关闭' }).click()
  await expect(tabs(page)).toHaveText(['首页', '入库单'])
  await expect(page).toHaveURL(url(bills))
  await tab(page, bills).getByRole('tab').first().focus()
  await page.keyboard.press('Delete')
  await expect(page).toHaveURL(url('/dashboard/analysis'))
  await home.getByRole('tab').focus()
  await page.keyboard.press('Delete')
  await expect(page.getByText('这是最后一页，不能再关闭了啦')).toBeVisible()
  await expect(tabs(page)).toHaveText(['首页'])
})

test('closing a tab with unsaved work asks first', async ({ open }) => {
  const page = await open('clerk', books)
  await openBills(page)
  await page.getByRole('button', { name: /新增/ }).click()
  const form = page.getByRole('dialog', { name: '入库单' })
  await form.getByLabel('备注').fill('还没保存')
  await page.evaluate(() => window.history.go(-2))
  await expect(page).toHaveURL(url(books))
  await pick(page, books, '关闭其他')
  await page.getByRole('button', { name: '继续填写' }).click()
  await expect(tabs(page)).toHaveCount(3)
  await tab(page, bills).getByRole('tab', { name: '关闭' }).click()
  await page.getByRole('button', { name: '放弃修改' }).click()
  await expect(tabs(page)).toHaveText(['首页', '地方志书目'])
})

test('refreshing a tab requests its rows only', async ({ open }) => {
  const page = await open('clerk', books)
  await expect(rows(page).first()).toBeVisible()
  await openBills(page)
  await expect(rows(page).first()).toBeVisible()
  const asked: string[] = []
  page.on(
    'request',
    (request) => /\/resource\/.*\/list\?/.test(request.url()) && asked.push(new URL(request.url()).pathname),
  )
  await pick(page, books, '刷新')
  await expect.poll(() => asked).toEqual(['/jeecg-boot/resource/catalog/gazetteer/list'])
  await expect(page).toHaveURL(url(bills))
  await expect(page.locator('.app-kept-page[inert] .app-kept-page-renewed')).toHaveCount(1)
  await expect(page.locator('.app-kept-page:not([inert]) .app-kept-page-renewed')).toHaveCount(0)
})

test('Back closes an open form before it leaves the list, and asks if the form has unsaved work', async ({
  open,
}) => {
  const page = await open('clerk', books)
  await openBills(page)
  const list = page.url()
  const form = page.getByRole('dialog', { name: '入库单' })
  await page.getByRole('button', { name: /新增/ }).click()
  await form.getByLabel('备注').fill('填到一半')
  await page.goBack()
  await page.getByRole('button', { name: '继续填写' }).click()
  await expect(page.getByText('有未保存的内容')).toHaveCount(0)
  await expect(form.getByLabel('备注')).toHaveValue('填到一半')
  await page.goBack()
  await page.getByRole('button', { name: '放弃修改' }).click()
  await expect(form).toBeHidden()
  await expect(page).toHaveURL(list)
  // A form that was closed by its button leaves no step behind.
  await page.getByRole('button', { name: /新增/ }).click()
  await form.getByRole('button', { name: '取消' }).click()
  await expect(form).toBeHidden()
  await expect(page).toHaveURL(list)
  // The link of a record adds a step, as the buttons do.
  await page.getByRole('link', { name: /^RK/ }).first().click()
  await expect(form).toBeVisible()
  await page.goBack()
  await expect(form).toBeHidden()
  await expect(page).toHaveURL(list)
  await page.goBack()
  await expect(page).toHaveURL(url(books))
})

/** A page without imports that fails where its test says: while it is drawn, mounted, unmounted, or clicked. */
const failingPage = `
const fail = (place) => { if (window.failing === place) throw new Error('broken in ' + place) }
export default function FailingPage() {
  fail('render')
  const ref = () => { fail('effect'); return () => fail('clean-up') }
  const props = { ref, onClick: () => fail('event'), children: '能用的页面' }
  return { $$typeof: Symbol.for('react.transitional.element'), type: 'button', key: null, ref, props }
}`

test('a page that throws leaves the menu and the other tabs usable, and says what happened', async ({
  open,
  expected,
}) => {
  expected.push(/broken in/)
  const page = await open('clerk', books)
  await page.getByLabel('索书号', { exact: true }).fill('K295')
  await page.route('**/assets/BaseSetting-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: failingPage }),
  )
  const settings = '/account/settings/BaseSetting'
  const fails = (place: string) => page.evaluate((now) => Object.assign(window, { failing: now }), place)
  const box = page.locator('.app-error-box')
  const working = page.getByRole('button', { name: '能用的页面' })
  const usable = async () => {
    await tab(page, books).click()
    await expect(page.getByLabel('索书号', { exact: true })).toHaveValue('K295')
    await openBills(page)
    await expect(page.locator('.app-kept-page:not([inert]) .pro-body')).toBeVisible()
  }
  for (const place of ['render', 'effect']) {
    await fails(place)
    await follow(page, settings)
    await expect(box).toContainText(`broken in ${place}`)
    await usable()
    await fails('')
    await tab(page, settings).click()
    await box.getByRole('button', { name: '重新载入' }).click()
    await expect(working).toBeVisible()
    if (place === 'effect') break
    await tab(page, settings).getByRole('tab', { name: '关闭' }).click()
  }
  await fails('event')
  await working.click()
  await expect(page.getByText('刚才的操作没有完成')).toBeVisible()
  await expect(working).toBeVisible()
  await fails('clean-up')
  await tab(page, settings).getByRole('tab', { name: '关闭' }).click()
  await expect(tab(page, settings)).toHaveCount(0)
  await usable()
})
