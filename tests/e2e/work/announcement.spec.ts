import { expect } from '@playwright/test'
import { act, choose, confirm, openCaller, rows, search, test } from '../pages.ts'

const title = '盘点前请核对书目资料'

test('an announcement to a department opens the record that it names, and leaves every bell when it is withdrawn', async ({
  open,
}) => {
  const goods = await (await openCaller('admin')).call<{ records: { id: string; fname: string }[] }>(
    'GET',
    '/resource/base/goods/list?pageSize=1',
  )
  const [record] = goods.result.records
  if (!record) throw new Error('no goods')
  const page = await open('admin', '/isystem/annountCement')
  const clerk = await open('clerk', '/dashboard/analysis')
  const reader = await open('reader', '/dashboard/analysis')
  const bell = reader.getByRole('button', { name: /^消息/ })

  await page.getByRole('button', { name: '新增', exact: true }).click()
  const form = page.getByRole('dialog', { name: '新增系统通告' })
  await form.getByLabel('标题', { exact: true }).fill(title)
  await form.getByLabel('结束时间').fill('2099-01-01 00:00:00')
  await page.keyboard.press('Enter')
  await choose(page, form.locator('[data-key="msgType"] .ant-select'), '指定用户')
  await form.getByRole('combobox', { name: '指定部门' }).fill('采编部')
  await expect(page.getByText('回车取用').last()).toBeVisible()
  await page.keyboard.press('Enter')
  await form.getByLabel('摘要').fill('下周一盘点')
  await choose(page, form.locator('[data-key="openType"] .ant-select'), '本系统的页面')
  await form.getByLabel('打开页面').fill('base/goods')
  await form.getByLabel('打开的记录').fill(record.id)
  await form.getByRole('button', { name: '保存', exact: true }).click()
  await expect(form).toBeHidden()
  await page.getByLabel('标题', { exact: true }).fill(title)
  await search(page)
  await expect(rows(page)).toHaveCount(1)
  await act(rows(page), '发布')
  await confirm(page, '确定发布吗')
  await expect(rows(page).locator('[data-field="sendStatus"]')).toHaveText('已发布')

  // Both users of the department are told at once; the administrator belongs to another one.
  await clerk.getByRole('status').filter({ hasText: title }).getByRole('button', { name: '查看' }).click()
  await expect(clerk).toHaveURL(new RegExp(`form=detail&id=${record.id}`))
  await expect(clerk.getByRole('dialog').getByText(record.fname).first()).toBeVisible()
  await expect(bell).toHaveAccessibleName(/条未读/)
  await expect(page.getByRole('status').filter({ hasText: title })).toHaveCount(0)

  await act(rows(page), '撤销')
  await confirm(page, '确定撤销吗')
  await expect(rows(page).locator('[data-field="sendStatus"]')).toHaveText('已撤销')
  await expect(reader.getByRole('status').filter({ hasText: title })).toHaveCount(0)
  await bell.click()
  await expect(reader.getByRole('region', { name: '未读消息' }).getByText(title)).toHaveCount(0)
})
