import { expect } from '@playwright/test'
import { shared } from '../api.ts'
import { test } from '../pages.ts'

const id = 'base/loan-slip'
const slip = (effect?: string) => ({
  version: 2,
  kind: 'screen',
  id,
  title: '借展单',
  perm: 'base:slip',
  table: { name: 'base_loan_slip' },
  fields: [
    { key: 'fbillno', title: '单号', type: 'input' },
    { key: 'ftotalamount', title: '金额', type: 'inputNumber', scale: 2 },
    { key: 'fstates', title: '状态', type: 'input', form: false },
    { key: 'fremark', title: '备注', type: 'input', showIf: "fbillno != ''" },
  ],
  flow: {
    field: 'fstates',
    initial: '待审核',
    moves: [{ code: 'audit', title: '审核', from: ['待审核'], to: '已审核', ...(effect && { effect }) }],
  },
  actions: { toolbar: ['add'], row: ['edit', 'audit'] },
})

test('registered code is chosen from a list, and an earlier choice is compared and restored', async ({
  open,
}) => {
  const api = shared()
  const release = async (body: object, base: object | null, note: string) => {
    await api.put('admin', `/design/documents/${id}/draft`, { base, body })
    const released = await api.post('admin', `/design/documents/${id}/release`, { note })
    expect(released.body.success, JSON.stringify(released.body)).toBe(true)
  }
  await release(slip('bill.log'), null, '审核时记一笔')
  await release(slip(), slip('bill.log'), '不记了')

  const page = await open('admin', `/online/cgform?design=${id}`)
  await page.getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '增强' }).click()
  const drawer = page.getByRole('dialog', { name: '增强' })
  await expect(drawer.getByText("显示：fbillno != ''")).toBeVisible()

  const audit = drawer.getByRole('region', { name: '审核' })
  await audit.getByRole('button', { name: '历史 2' }).click()
  await expect(audit.getByRole('listitem')).toHaveText([/第 2 版.*不记了/, /第 1 版.*审核时记一笔/])
  await audit.getByRole('listitem').nth(1).getByRole('button', { name: '对比' }).click()
  await expect(audit.getByRole('region', { name: '草稿里' })).toContainText('没有')
  await expect(audit.getByRole('region', { name: '第 1 版' })).toContainText('bill.log：')
  await audit.getByRole('listitem').nth(1).getByRole('button', { name: '恢复' }).click()
  await expect(audit.getByRole('region', { name: '草稿里' })).toContainText('bill.log：')

  await expect(audit.getByText(/要有字段 \w+/)).toBeVisible()

  // A list with descriptions; the choice is a change of the draft.
  await drawer.getByRole('combobox', { name: '再选一个字段' }).click()
  await page.getByTitle('单号', { exact: true }).click()
  await drawer.getByRole('combobox', { name: '单号的校验' }).click()
  await page.getByTitle(/统一社会信用代码/).click()
  await expect(page.getByText('2 处更改未发布')).toBeVisible()
})
