import { gzipSync } from 'node:zlib'
import { expect, type Request, type Response } from '@playwright/test'
import budgets from '../../../scripts/budgets.json' with { type: 'json' }
import { column, rows, startSession, test, url } from '../pages.ts'
import { passwords } from '../server.ts'

const { coldStart } = budgets.firstList

test(`a cold start to the first list loads at most ${coldStart} KB of scripts`, async ({ open }) => {
  const page = await open(null, null)
  // What is fetched ahead for the first form is no part of a first list; a browser that spares its line does without.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  )
  // The names of regions fill cells that are drawn, the numbers of tasks entries of the menu; its search, the menu of the
  // user, the notice of a cut line and the listeners of unexpected errors are fetched before they are needed, and the chart
  // of the home page is drawn last. Held back, they must not be missed, so they do not count.
  let release = () => {}
  const drawn = new Promise<void>((resolve) => {
    release = resolve
  })
  for (const part of [
    'regions',
    'Palette',
    'TaskCounts',
    'OfflineBanner',
    'late-listeners',
    'user-menu-items',
    'Chart',
  ])
    await page.route(`**/assets/${part}-*.js`, (route) => drawn.then(() => route.continue()))
  const scripts: Promise<number>[] = []
  const count = (response: Response) => {
    if (response.request().resourceType() === 'script')
      scripts.push(response.body().then((body) => gzipSync(body, { level: 9 }).length))
  }
  page.on('response', count)
  await page.goto(url('/user/login'))
  await page.getByLabel('用户名').fill('clerk')
  await page.getByLabel('密码', { exact: true }).fill(passwords.demo)
  await page.getByRole('button', { name: /登\s*录/ }).click()
  // The home page counts as well, however fast the menu is used.
  await expect(page.locator('.pro-panel-grid').first()).toBeVisible()
  await page.getByRole('menuitem', { name: '馆藏目录' }).click()
  await page.getByRole('menuitem', { name: '地方志书目' }).click()
  await expect(rows(page)).toHaveCount(10)
  page.off('response', count)
  release()
  // Records of other tests may have no region.
  await expect(column(page, 'fregion').filter({ hasText: '省' }).first()).toBeVisible()
  const sizes = await Promise.all(scripts)
  expect(sizes.length).toBeGreaterThan(2)
  const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / 1024
  test
    .info()
    .annotations.push({ type: 'scripts', description: `${kilobytes.toFixed(1)} KB in ${sizes.length} files` })
  expect(kilobytes).toBeLessThanOrEqual(coldStart)
})

test('every request of a session carries token and tenant, and every read except dictionaries carries its time', async ({
  open,
}) => {
  const session = await startSession('clerk')
  const page = await open(session, null)
  const requests: Request[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/jeecg-boot/')) requests.push(request)
  })
  await page.goto(url('/stock/in-bill'))
  await expect(rows(page)).toHaveCount(10)
  await page.getByRole('button', { name: '新增' }).click()
  const form = page.getByRole('dialog', { name: /入库单/ })
  await form.getByLabel('供应单位').click()
  await expect(page.getByRole('dialog', { name: '选择供应单位' }).getByRole('row').nth(1)).toBeVisible()

  const getPath = (request: Request) => new URL(request.url()).pathname.replace('/jeecg-boot', '')
  const lookups = requests.filter((request) => getPath(request).startsWith('/sys/dict/getDictItems/'))
  expect(lookups.length).toBeGreaterThan(0)
  expect(requests.length).toBeGreaterThan(lookups.length + 4)
  const faults: string[] = []
  for (const request of requests) {
    const headers = await request.allHeaders()
    if (headers['x-access-token'] !== session.token) faults.push(`${getPath(request)} without token`)
    if (headers.tenant_id !== '0') faults.push(`${getPath(request)} without tenant`)
    const isStamped = /[?&]_t=\d{10}(&|$)/.test(request.url())
    const isLook = request.method() === 'GET' && !lookups.includes(request)
    if (isStamped !== isLook)
      faults.push(`${request.method()} ${getPath(request)} ${isStamped ? 'with' : 'without'} _t`)
  }
  expect(faults).toEqual([])
})
