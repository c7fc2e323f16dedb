import { expect, type Page } from '@playwright/test'
import { isClean } from '../axe.ts'
import { atRest, follow, openCaller, rows, test, url } from '../pages.ts'

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

/** Pages that show any form or report by the name in their address, which the menu cannot list. */
const named = [
  '/online/cgformList/lib_donation',
  '/online/cgformTreeList/catalog.gazetteer',
  '/online/cgformErpList/lib_donation',
  '/online/cgformTabList/lib_donation',
  '/online/cgformInnerTableList/lib_donation',
  '/online/cgreport/report.accession-month',
]

/** The page is drawn, has a title, shows no failure, and is not wider than the window. */
async function isDrawn(page: Page, path: string) {
  const opened = await follow(page, path)
  await expect(opened, path).toHaveText(/\S{2}/)
  await expect(opened.locator('[aria-busy=true]').filter({ visible: true }), path).toHaveCount(0)
  await expect(page, path).toHaveTitle(/省地方志馆$/)
  await expect(page, path).toHaveURL(({ pathname }) => pathname === path)
  // Some examples are pages of errors.
  if (!path.startsWith('/exception/'))
    await expect(
      opened.getByText(/MODULE_NOT_FOUND|出错了|没有加载出来|暂时打不开/).filter({ visible: true }),
      path,
    ).toHaveCount(0)
  await atRest(page)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, path).toBeLessThanOrEqual(0)
}

/** Its content is the viewer of another project, with colours of its own. */
const foreign = '/monitor/api-docs'

/** All pages in each look take a quarter of an hour; without WALK=all each page is walked in one of the four. */
const isWhole = process.env.WALK === 'all'

for (const phone of [false, true])
  for (const dark of [false, true])
    test(`${isWhole ? 'every page' : 'every fourth page'} of the menu is drawn and has no serious accessibility fault, ${dark ? 'dark' : 'light'}, ${phone ? 'on a phone' : 'at a desk'}`, async ({
      open,
    }) => {
      test.setTimeout(900_000)
      // The catalogue draws as one scrolls, and has a test of its own.
      const all = [...(await readMenu()), ...named].filter((each) => each !== '/example/bench')
      expect(all.length).toBeGreaterThan(150)
      // Neighbours of the menu are of the same kind, so each kind is in each look.
      const look = (phone ? 2 : 0) + (dark ? 1 : 0)
      const addresses = all.filter((_, at) => isWhole || at % 4 === look)
      const page = await open('admin', '/404', { phone, dark, single: true })
      await expect(page.locator('main')).toContainText('404')
      for (const path of addresses) {
        await isDrawn(page, path)
        if (path === foreign) continue
        // The frame around the page is the same on each; the first page is examined with it.
        await isClean(page, path, path === addresses[0] ? {} : { within: '.app-kept-page:not([inert])' })
        // A picture of each page is beside the results of the test.
        const name = `${path.slice(1).replaceAll('/', '-')}.jpg`
        await page.screenshot({ path: test.info().outputPath(name), type: 'jpeg', quality: 60 })
      }
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
