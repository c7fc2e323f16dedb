import { expect } from '@playwright/test'
import { isClean } from '../axe.ts'
import { choose, follow, openCaller, test } from '../pages.ts'

const today = '2026-11-20'
const bill = (fspmc: string) => ({
  fdate: today,
  fwarehouse: 'CK01',
  items: [{ fspmc, spid: 'test-goods', funit: '册', fnum: 1, fprice: 10, ftaxrate: 13 }],
})

test('waiting bills are approved by keys, each opens the next, and the bill names who approved it', async ({
  open,
}) => {
  const admin = await openCaller('admin')
  const own = await admin.add('stock/in-bill', bill('待办甲'))
  await admin.add('stock/in-bill', bill('待办乙'))
  const number = String(own.fbillno)
  const page = await open('admin', '/dashboard/inbox')
  const record = page.getByRole('region', { name: '待办的单据' })
  const place = record.getByRole('status').first()
  await expect(place).toHaveText(/^第 1 项，共 \d+ 项$/)
  await page.keyboard.press('j')
  await expect(place).toHaveText(/^第 2 项，/)
  await page.keyboard.press('k')
  await expect(place).toHaveText(/^第 1 项，/)
  await isClean(page, 'inbox')
  // The first bill may be approved by another test meanwhile, and keys mean nothing until the record is drawn.
  await follow(page, `/dashboard/inbox?bill=stock/in-bill:${own.id}`)
  await expect(record).toContainText(number)
  await expect(record.getByRole('button', { name: /^审核/ })).toBeVisible()
  await page.keyboard.press('a')
  await expect(page.getByRole('dialog', { name: '审核' }).getByRole('button', { name: '确定' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('.ant-message')).toContainText('审核成功')
  // Where more bills wait than are listed, the next one takes the place.
  await expect(page.getByRole('navigation', { name: '待办' })).not.toContainText(number)
  await expect(place).toHaveText(/^第 \d+ 项，/)
  await expect(record).not.toContainText(number)

  const detail = await open('admin', `/stock/in-bill?form=detail&id=${own.id}`)
  const moves = detail.getByRole('table').filter({ hasText: '意见' })
  await expect(moves).toContainText('审核')
  await expect(moves).toContainText('系统管理员')
})

test('selected records get one new value together, and the change is undone in the message', async ({
  open,
}) => {
  const admin = await openCaller('admin')
  for (const fcallno of ['PL/1', 'PL/2'])
    await admin.add('catalog/gazetteer', { fcallno, ftitle: `批量${fcallno}`, fvolumes: 3 })
  const page = await open('admin', '/catalog/gazetteer?fcallno=PL*')
  const cells = page.locator('tbody tr[data-row-key]')
  await expect(cells).toHaveCount(2)
  for (const row of [0, 1]) await cells.nth(row).getByRole('checkbox').check()
  await page.getByRole('button', { name: '批量修改' }).click()
  const dialog = page.getByRole('dialog', { name: '批量修改' })
  await dialog.getByRole('combobox', { name: '修改哪一项' }).click()
  await page.getByTitle('卷数', { exact: true }).last().click()
  await dialog.getByLabel('新的卷数').fill('7')
  await dialog.getByRole('button', { name: '修改 2 条' }).click()
  await expect(page.locator('.ant-message')).toContainText('已修改 2 条')
  await expect(cells.filter({ hasText: /\b7\b/ })).toHaveCount(2)
  await page.locator('.ant-message').getByText('撤销').click()
  await expect(cells.filter({ hasText: /\b7\b/ })).toHaveCount(0)
})

test('a list is grouped by a column, and a saved view brings the groups back', async ({ open }) => {
  const page = await open('admin', '/catalog/gazetteer')
  await page.getByRole('button', { name: '列设置' }).click()
  await page.getByRole('button', { name: '按志书类别分组' }).click()
  const lines = page.getByRole('button', { name: /^志书类别：/ })
  await expect(lines.first()).toHaveAttribute('aria-expanded', 'true')
  const rowCount = await page.locator('tbody tr[data-row-key] [type=checkbox]').count()
  await page.getByRole('tooltip').getByRole('button', { name: '保存为视图' }).click()
  const dialog = page.getByRole('dialog', { name: '保存为视图' })
  await dialog.getByLabel('保存名称').fill('按类别看')
  await dialog.getByRole('button', { name: /保\s?存/ }).click()
  await expect(page.getByRole('tab', { name: '按类别看', selected: true })).toBeVisible()
  await lines.first().focus()
  await page.keyboard.press('ArrowLeft')
  await expect(lines.first()).toHaveAttribute('aria-expanded', 'false')
  expect(await page.locator('tbody tr[data-row-key] [type=checkbox]').count()).toBeLessThan(rowCount)
  await isClean(page, 'grouped list')
  await page.getByRole('tab', { name: '全部' }).click()
  await expect(lines).toHaveCount(0)
  await page.reload()
  await page.getByRole('tab', { name: '按类别看' }).click()
  await expect(lines.first()).toBeVisible()
})

test('a scanner fills a count of one warehouse, one Enter for each book, and keeps a code that it does not find', async ({
  open,
}) => {
  const admin = await openCaller('admin')
  for (const [name, fbarcode] of [
    ['盘点甲', '9787000000017'],
    ['盘点乙', '9787000000024'],
  ] as const) {
    const { id: spid } = await admin.add('base/goods', {
      fcode: `PD-${fbarcode}`,
      fname: name,
      funit: '册',
      fcategory: 'B02A01',
      fbarcode,
    })
    const items = [{ ...bill(name).items[0], spid, fnum: 5 }]
    const { id } = await admin.add('stock/in-bill', { ...bill(name), items })
    await admin.call('POST', '/resource/stock/in-bill/move/audit', { ids: id })
  }
  const page = await open('admin', '/stock/count?form=add')
  const form = page.getByRole('dialog', { name: /新增盘点单/ })
  await choose(page, form.locator('[data-key="fwarehouse"] .ant-select'), '图书采编库')
  await form.getByRole('button', { name: '新增一行' }).click()
  const counted = form.locator('[data-row-id]')
  const scan = async (code: string) => {
    await page.keyboard.type(code)
    await page.keyboard.press('Enter')
  }
  await scan('9787000000017')
  await expect(counted.first()).toContainText('盘点甲')
  await scan('9787000000024')
  await expect(counted.nth(1)).toContainText('盘点乙')
  await expect(counted.filter({ hasText: '盘点甲' }).locator('[data-field="frealnum"]')).toHaveText('1.00')
  await scan('9787000000017')
  await expect(counted.filter({ hasText: '盘点甲' }).locator('[data-field="frealnum"]')).toHaveText('2.00')
  await expect(form.getByText('「盘点甲」已在第 1 行，实盘数量加到 2')).toBeVisible()
  await scan('9787999999999')
  await expect(counted.nth(2)).toContainText('9787999999999')
})
