import { expect, type Locator, type Page } from '@playwright/test'
import { bill, row } from '../api.ts'
import { isClean } from '../axe.ts'
import { act, atRest, openCaller, rows, test, url } from '../pages.ts'

const catalogue = '/catalog/gazetteer'

/** Nothing is wider than the window, and what can be tapped is at least 40 px high. */
async function isForFingers(page: Page, targets: Locator) {
  await atRest(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
  for (const target of await targets.all())
    expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(40)
}

test('a list on a phone is filtered by chips and by the tree in a sheet, and sorted', async ({ open }) => {
  const page = await open('clerk', catalogue, { phone: true })
  await expect(rows(page)).toHaveCount(10)
  await expect(page.getByRole('banner').getByText('地方志书目')).toBeVisible()
  const total = page.getByText(/^共 \d+ 条$/)
  const before = String(await total.textContent())
  const bar = page.getByRole('toolbar', { name: '操作' })
  await isForFingers(page, bar.getByRole('button'))

  await page.getByRole('button', { name: '志书分类' }).tap()
  await page.getByRole('dialog', { name: '志书分类' }).getByText('通志', { exact: true }).tap()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(total).not.toHaveText(before)
  await expect(page.getByRole('button', { name: '志书分类 通志' })).toBeVisible()
  await page.getByRole('button', { name: '去掉 志书分类' }).tap()
  await expect(total).toHaveText(before)

  await page.getByRole('button', { name: '成书年代' }).tap()
  const sheet = page.getByRole('dialog', { name: '成书年代' })
  await isClean(page, 'query sheet')
  await sheet.getByLabel('成书年代').click()
  await page.locator('.ant-select-dropdown:visible').getByTitle('宋', { exact: true }).click()
  await sheet.getByRole('button', { name: '查询' }).tap()
  await expect(page.getByRole('button', { name: '成书年代 宋', exact: true })).toBeVisible()
  await expect(total).not.toHaveText(before)
  await page.getByRole('button', { name: '去掉 成书年代' }).tap()
  await expect(total).toHaveText(before)

  await page.getByRole('button', { name: /^排序/ }).tap()
  await page.getByRole('menuitem', { name: '卷数 降序' }).tap()
  await expect(page).toHaveURL(/sort=-fvolumes/)
  await expect(rows(page).first().locator('[data-field=fvolumes]')).toHaveText(/卷数\d+/)
})

test('a list without records has its filters and its actions on a phone', async ({ open }) => {
  const page = await open('clerk', '/bill/purchase?fbillno=nothing', { phone: true })
  await expect(page.getByText(/没有满足这个条件的/)).toBeVisible()
  await isForFingers(page, page.getByRole('toolbar', { name: '操作' }).getByRole('button'))
})

test('saved queries that arrive late do not move the rows of a phone, and open as views', async ({
  open,
}) => {
  const clerk = await openCaller('clerk')
  const title = `卷数过百 ${Date.now()}`
  const records = [{ field: 'fvolumes', rule: 'gt', val: '100' }]
  const query = { title, matchType: 'and', records, visibility: 'private' }
  await clerk.call('POST', `/sys/savedQuery${catalogue}/save`, query)
  const page = await open('clerk', null, { phone: true })
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/savedQuery.*list/, async (route) => {
    await released
    await route.continue()
  })
  await page.goto(url(catalogue))
  await expect(rows(page)).toHaveCount(10)
  await atRest(page)
  const top = async () => (await rows(page).first().boundingBox())?.y
  const before = await top()
  release()
  const views = page.getByRole('button', { name: '视图', exact: true })
  await expect(views).toBeVisible()
  expect(await top()).toBe(before)
  await views.tap()
  await page.getByRole('menuitem', { name: title }).tap()
  await expect(page.getByRole('button', { name: `视图 ${title}` })).toBeVisible()
  await expect(page).toHaveURL(/superQueryParams/)
})

test('rows of a list are selected on a phone by a long press and by taps', async ({ open }) => {
  const page = await open('clerk', catalogue, { phone: true })
  await expect(rows(page)).toHaveCount(10)
  const bar = page.getByRole('toolbar', { name: '批量操作' })
  const title = await rows(page).first().boundingBox()
  await page.mouse.move((title?.x ?? 0) + 60, (title?.y ?? 0) + 20)
  await page.mouse.down()
  await expect(bar).toContainText('已选 1 项')
  await page.mouse.up()
  await rows(page).nth(2).tap()
  await expect(bar).toContainText('已选 2 项')
  await expect(page).not.toHaveURL(/form=/)
  await page.getByRole('checkbox', { name: '全选本页' }).tap()
  await expect(bar).toContainText('已选 10 项')
  await isForFingers(page, bar.getByRole('button'))
  await isClean(page, 'selection')
  await bar.getByRole('button', { name: '打印' }).tap()
  const preview = page.getByRole('dialog', { name: /打印预览/ })
  await expect(preview.locator('.pro-print-paper')).toHaveCount(10)
  await preview.getByRole('button', { name: '关闭' }).tap()
  await bar.getByRole('button', { name: '取消' }).tap()
  await expect(bar).toBeHidden()
  // Outside the selection a tap anywhere on an entry opens its record.
  await rows(page).nth(1).locator('[data-field=fcallno]').tap({ force: true })
  await expect(page.getByRole('dialog', { name: /详细信息/ })).toBeVisible()
})

