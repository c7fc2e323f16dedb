import { expect, type Page } from '@playwright/test'
import { isClean } from '../axe.ts'
import { choose, openCaller, rows, test } from '../pages.ts'

const findDialog = (page: Page) => page.getByRole('dialog', { name: '高级查询' })
async function condition(page: Page, at: number, field: string, rule: string) {
  const dialog = findDialog(page)
  await choose(page, dialog.locator('.pro-advanced-field').nth(at), field)
  await choose(page, dialog.locator('.pro-advanced-rule').nth(at), rule)
}

test('a nested query is counted, saved for all, and opened by another user by its link', async ({ open }) => {
  const page = await open('admin', '/catalog/gazetteer')
  await page.getByRole('button', { name: '高级查询' }).click()
  const dialog = findDialog(page)
  await dialog.getByRole('button', { name: '查询', exact: true }).click()
  await expect(page.getByText('不能查询空条件')).toBeVisible()

  await condition(page, 0, '书名', '包含')
  await dialog.getByRole('textbox', { name: '书名' }).fill('志')
  await dialog.getByRole('button', { name: '添加条件组' }).click()
  await condition(page, 1, '卷数', '大于')
  await dialog.getByRole('textbox', { name: '卷数' }).first().fill('100')
  await dialog.getByRole('button', { name: '添加条件', exact: true }).first().click()
  await condition(page, 2, '卷数', '小于')
  await dialog.getByRole('textbox', { name: '卷数' }).nth(1).fill('20')
  const sentence = dialog.locator('.pro-advanced-sentence')
  await expect(sentence).toContainText('书名 包含 志 且（卷数 大于 100 或 卷数 小于 20）')
  await expect(sentence).toContainText(/找到 \d+ 条记录/)
  const found = Number(/找到 (\d+) 条/.exec((await sentence.textContent()) ?? '')?.[1])
  expect(found).toBeGreaterThan(0)

  const title = `大部头 ${Date.now()}`
  await dialog.getByRole('button', { name: /^保\s*存$/ }).click()
  const save = page.getByRole('dialog', { name: '保存为视图' })
  await save.getByRole('button', { name: /保\s*存/ }).click()
  await expect(page.getByText('保存名称不能为空')).toBeVisible()
  await save.getByRole('textbox', { name: '保存名称' }).fill(title)
  await save.getByText('所有人').click()
  await save.getByRole('button', { name: /保\s*存/ }).click()
  await expect(page.getByText('保存成功')).toBeVisible()
  await dialog.getByRole('button', { name: '查询', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page.locator('.pro-views').getByText(title)).toBeVisible()
  const total = page.getByText(`共 ${found} 条`)
  await expect(total.first()).toBeVisible()

  const { pathname, search } = new URL(page.url())
  const other = await open('reader', pathname + search)
  await expect(other.getByText(`共 ${found} 条`).first()).toBeVisible()
  await expect(other.locator('.pro-views .ant-tabs-tab-active')).toHaveText(title)
  await other.getByRole('button', { name: '清除高级查询' }).click()
  await expect(other.getByText(`共 ${found} 条`)).toHaveCount(0)
  await expect(rows(other).first()).toBeVisible()
  await expect(other.locator('.pro-views .ant-tabs-tab-active')).toHaveText('全部')
})

test('a query of a department is a view of its members, and opens with the list as their default', async ({
  open,
}) => {
  const title = `本部门 ${Date.now()}`
  const clerk = await openCaller('clerk')
  const saved = {
    title,
    matchType: 'and',
    records: [{ field: 'fname', rule: 'like', val: '纸', type: 'input' }],
    visibility: 'depart',
  }
  expect((await clerk.call('POST', '/sys/savedQuery/base/goods/save', saved)).success).toBe(true)
  const { result } = await clerk.call<{ id: string; title: string }[]>(
    'GET',
    '/sys/savedQuery/base/goods/list',
  )
  const id = result.find((query) => query.title === title)?.id
  const page = await open('clerk', '/base/goods')
  const view = (of: Page) => of.locator('.pro-views').getByText(title)
  await expect(view(page)).toBeVisible()
  await page.getByRole('button', { name: '高级查询' }).click()
  await findDialog(page)
    .getByRole('button', { name: `设为默认 ${title}` })
    .click()
  await expect(page.getByText('设置成功')).toBeVisible()

  const again = await open('clerk', '/base/goods')
  await expect(again.locator('.pro-views .ant-tabs-tab-active')).toHaveText(title)
  await expect(again.getByRole('button', { name: '清除高级查询' })).toBeVisible()
  await clerk.call('DELETE', `/sys/savedQuery/base/goods/delete?id=${id}`)
})

test('the dialog of the advanced query has no serious accessibility fault, at a desk in the light and on a phone in the dark', async ({
  open,
}) => {
  for (const isPhone of [false, true]) {
    const page = await open('admin', '/catalog/gazetteer', { dark: isPhone, phone: isPhone })
    await expect(rows(page).first()).toBeVisible()
    if (isPhone) {
      await page.getByRole('toolbar', { name: '操作' }).getByRole('button', { name: '更多' }).tap()
      await page.getByRole('menuitem', { name: '高级查询' }).tap()
    } else await page.getByRole('button', { name: '高级查询' }).click()
    await condition(page, 0, '书名', '包含')
    // The help of the value must not cover the button.
    await page.mouse.move(0, 0)
    await findDialog(page).getByRole('button', { name: '添加条件组' }).click()
    await isClean(page, `advanced query${isPhone ? ' on a phone' : ''}`, { isOnlyTheme: true })
  }
})

test('a picker finds records by an advanced query', async ({ open }) => {
  const page = await open('clerk', '/stock/in-bill')
  await page.getByRole('button', { name: '新增' }).click()
  await page
    .getByRole('dialog', { name: /入库单/ })
    .getByLabel('供应单位')
    .click()
  const picker = page.getByRole('dialog', { name: '选择供应单位' })
  const records = picker.locator('tr[data-row-key]')
  await expect(records.nth(1)).toBeVisible()
  const name = (await records.nth(1).locator('td').nth(1).textContent()) ?? ''
  await picker.getByRole('button', { name: '高级查询' }).click()
  const dialog = findDialog(page)
  const field = await picker.locator('th').nth(1).textContent()
  await condition(page, 0, field ?? '', '为')
  await dialog.locator('.pro-advanced-value input').fill(name)
  await expect(dialog.locator('.pro-advanced-sentence')).toContainText('找到 1 条记录')
  // Keys in the dialog are not those of the picker below it.
  await dialog.locator('.pro-advanced-value input').press('ArrowDown')
  await expect(dialog.locator('.pro-advanced-value input')).toBeFocused()
  await dialog.getByRole('button', { name: '查询', exact: true }).click()
  await expect(records).toHaveCount(1)
  await picker.getByRole('button', { name: '清除高级查询' }).click()
  await expect(records.nth(1)).toBeVisible()
})
