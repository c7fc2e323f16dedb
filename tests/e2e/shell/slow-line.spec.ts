import { expect, type Page } from '@playwright/test'
import { rows, startSession, test, url } from '../pages.ts'

const permissions = '**/sys/permission/getUserPermissionByToken*'
const list = '**/resource/stock/in-bill/list?*'

const lastAnswers = (page: Page) => page.evaluate(() => localStorage.getItem('pro__LAST_ANSWERS'))

/** Opens the list, and waits until what it needs is known for the next load. */
async function visit(page: Page) {
  await page.goto(url('/stock/in-bill'))
  await expect(rows(page)).toHaveCount(10)
  await expect.poll(() => lastAnswers(page)).toContain('/resource/stock/in-bill/list')
}

/** Holds an answer back until it is let go. */
async function hold(page: Page, address: string) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(address, async (route) => {
    await released
    await route.continue()
  })
  return release
}

test('a reload requests the rows together with the permissions, and draws them after the permissions', async ({
  open,
}) => {
  const page = await open('clerk', null)
  await visit(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const release = await hold(page, permissions)
  const answered = page.waitForResponse(list)
  await page.reload()
  await (await answered).finished()
  // The rows are here; whether they may be shown is not known yet.
  await expect(page.getByText('入库单')).toHaveCount(0)
  await expect(rows(page)).toHaveCount(0)
  release()
  await expect(rows(page)).toHaveCount(10)
  expect(asked.filter((path) => path.endsWith('/resource/stock/in-bill/list'))).toHaveLength(1)
})

test('a reload transfers nothing that the browser has cached', async ({ open }) => {
  const page = await open('clerk', null)
  await visit(page)
  const statuses = new Map<string, number>()
  page.on('response', (response) =>
    statuses.set(new URL(response.url()).pathname.replace('/jeecg-boot', ''), response.status()),
  )
  await page.reload()
  await expect(rows(page)).toHaveCount(10)
  await expect.poll(() => statuses.get('/schema/documents/stock/in-bill')).toBe(304)
  expect(statuses.get('/sys/permission/getUserPermissionByToken')).toBe(304)
  expect(statuses.get('/schema/index')).toBe(304)
  expect(statuses.get('/resource/stock/in-bill/list')).toBe(200)
})

test('a right that was revoked between two visits has no effect after a reload', async ({ open }) => {
  const page = await open('clerk', null)
  await visit(page)
  await expect(page.getByRole('button', { name: '新增' })).toBeVisible()
  await page.route(permissions, async (route) => {
    const { 'if-none-match': _, ...headers } = route.request().headers()
    const answer = await route.fetch({ headers })
    const body = (await answer.json()) as { result: { auth: { action: string }[] } }
    body.result.auth = body.result.auth.filter(({ action }) => action !== 'stock:in:add')
    await route.fulfill({ response: answer, json: body, headers: { ...answer.headers(), etag: 'W/"fewer"' } })
  })
  await page.reload()
  await expect(rows(page)).toHaveCount(10)
  await expect(page.getByRole('button', { name: '新增' })).toHaveCount(0)
})

test('signing out removes all data for the next user of the browser', async ({ open }) => {
  const page = await open(await startSession('clerk'), null)
  await visit(page)
  await page.getByRole('button', { name: '，账户' }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /确\s*定/ })
    .click()
  await expect(page.getByLabel('用户名')).toBeVisible()
  expect(await lastAnswers(page)).toBeNull()
  // A user who did not sign out leaves nothing for the next session either.
  const other = await startSession('reader')
  await page.evaluate(({ token, userInfo }) => {
    const stored = (value: unknown) => JSON.stringify({ value, expire: null })
    localStorage.setItem('pro__Access-Token', stored(token))
    localStorage.setItem('pro__LOGIN_USER', stored(userInfo))
    const answers = { '/sys/permission/getUserPermissionByToken': { tag: 'W/"x"', result: {} } }
    localStorage.setItem('pro__LAST_ANSWERS', stored({ owner: 'somebody@0', answers, reads: {} }))
  }, other)
  const first = page.waitForRequest(permissions)
  await page.goto(url('/stock/in-bill'))
  expect((await first).headers()).not.toHaveProperty('if-none-match')
  await expect(rows(page)).toHaveCount(10)
  await expect(page.getByRole('button', { name: '新增' })).toHaveCount(0)
})

test('the first form loads only its record when the browser has been idle', async ({ open }) => {
  const page = await open('clerk', null)
  const form = page.waitForResponse('**/assets/FormHost-*.js')
  const grid = page.waitForResponse('**/assets/DetailTable-*.js')
  await visit(page)
  await Promise.all([form, grid])
  await page.waitForLoadState('networkidle')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await rows(page).first().getByRole('link').first().click()
  await expect(page.getByRole('dialog').locator('[data-row-id]').first()).toBeVisible()
  expect(asked.filter((address) => /FormHost|DetailTable|useWork/.test(address))).toEqual([])
})
