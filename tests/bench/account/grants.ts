import { chromium, type Page } from '@playwright/test'
import { startProduct, temporary } from '../../e2e/product.ts'
import { type Budget, median } from '../measure/budget.ts'
import { mainThread } from '../measure/main-thread.ts'

const password = 'bench-lantern-7'
const GROUPS = 20
const PAGES = 25
const BUTTONS = 3
/** Pages with their buttons: 2,000 entries, beside their groups. */
const ENTRIES = GROUPS * PAGES * (1 + BUTTONS)
const frameMs = 1000 / 60
const frames = 90
const ticks = 10

/** A tree of permissions of that size, as the server answers it. */
function treeList() {
  const node = (key: string, parentId: string, menuType: number, children: object[] = []) => ({
    key,
    title: key,
    parentId,
    menuType,
    ruleFlag: 0,
    ...(children.length > 0 && { children }),
  })
  const of = (count: number, make: (at: number) => object) =>
    Array.from({ length: count }, (_, at) => make(at))
  return of(GROUPS, (group) =>
    node(
      `组${group}`,
      '',
      0,
      of(PAGES, (page) => {
        const key = `界面${group}-${page}`
        return node(
          key,
          `组${group}`,
          1,
          of(BUTTONS, (button) => node(`${key} 按钮${button}`, key, 2)),
        )
      }),
    ),
  )
}

async function openDrawer(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/user/login`)
  await page.getByLabel('用户名').fill('admin')
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: /登\s*录/ }).click()
  await page.waitForURL(/dashboard/)
  await page.route('**/sys/role/queryTreeList*', async (route) =>
    route.fulfill({
      json: {
        success: true,
        code: 200,
        message: '',
        result: { treeList: treeList(), ids: [] },
        timestamp: 0,
      },
    }),
  )
  await page.goto(`${url}/isystem/roleUserList`)
  await page
    .locator('[data-row-id]')
    .filter({ hasText: 'clerk' })
    .getByRole('button', { name: '授权' })
    .click()
  await page.getByRole('button', { name: '树操作' }).click()
  await page.getByRole('menuitem', { name: '展开所有' }).click()
  await page.getByText('按钮0').first().waitFor()
  await page.waitForTimeout(1000)
}

/** Scrolls the tree by a third of its height in each frame. */
const scroll = (page: Page) =>
  page.evaluate(async (frames) => {
    const list = document.querySelector('.view-role-tree .ant-tree-list-holder')
    if (!list) throw new Error('no tree')
    for (let frame = 0; frame < frames; frame++) {
      list.scrollTop += list.clientHeight / 3
      await new Promise(requestAnimationFrame)
    }
    list.scrollTop = 0
    await new Promise(requestAnimationFrame)
  }, frames)

/** The grant drawer of a role with 2,000 expanded entries. */
export async function benchGrants(): Promise<Budget[]> {
  const data = temporary('office-grants')
  const product = await startProduct({
    DATA_DIR: data.path,
    ADMIN_PASSWORD: password,
    DEMO_PASSWORD: password,
  })
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await openDrawer(page, product.url)
    await scroll(page)
    const scrolled = (await mainThread(page, () => scroll(page))) / frames
    const box = page.locator('.view-role-tree .ant-tree-checkbox').nth(2)
    const ticked: number[] = []
    for (let tick = 0; tick < ticks; tick++) {
      ticked.push(await mainThread(page, () => box.click()))
      await page.waitForTimeout(300)
    }
    return [
      {
        name: `the grant drawer scrolls ${ENTRIES} entries, main thread of a frame`,
        value: scrolled,
        limit: frameMs,
        unit: 'ms',
      },
      {
        name: `a tick in the grant drawer of ${ENTRIES} entries, main thread`,
        value: median(ticked),
        limit: 50,
        unit: 'ms',
      },
    ]
  } finally {
    await browser.close()
    await product.stop()
    data.remove()
  }
}
