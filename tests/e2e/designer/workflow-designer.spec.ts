import { expect } from '@playwright/test'
import { openCaller, test } from '../pages.ts'

test('a workflow of leaves is built with mouse and keys, shows its problems at their steps, is tried and released', async ({
  open,
}) => {
  const admin = await openCaller('admin')
  const long = { name: '长假人', beginDate: '2030-01-01', endDate: '2030-03-11', days: 70, reason: '进修' }
  await admin.add('bpm/leave', long)
  const page = await open('admin', '/bpm/definition')
  await page.getByRole('button', { name: '新增' }).click()
  const choose = (title: string) =>
    page.locator('.ant-select-dropdown:visible').getByTitle(title, { exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '新增流程' })
  await dialog.getByRole('combobox', { name: '界面' }).fill('请假申请')
  await choose('请假申请')
  await dialog.getByLabel('名称').fill('长假审批')
  await dialog.getByRole('button', { name: '开始设计' }).click()

  const flow = page.getByRole('region', { name: '流程图' })
  const cards = flow.locator('.view-flow-card')
  const settings = page.getByRole('complementary', { name: /的设置$/ })
  const problems = page.getByRole('region', { name: '问题' })
  const compare = async (days: string) => {
    const conditions = page.getByRole('dialog', { name: /条件/ })
    await conditions.getByRole('combobox', { name: '字段' }).fill('天数')
    await choose('天数')
    await conditions.getByRole('combobox', { name: '规则' }).press('ArrowDown')
    await choose('大于等于')
    await conditions.locator('.pro-advanced-value input').fill(days)
    await conditions
      .getByRole('button', { name: '确 定' })
      .or(conditions.getByRole('button', { name: '确定' }))
      .click()
    await expect(conditions).toHaveCount(0)
  }

  // The shipped workflow of leaves has no condition, so this one needs one.
  await expect(cards.first()).toContainText('1 处错误')
  await settings.getByRole('button', { name: '设置条件' }).click()
  await compare('30')
  await expect(cards.first()).toContainText('天数 大于等于 30')
  await expect(problems).toContainText('没有错误')

  await flow.getByRole('button', { name: '在「部门负责人审批」后面添加步骤' }).click()
  await page.getByRole('menuitem', { name: '条件分支', exact: true }).click()
  const branch = cards.filter({ hasText: '条件一' })
  await expect(branch).toContainText('1 处错误')
  await problems.getByRole('button', { name: '条件一' }).click()
  await settings.getByRole('button', { name: '设置条件' }).click()
  await compare('60')
  await expect(branch).toContainText('天数 大于等于 60')
  await expect(branch).not.toContainText('错误')

  const add = flow.getByRole('button', { name: '在「条件一」里添加步骤' })
  await add.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: '审批', exact: true }).click()
  const step = cards.filter({ hasText: '部门负责人（本部门）' }).nth(1)
  await expect(step).toBeFocused()
  await page.keyboard.press('Control+d')
  await expect(cards.filter({ hasText: '部门负责人（本部门）' })).toHaveCount(3)
  await page.keyboard.press('Delete')
  await expect(cards.filter({ hasText: '部门负责人（本部门）' })).toHaveCount(2)
  await page.keyboard.press('Control+z')
  await expect(cards.filter({ hasText: '部门负责人（本部门）' })).toHaveCount(3)
  await step.focus()
  await page.keyboard.press('ArrowUp')
  await expect(branch).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(settings.getByLabel('名称')).toBeFocused()
  await settings.getByLabel('名称').fill('馆领导审批')
  await settings.getByLabel('部门负责人').press('ArrowDown')
  await choose('上一级部门')
  await expect(cards.filter({ hasText: '馆领导审批' })).toContainText('部门负责人（上一级部门）')

  await page.getByText('步骤表单', { exact: true }).click()
  await expect(page.getByRole('combobox', { name: '哪一步的表单' })).toBeVisible()
  await expect(page.getByLabel('请假原因')).toBeVisible()
  await page.getByText('模拟', { exact: true }).click()
  // Before the release: the latest leave is of 70 days, and so goes to the head above as well.
  await expect(page.getByText('拿哪条记录试')).toBeVisible()
  const notes = flow.locator('.view-flow-note')
  await expect(notes.filter({ hasText: '「条件一」的条件成立' })).toHaveCount(1)
  await expect(notes.filter({ hasText: '办理' }).first()).toContainText('系统管理员')
  await expect(notes.filter({ hasText: '办理' })).toHaveCount(3)
  await page.getByText('流程图', { exact: true }).click()

  await expect(problems).toContainText('没有错误')
  await page.getByRole('button', { name: '检查并发布' }).click()
  await page
    .getByRole('dialog', { name: '检查并发布' })
    .getByRole('button', { name: '发布', exact: true })
    .click()
  await expect(page.getByText('已发布第 1 版')).toBeVisible()
  // Opened by its address it looks the same.
  await page.reload()
  await expect(cards.first()).toHaveCSS('flex-direction', 'column')
  await page.getByRole('button', { name: '全部文档' }).click()
  await expect(page.getByRole('link', { name: '长假审批', exact: true })).toBeVisible()
})
