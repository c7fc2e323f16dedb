import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { until } from '../api.ts'
import { choose, openMenu, signIn, url } from '../pages.ts'
import { writeWhole } from '../product.ts'
import { passwords } from '../server.ts'

const inBill = join(process.cwd(), 'schemas/stock/in-bill.json')
const cell = (table: Locator, row: number, field: string) =>
  table.locator('[data-row-id]').nth(row).locator(`[data-field="${field}"]`)

async function type(page: Page, target: Locator, text: string) {
  await target.click()
  // A click opens the cell's editor.
  const editor = target.locator('input')
  await expect(editor).toBeFocused()
  await editor.fill(text)
  await page.keyboard.press('Tab')
}

async function readStock(page: Page, spid: string): Promise<number> {
  const token = await page.evaluate(
    () => JSON.parse(localStorage.getItem('pro__Access-Token') ?? '{}').value as string,
  )
  const answer = await page.request.post(url('/jeecg-boot/system/btgOrder/getspinfobefore'), {
    headers: { 'X-Access-Token': token },
    data: { spid },
  })
  return Number((await answer.json()).result.fkcnum ?? 0)
}

test('a bill is added, computed, found, approved once, and its screen changes live', async ({
  page,
  browser,
}) => {
  await signIn(page, 'clerk', passwords.demo)
  await openMenu(page, '入藏与库存', '入库单')
  await page.getByRole('button', { name: /新增/ }).click()
  const form = page.getByRole('dialog', { name: /入库单/ })
  await choose(page, form.getByLabel('仓库'), '修复材料库')

  // Three goods picked at once become three rows.
  const table = form.getByRole('grid', { name: '入库明细' })
  await form.getByRole('button', { name: '新增一行' }).click()
  await cell(table, 0, 'fspmc').dblclick()
  const picker = page.getByRole('dialog', { name: /选择品名/ })
  for (const name of ['《浙江通志》', '宣纸修复用皮纸', '薄型典具帖']) {
    await picker.getByRole('row', { name }).getByRole('checkbox').check()
  }
  await picker.getByRole('button', { name: /确\s*定/ }).click()
  await expect(table.locator('[data-row-id]')).toHaveCount(3)

  await type(page, cell(table, 0, 'fnum'), '3')
  await type(page, cell(table, 0, 'fprice'), '420.5')
  await expect(cell(table, 0, 'famount')).toHaveText('1,261.50')
  // 1261.5 / (13 / 100 + 1) = 1116.371… at two decimals
  await expect(cell(table, 0, 'fwsamount')).toHaveText('1,116.37')
  await expect(form.getByLabel('合计数量')).toHaveValue('5.00')

  const saved = page.waitForResponse('**/stock/in-bill/add')
  await form.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('添加成功！')).toBeVisible()
  await expect(form).toBeHidden()
  const number: string = (await (await saved).json()).result.fbillno
  expect(number).toMatch(/^RK\d{12}$/)
  await expect(page.locator('[data-field="fbillno"]').first()).toHaveText(number)

  await page.getByLabel('单据编号').fill(`*${number.slice(2)}`)
  await page.getByRole('button', { name: '查询', exact: true }).click()
  await expect(page.getByText('共 1 条')).toBeVisible()

  const boss = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  await signIn(boss, 'admin', passwords.admin)
  await openMenu(boss, '入藏与库存', '入库单')
  const row = boss.locator('[data-row-id]', { hasText: number })
  const detail = await page.evaluate(
    async (id) => {
      const token = JSON.parse(localStorage.getItem('pro__Access-Token') ?? '{}').value as string
      const answer = await fetch(`/jeecg-boot/resource/stock/in-bill/queryById?id=${id}`, {
        headers: { 'X-Access-Token': token },
      })
      return (await answer.json()).result as { items: { spid: string; fnum: number }[] }
    },
    await row.getAttribute('data-row-id'),
  )
  const first = detail.items[0]
  if (!first) throw new Error('the saved bill has no rows')
  const before = await readStock(boss, first.spid)
  await row.getByRole('checkbox').check()
  await boss.getByRole('button', { name: '审核', exact: true }).click()
  await boss
    .getByRole('dialog')
    .getByRole('button', { name: /确\s*定/ })
    .click()
  await expect(row.getByText('已审核')).toBeVisible()
  expect(await readStock(boss, first.spid)).toBe(before + first.fnum)

  // Approving again is refused, by the screen and by the server.
  await expect(row.getByRole('checkbox')).not.toBeChecked()
  await row.getByRole('checkbox').check()
  await boss.getByRole('button', { name: '审核', exact: true }).click()
  await expect(boss.getByText('选中数据有已审核数据，单据无法提交！').first()).toBeVisible()

  // The document changes on disk; the open list follows without a reload.
  const source = readFileSync(inBill, 'utf8')
  try {
    writeWhole(inBill, source.replace('"title": "入库日期"', '"title": "收货日期"'))
    await until(() => boss.getByRole('columnheader', { name: '收货日期' }).isVisible(), 4000)
  } finally {
    writeWhole(inBill, source)
  }
  await until(() => boss.getByRole('columnheader', { name: '入库日期' }).isVisible(), 4000)
})
