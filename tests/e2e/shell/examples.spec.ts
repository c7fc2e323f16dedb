import { expect } from '@playwright/test'
import { openCaller, test } from '../pages.ts'

test('staff do not see the examples', async ({ open }) => {
  const page = await open('clerk', '/list/query-list')
  await expect(page.locator('main')).toContainText(/404|403/)
  await expect(page.getByRole('menuitem', { name: '示例' })).toHaveCount(0)
})

test('the document of a page is shown with its words, and a copy of it opens in the designer', async ({
  open,
}) => {
  const page = await open('admin', '/form/step-form')
  await page.getByRole('button', { name: '查看配置' }).click()
  const drawer = page.getByRole('dialog', { name: '「分步表单」的配置' })
  await expect(drawer.getByRole('textbox', { name: '配置' })).toContainText('"id": "example/step-form"')
  const words = drawer.getByRole('region', { name: '词的意思' })
  await expect(words).toContainText('steps 分步')
  await expect(words).toContainText('页签作为步骤，一步填好再填下一步')
  await drawer.getByRole('button', { name: '复制为草稿' }).click()
  const dialog = page.getByRole('dialog', { name: '复制为草稿' })
  await expect(dialog.getByLabel('编号')).toHaveValue('example/step-form-copy')
  await dialog.getByRole('button', { name: '开始设计' }).click()
  await expect(page).toHaveURL(/design=example%2Fstep-form-copy/)
  await expect(page.getByText('分步表单副本').first()).toBeVisible()
  const caller = await openCaller('admin')
  const { success } = await caller.call('DELETE', '/design/documents/example/step-form-copy/draft')
  expect(success).toBe(true)
})

test('a form in steps is filled step by step, and ends with a page', async ({ open }) => {
  const page = await open('admin', '/form/step-form')
  await page.getByLabel('收款账户').fill('')
  await page.getByRole('button', { name: '下一步' }).click()
  await expect(page.getByText('收款账户必须填写')).toBeVisible()
  await page.getByLabel('收款账户').fill('zjgj@example.com')
  await page.getByRole('button', { name: '下一步' }).click()
  await expect(page.getByLabel('核对')).toHaveValue(/zjgj@example\.com.*5000 元/)
  await page.getByRole('button', { name: '提交' }).click()
  await expect(page.getByText('需要支付密码才能进行支付')).toBeVisible()
  await page.getByLabel('支付密码').fill('123456')
  await page.getByRole('button', { name: '提交' }).click()
  await expect(page.getByText('预计两小时内到账')).toBeVisible()
  await page.getByRole('button', { name: '再填一次' }).click()
  await expect(page.getByLabel('收款账户')).toHaveValue('test@example.com')
})

test('the answer of a form stays in its field', async ({ open }) => {
  const page = await open('admin', '/jeecg/InterfaceTest')
  await page.getByRole('button', { name: '发送' }).click()
  await expect(page.locator('[data-key="answer"]')).toContainText('receipt')
  await expect(page.locator('[data-key="answer"]')).toContainText('系统管理员')
})
