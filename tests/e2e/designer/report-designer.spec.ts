import { expect } from '@playwright/test'
import { test, url } from '../pages.ts'

const statement =
  'select b.fwarehouse, count(*) as fbills, sum(i.famount) as famount from stk_in_bill b join stk_in_bill_item i on i.fbillid = b.id where :since is null or b.fdate >= :since group by 1'

test('a statement becomes a report that is corrected, tried, drawn, released and removed', async ({
  open,
}) => {
  const page = await open('admin', '/online/cgreport')
  await page.getByRole('button', { name: '录入' }).click()
  const dialog = page.getByRole('dialog', { name: '新增报表' })
  await dialog.getByLabel('报表名称').fill('各库入库')
  await dialog.getByLabel('编码').fill('rp_by_warehouse')
  await dialog.getByRole('button', { name: '开始设计' }).click()

  const editor = page.getByRole('textbox', { name: '查询SQL' })
  // Without SQL: a table, its columns, a condition with a parameter, an order.
  await page.getByRole('button', { name: '设计查询' }).click()
  const composer = page.getByRole('dialog', { name: '设计查询' })
  const choose = async (label: string, text: string) => {
    await composer.getByRole('combobox', { name: label, exact: true }).press('ArrowDown')
    await page.locator('.ant-select-dropdown:visible').getByTitle(text, { exact: true }).click()
  }
  await composer.getByRole('combobox', { name: '从哪里取' }).fill('入库单')
  await page.getByTitle('入库单', { exact: true }).click()
  await composer.getByRole('button', { name: '入库单的入库明细' }).click()
  await choose('入库单的仓库怎么用', '显示')
  await choose('入库单的入库明细的金额怎么用', '合计')
  await composer.getByRole('tab', { name: '条件（0）', exact: true }).click()
  await composer.getByRole('button', { name: '添加条件', exact: true }).click()
  await composer.getByRole('combobox', { name: '字段' }).fill('入库日期')
  await page.locator('.ant-select-dropdown:visible').getByTitle('入库单 › 入库日期').click()
  await choose('规则', '不早于')
  await composer.getByText('参数', { exact: true }).click()
  await composer.getByRole('tab', { name: '排序和行数' }).click()
  await composer.getByRole('button', { name: '添加排序' }).click()
  await choose('第 1 个排序的列', '金额合计')
  await choose('第 1 个排序的方向', '从大到小')
  await expect(composer.getByText(/:fdate_from is null or h\.fdate >= :fdate_from/)).toBeVisible()
  await composer.getByRole('button', { name: '写成 SQL' }).click()
  await expect(composer).toBeHidden()
  const list = page.getByRole('navigation', { name: '列' }).getByRole('listitem')
  await expect(list).toHaveText([/报表设置/, /仓库/, /金额合计/])
  await page.getByRole('button', { name: '运行' }).click()
  await expect(page.getByText('共 4 行')).toBeVisible()
  // What the designer wrote opens again with its choices, until somebody changes the text.
  await page.getByRole('button', { name: '设计查询' }).click()
  await expect(composer.getByRole('tab', { name: '条件（1）', exact: true })).toBeVisible()
  await choose('入库单的入库明细的数量怎么用', '合计')
  // Of the totals those of more than a value that staff fill in.
  await composer.getByRole('tab', { name: '合计的条件（0）' }).click()
  await composer.getByRole('button', { name: '添加条件', exact: true }).filter({ visible: true }).click()
  await composer.getByRole('combobox', { name: '字段' }).filter({ visible: true }).fill('金额')
  await page.locator('.ant-select-dropdown:visible').getByTitle('金额合计', { exact: true }).click()
  await composer.getByText('参数', { exact: true }).filter({ visible: true }).click()
  await expect(
    composer.getByText('having (sum(t.famount) = :famount_sum or :famount_sum is null)'),
  ).toBeVisible()
  await composer.getByRole('button', { name: '写成 SQL' }).click()
  await expect(list).toHaveText([/报表设置/, /仓库/, /金额合计/, /数量合计/])
  await editor.press('Control+End')
  await editor.pressSequentially(' nulls last')
  await page.getByRole('button', { name: '设计查询' }).click()
  await expect(composer.getByText('现在的 SQL 是手写的')).toBeVisible()
  await composer.getByRole('button', { name: '取消' }).click()
  await editor.fill('')
  // Tables are completed by their names, with their titles.
  await editor.pressSequentially('select * from stk_in_bi')
  const table = page.getByRole('option', { name: /^stk_in_bill\b.*入库单/ }).first()
  await expect(table).toBeVisible()
  await table.click()
  await expect(editor).toHaveText('select * from stk_in_bill')
  await editor.fill(statement.replace('count(*)', 'pg_sleep(1)'))
  await expect(page.locator('.view-sql-fault')).toHaveText('pg_sleep')
  await expect(page.getByText('第 1 行：函数 pg_sleep 不在允许之列')).toBeVisible()
  await editor.fill(statement)
  await page.getByRole('button', { name: '解析' }).click()
  const columns = page.getByRole('navigation', { name: '列' })
  await expect(columns.getByRole('listitem')).toHaveText([/报表设置/, /仓库/, /fbills/, /金额/])
  await expect(page.getByText('没有错误')).toBeVisible()

  await page.getByRole('button', { name: '运行' }).click()
  await expect(page.getByText('共 4 行')).toBeVisible()
  await expect(page.getByText('这次查询很轻')).toBeVisible()
  await page.getByText('预览', { exact: true }).click()
  await expect(page.getByRole('heading', { name: '各库入库' })).toBeVisible()
  await expect(page.getByRole('cell', { name: '图书采编库' })).toBeVisible()
  await page.getByText('图', { exact: true }).click()
  await expect(page.locator('.pro-chart svg')).toBeVisible()

  await page.getByRole('button', { name: '检查并发布' }).click()
  await page
    .getByRole('dialog', { name: '检查并发布' })
    .getByRole('button', { name: '发布', exact: true })
    .click()
  await expect(page.getByText('已发布第 1 版')).toBeVisible()

  // The same editor opens from the list of all documents; its keys undo and store.
  await page.goto(url('/online/cgform?design=report/by-warehouse'))
  await page.getByTitle('列', { exact: true }).click()
  await page.getByText('SQL', { exact: true }).click()
  const fbills = columns.getByRole('button', { name: /^fbills/ }).first()
  await fbills.click()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(columns.getByRole('listitem')).toHaveText([/报表设置/, /fbills/, /仓库/, /金额/])
  await expect(page.getByText('1 处更改未发布')).toBeVisible()
  await page.keyboard.press('Control+s')
  await expect(page.getByText('草稿已保存').first()).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(columns.getByRole('listitem')).toHaveText([/报表设置/, /仓库/, /fbills/, /金额/])

  await page.goto(url('/online/cgreport'))
  const row = page.getByRole('row', { name: /各库入库/ })
  await expect(row.getByText('在线设计')).toBeVisible()
  await row.getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await page.getByRole('dialog', { name: '删除报表' }).getByRole('button', { name: '移除报表' }).click()
  await expect(row).toHaveCount(0)
})
