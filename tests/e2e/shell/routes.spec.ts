import { expect, type Page } from '@playwright/test'
import { follow, openCaller, rows, test, url } from '../pages.ts'

interface Node {
  path: string
  component: string
  route: string
  meta: { title: string; url?: string; internalOrExternal?: boolean }
  children?: Node[]
}

/** Every address of the administrator's menu that has a page in the app, hidden ones too. */
const listAddresses = (menu: readonly Node[]): string[] =>
  menu.flatMap((node) => {
    const isPage = !/^layouts\//.test(node.component) && !node.meta.internalOrExternal
    return [...(isPage && !node.path.includes(':') ? [node.path] : []), ...listAddresses(node.children ?? [])]
  })

const readMenu = async () => {
  const { result } = await (await openCaller('admin')).call<{ menu: Node[] }>(
    'GET',
    '/sys/permission/getUserPermissionByToken',
  )
  return listAddresses(result.menu)
}

/** The page is drawn, has a title, and shows no failure. */
async function isDrawn(page: Page, path: string) {
  const opened = await follow(page, path)
  await expect(opened, path).toHaveText(/\S{2}/)
  await expect(opened.locator('[aria-busy=true]').filter({ visible: true }), path).toHaveCount(0)
  await expect(page, path).toHaveTitle(/省地方志馆$/)
  await expect(page, path).toHaveURL(({ pathname }) => pathname === path)
  await expect(
    opened.getByText(/MODULE_NOT_FOUND|出错了|没有加载出来/).filter({ visible: true }),
    path,
  ).toHaveCount(0)
}

// Neighbours of the menu are of the same kind, so each kind is drawn in both looks.
const looks = [
  { dark: false, phone: false, single: true },
  { dark: true, phone: true, single: true },
]
looks.forEach((look, at) => {
  const name = look.phone ? 'on a phone in the dark' : 'at a desk in the light'
  test(`every ${at === 0 ? 'odd' : 'even'} route of the menu is drawn, ${name}`, async ({ open }) => {
    test.setTimeout(600_000)
    // Pages with tests of their own: what no page is for on purpose, and the catalogue, which draws as one scrolls.
    const addresses = (await readMenu()).filter((each) => !/^\/(exception\/|example\/bench)/.test(each))
    expect(addresses.length).toBeGreaterThan(20)
    const page = await open('admin', '/404', look)
    await expect(page.locator('main')).toContainText('404')
    for (const path of addresses.filter((_, place) => place % looks.length === at)) await isDrawn(page, path)
  })
})

test('an unknown address, the root and the start of a group lead to a page', async ({ open }) => {
  const page = await open('admin', '/no/such/page')
  await expect(page).toHaveURL(url('/404'))
  await page.goto(url('/'))
  await expect(page).toHaveURL(url('/dashboard/analysis'))
  await expect(page).toHaveTitle('省地方志馆')
  await page.goto(url('/system'))
  await expect(page).not.toHaveURL(url('/system'))
  await expect(rows(page).first()).toBeVisible()
  const nobody = await open(null, '/stock/in-bill?no=1')
  await expect(nobody).toHaveURL(url(`/user/login?redirect=${encodeURIComponent('/stock/in-bill?no=1')}`))
  await nobody.goto(url('/user'))
  await expect(nobody).toHaveURL(/\/user\/login/)
})