test('a form on a phone has rows, the total, a draft, and an arrow back', async ({ open }) => {
  const clerk = await openCaller('clerk')
  const items = ['甲', '乙'].map((fspmc) => row({ fspmc, fnum: 2, fprice: 10 }))
  const { id } = await clerk.add('stock/in-bill', bill({ items }))
  const page = await open('clerk', `/stock/in-bill?form=edit&id=${id}`, { phone: true })
  const form = page.getByRole('dialog', { name: /入库单/ })
  await expect(form.getByText('合计金额', { exact: true }).last().locator('..')).toContainText('40.00')
  await isForFingers(page, form.locator('.pro-item:not([data-bare])'))
  await isClean(page, 'form')
  const label = await form.getByText('联系电话').boundingBox()
  const control = await form.getByLabel('联系电话').boundingBox()
  expect(control?.x).toBeGreaterThan(label?.x ?? 0)
  expect(
    Math.abs((control?.y ?? 0) + (control?.height ?? 0) / 2 - (label?.y ?? 0) - (label?.height ?? 0) / 2),
  ).toBeLessThan(4)

  await form.getByLabel('备注').fill('路上写的')
  await form.getByRole('button', { name: '存草稿' }).tap()
  await expect(page.getByText('草稿已存在本机')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: '恢复', exact: true }).tap()
  await expect(form.getByLabel('备注')).toHaveValue('路上写的')
  await form.getByRole('button', { name: '保存', exact: true }).tap()
  await expect(form).toBeHidden()

  await act(rows(page).first(), '详情')
  await page.getByRole('dialog').getByRole('button', { name: '返回' }).tap()
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('a picker on a phone lists entries, finds them by one text, and returns several', async ({ open }) => {
  const page = await open('clerk', '/stock/in-bill?form=add', { phone: true })
  const form = page.getByRole('dialog', { name: '新增入库单' })
  await form.getByRole('button', { name: '批量选品名' }).tap()
  const picker = page.getByRole('dialog', { name: '选择品名' })
  const entries = picker.getByRole('checkbox')
  await expect(entries).toHaveCount(10)
  await isForFingers(page, picker.locator('[data-row-id]'))
  await picker.getByRole('textbox', { name: '搜索' }).fill('纸')
  await expect(entries).toHaveCount(3)
  await entries.nth(0).tap()
  await entries.nth(1).tap()
  await expect(picker).toContainText('已选 2 条')
  await isClean(page, 'picker')
  await picker.getByRole('button', { name: '确定' }).tap()
  await expect(picker).toBeHidden()
  await expect(form.getByRole('list', { name: '入库明细' }).getByRole('button')).toHaveCount(2)

  await form.getByLabel('供应单位').tap()
  const suppliers = page.getByRole('dialog', { name: '选择供应单位' })
  await expect(suppliers.locator('[data-row-id]').first()).toBeVisible()
  // The back key closes the picker, not the form.
  await page.goBack()
  await expect(suppliers).toBeHidden()
  await form.getByLabel('供应单位').tap()
  await suppliers.locator('[data-row-id]').first().getByRole('button').tap()
  await expect(suppliers).toBeHidden()
  await expect(form.getByLabel('供应单位')).toHaveValue(/\S/)
})

test('a tablet has the shell of a phone: the menu in a drawer, the title in the header, no tabs', async ({
  open,
}) => {
  const page = await open('clerk', catalogue)
  await expect(rows(page)).toHaveCount(10)
  await expect(page.getByRole('tab', { name: '地方志书目' })).toBeVisible()
  for (const width of [1087, 769]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(page.getByRole('banner').getByText('地方志书目')).toBeVisible()
    await expect(page.getByRole('tab', { name: '地方志书目' })).toBeHidden()
    await expect(page.getByRole('navigation', { name: '面包屑' })).toBeHidden()
    await expect(page.getByRole('menuitem', { name: '馆藏目录' })).toBeHidden()
    await expect(page.getByRole('table').first()).toBeVisible()
  }
  // The first width of a desktop.
  await page.setViewportSize({ width: 1088, height: 900 })
  await expect(page.getByRole('tab', { name: '地方志书目' })).toBeVisible()
  await page.setViewportSize({ width: 769, height: 900 })
  await page.getByRole('button', { name: '展开菜单' }).click()
  const menu = page.getByRole('dialog', { name: '菜单' })
  await menu.getByRole('menuitem', { name: '入藏与库存' }).click()
  await menu.getByRole('menuitem', { name: '入库单', exact: true }).click()
  await expect(page.getByRole('banner').getByText('入库单')).toBeVisible()
  await expect(menu).toBeHidden()
})
