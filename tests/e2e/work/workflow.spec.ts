import { expect, type Page } from '@playwright/test'
import type { RecordWorkflow } from '#runtime/record/workflow/record-workflow.ts'
import { act, confirm, openCaller, rows, test } from '../pages.ts'

/** Decides in the opened record, with an opinion. */
async function decide(page: Page, action: string, opinion: string) {
  const record = page.getByRole('dialog', { name: /采购订单/ })
  await record.getByRole('button', { name: action, exact: true }).click()
  const form = page.getByRole('dialog', { name: action, exact: true })
  await form.getByLabel('意见', { exact: true }).fill(opinion)
  await form.getByRole('button', { name: action, exact: true }).click()
  await expect(form).toBeHidden()
}

test('a purchase order goes back once, comes again, and is approved by the last of its steps', async ({
  open,
}) => {
  const clerk = await openCaller('clerk')
  const order = await clerk.add('bill/purchase', { fsupplier: '流程供应商', fsupplierid: 'flow' })
  const row = { fspname: '方志用纸', spid: 'test-goods', funit: '册', fnum: 40, fprice: 300 }
  const { success, message } = await clerk.call(
    'POST',
    `/resource/bill/purchase/items/add?master=${order.id}`,
    row,
  )
  expect(success, message).toBe(true)
  const number = String(order.fbillno)
  const list = await open('clerk', `/bill/purchase?fbillno=${number}`)
  const bill = rows(list).filter({ hasText: number })
  const expectState = async (state: string) => {
    await list.getByRole('button', { name: '查询', exact: true }).click()
    await expect(bill.locator('[data-field="fstates"]')).toHaveText(state)
  }
  const submit = async () => {
    await act(bill, '提交审批')
    await confirm(list, '提交审批')
    await expectState('审批中')
  }
  await submit()

  // Nobody is the head of the department, so the step is the administrator's.
  const admin = await open('admin', '/bpm/todo')
  await act(rows(admin).filter({ hasText: number }), '办理')
  await decide(admin, '退回', '请改用再生纸')
  await expect(rows(admin).filter({ hasText: number })).toHaveCount(0)
  await expectState('待审核')
  await submit()

  await admin.goto(new URL('/bpm/todo', admin.url()).href)
  await act(rows(admin).filter({ hasText: number }), '办理')
  await decide(admin, '同意', '可以')
  await expect(rows(admin).filter({ hasText: number })).toHaveCount(0)

  // The deputy director is away: the administrator takes the step over.
  const manager = await openCaller('admin')
  const { result } = await manager.call<RecordWorkflow>(
    'GET',
    `/workflow/record?screen=bill/purchase&id=${order.id}`,
  )
  const [step] = result.assignable
  expect(step?.title).toBe('财务审批')
  await manager.call('POST', '/workflow/assign', { task: step?.id, to: 'admin' })
  // The next task of the administrator has opened by itself.
  await admin.goto(new URL('/bpm/todo', admin.url()).href)
  await act(rows(admin).filter({ hasText: number }), '办理')
  await decide(admin, '同意', '同意购买')
  await expect(rows(admin).filter({ hasText: number })).toHaveCount(0)
  await expectState('已审核')
})
