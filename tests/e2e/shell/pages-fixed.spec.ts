import { expect } from '@playwright/test'
import { follow, openMenu, rows, test, url } from '../pages.ts'

const fixed: readonly (readonly [path: string, text: string, end?: string])[] = [
  ['/404', '抱歉，您访问的页面不存在或仍在开发中'],
  ['/no/such/page', '抱歉，您访问的页面不存在或仍在开发中', '/404'],
  ['/exception/403', '抱歉，您无权访问该页面'],
  ['/exception/404', '抱歉，您访问的页面不存在或仍在开发中'],
  ['/exception/500', '抱歉，服务器出错了'],
  ['/result/success', '提交成功'],
  ['/result/fail', '提交失败'],
  ['/test', '可以接收即时消息'],
]

test('the fixed pages are drawn, and an error page leads home', async ({ open }) => {
  const page = await open('admin', '/403', { single: true })
  await expect(page.locator('main')).toContainText('403')
  for (const [path, text, end] of fixed) {
    await follow(page, path)
    // The page before has the same text.
    if (end) await expect(page).toHaveURL(url(end))
    await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()
  }
  await expect(page).toHaveURL(url('/test/home'))
  await follow(page, '/exception/404')
  await page.getByRole('button', { name: '返回首页' }).filter({ visible: true }).click()
  await expect(page).toHaveURL(url('/dashboard/analysis'))
})

test('a chunk that is missing after an update reloads the page once, then shows an error', async ({
  open,
  expected,
}) => {
  expected.push(/status of 404|ChunkLoadError/)
  const page = await open('admin', null)
  let starts = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) starts++
  })
  await page.route('**/assets/BaseSetting-*.js', (route) => route.fulfill({ status: 404, body: '' }))
  await page.goto(url('/account/settings/BaseSetting'))
  await expect(page.getByText('页面没有载入')).toBeVisible()
  await expect(page.getByText('ChunkLoadError: missing')).toBeVisible()
  expect(starts).toBe(2)
  // The rest of the page is drawn.
  await expect(page.getByRole('menuitem', { name: '馆藏目录' })).toBeVisible()
  await page.unroute('**/assets/BaseSetting-*.js')
  await page.getByRole('button', { name: '重新载入' }).click()
  await expect(page.getByRole('heading', { name: '基本设置' })).toBeVisible()
  expect(starts).toBe(3)
})

test('a lost connection shows a quiet banner, and failed reads are repeated when it returns', async ({
  open,
  expected,
}) => {
  // Code that the first page has not fetched yet is missing too, and is loaded when the connection returns.
  expected.push(/ERR_INTERNET_DISCONNECTED|WebSocket|Failed to fetch|CHUNK_LOAD_FAILED/)
  const page = await open('clerk', '/catalog/gazetteer')
  await expect(rows(page)).toHaveCount(10)
  const bar = page.getByText(/^网络已断开（\d\d:\d\d 起），正在重新连接，连上后会自动重新读取。/)
  await page.context().setOffline(true)
  await expect(bar).toBeVisible()
  await openMenu(page, '入藏与库存', '入库单')
  await page.context().setOffline(false)
  await expect(bar).toBeHidden()
  await expect(page.locator('.app-kept-page:not([inert]) [data-row-id]')).toHaveCount(10)
})
