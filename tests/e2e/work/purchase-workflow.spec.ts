import { expect, type Page } from '@playwright/test'
import type { RecordWorkflow } from '#runtime/record/workflow/record-workflow.ts'
import { act, Caller, choose, confirm, openCaller, rows, type SignedIn, test } from '../pages.ts'
import { execute, passwords } from '../server.ts'

const people = {
  buyer: ['e2e.buyer', '买办员', '', 1],
  head: ['e2e.head', '部主任', '', 2],
  deputy: ['e2e.deputy', '分管馆长', 'deputy', 1],
  director: ['e2e.director', '正馆长', 'director', 1],
} as const
type Role = keyof typeof people

/** Four people of a department of their own, with the password and the roles of the demo's clerk. */
const addPeople = () =>
  execute(
    [
      `insert into sys_depart (id, parent_id, depart_name, depart_order, org_category, org_type, org_code)
       select 'E2E01', parent_id, '采购部', 9, org_category, org_type, 'E2E01' from sys_depart where id = 'A01A01'`,
      ...Object.values(people).flatMap(([name, realname, post, identity]) => [
        `insert into sys_user (id, username, realname, org_code, post, user_identity, depart_ids, password, must_change, create_by)
         select '${name}', '${name}', '${realname}', 'E2E01', '${post}', ${identity}, 'E2E01', password, false, 'system'
         from sys_user where username = 'clerk'`,
        `insert into sys_user_depart (user_id, dep_id) values ('${name}', 'E2E01')`,
        `insert into sys_user_role (user_id, role_id) select '${name}', r.role_id
         from sys_user_role r join sys_user u on u.id = r.user_id where u.username = 'clerk'`,
      ]),
    ].join(';'),
  )

async function signInAs(role: Role): Promise<SignedIn> {
  const credentials = { username: people[role][0], password: passwords.demo }
  return (await new Caller('').call<SignedIn>('POST', '/sys/login', credentials)).result
}

/** Opens the task of the order from the list of tasks. */
async function openTask(page: Page, number: string) {
  await page.getByRole('button', { name: '查询', exact: true }).click()
  await act(rows(page).filter({ hasText: number }), '办理')
  await expect(page.getByRole('dialog', { name: /采购订单/ })).toBeVisible()
}

const record = (page: Page) => page.getByRole('dialog', { name: /采购订单/ })

/** Decides in the opened record, with an opinion and, at the step of the finances, with the subject of the costs. */
async function decide(page: Page, action: string, opinion: string, subject?: string) {
  await record(page).getByRole('button', { name: action, exact: true }).click()
  const form = page.getByRole('dialog', { name: action, exact: true })
  await form.getByLabel('意见', { exact: true }).fill(opinion)
  if (subject !== undefined) await choose(page, form.getByLabel('经费科目'), subject)
  await form.getByRole('button', { name: action, exact: true }).click()
  // The next task would open by itself.
  await expect(page.getByText('没有等您办理的事')).toBeVisible()
}

/** Lets the department of the buyer spend 100,000 on books. */
async function grantBudget(admin: Caller) {
  const budget = { fdept: 'E2E01', fsubject: '图书购置', famount: 100_000 }
  const { id } = await admin.add('bill/budget', budget)
  const { success, message } = await admin.call('POST', '/resource/bill/budget/move/audit', { ids: id })
  expect(success, message).toBe(true)
}

const readCommitted = async () =>
  (await execute(`select fcommitted::int as committed from bl_budget_balance where fdept = 'E2E01'`)).rows

test('an order of 60,000 goes through four steps with a rejection, a hand-over, a reminder and a parallel vote, and is posted', async ({
  open: openPage,
}) => {
  const open = (who: SignedIn, path: string) => openPage(who, path, { single: true })
  await addPeople()
  const admin = await openCaller('admin')
  await grantBudget(admin)
  const sessions = {} as Record<Role, SignedIn>
  for (const role of Object.keys(people) as Role[]) sessions[role] = await signInAs(role)
  const buyer = new Caller(sessions.buyer.token)
  const order = await buyer.add('bill/purchase', {
    fsupplier: '四步供应商',
    fsupplierid: 'four',
    fdept: 'E2E01',
  })
  const row = { fspname: '宣纸', spid: 'test-goods', funit: '刀', fnum: 200, fprice: 300 }
  await buyer.call('POST', `/resource/bill/purchase/items/add?master=${order.id}`, row)
  const number = String(order.fbillno)

  const list = await open(sessions.buyer, `/bill/purchase?fbillno=${number}`)
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

  // Step 1, the head of the department: a rejection, and after the next submission a reminder of the timer.
  const head = await open(sessions.head, '/bpm/todo')
  await openTask(head, number)
  await decide(head, '退回', '请补三家比价')
  await expectState('待审核')
  await submit()
  await execute(`
    update sys_workflow_task set due_time = localtimestamp - interval '1 minute'
    where record_id = '${order.id}' and status = 'open';
    select graphile_worker.add_job('workflow-due')`)
  const urged = async () => {
    const { rows: found } = await execute(
      `select urged from sys_workflow_task where record_id = '${order.id}' and status = 'open'`,
    )
    return found.map((task) => task.urged)
  }
  await expect.poll(urged, { timeout: 20_000 }).toEqual([1])
  await head.goto(new URL('/bpm/todo', head.url()).href)
  await head.getByRole('button', { name: /消息/ }).click()
  const messages = head.getByRole('region', { name: '未读消息' })
  await messages.getByRole('tab', { name: /系统消息/ }).click()
  await expect(messages.getByText(new RegExp(`催办.*${number}`))).toBeVisible()
  await head.keyboard.press('Escape')
  await openTask(head, number)
  await decide(head, '同意', '比价已补')

  // Step 2, the deputy director: handed over to the head of the department.
  const deputy = await open(sessions.deputy, '/bpm/todo')
  await openTask(deputy, number)
  await record(deputy).getByRole('button', { name: '更多' }).last().click()
  await deputy.getByRole('menuitem', { name: '转办', exact: true }).click()
  const hand = deputy.getByRole('dialog', { name: '转办', exact: true })
  await hand.getByLabel('接手的人').fill(people.head[1])
  await deputy.getByRole('option', { name: new RegExp(people.head[1]) }).click()
  await hand.getByRole('button', { name: '转办', exact: true }).click()
  await expect(deputy.getByText('没有等您办理的事')).toBeVisible()
  await openTask(head, number)
  await decide(head, '同意', '已与财务核对', '图书购置')

  // Steps 3 and 4 at the same time: the director, and the keepers, who all have to agree. They are away, and two others vote.
  const { result } = await admin.call<RecordWorkflow>(
    'GET',
    `/workflow/record?screen=bill/purchase&id=${order.id}`,
  )
  const keepers = result.assignable.filter(({ title }) => title === '库房会签')
  expect(keepers).toHaveLength(2)
  for (const [at, { id }] of keepers.entries())
    await admin.call('POST', '/workflow/assign', { task: id, to: [people.head, people.deputy][at]?.[0] })
  const director = await open(sessions.director, '/bpm/todo')
  await openTask(director, number)
  await decide(director, '同意', '同意购买')
  await expectState('审批中')
  await openTask(head, number)
  await decide(head, '同意', '库房有地方')
  await expectState('审批中')
  await openTask(deputy, number)
  expect(await readCommitted()).toEqual([{ committed: 0 }])
  await decide(deputy, '同意', '同意')
  await expectState('已审核')
  expect(await readCommitted()).toEqual([{ committed: 60_000 }])
  await act(bill, '详情')
  const progress = record(list).getByRole('region', { name: '审批进度' })
  await expect(progress.getByRole('heading', { name: /审批进度 已通过/ })).toBeVisible()
  await expect(progress).toContainText('已与财务核对')
  const { rows: log } = await execute(`
    select l.action from sys_workflow_log l join sys_workflow_case c on c.id = l.case_id
    where c.record_id = '${order.id}' order by l.id`)
  expect(log.map(({ action }) => action)).toEqual([
    ...['提交', '退回', '提交', '到时', '同意', '转办', '同意', '改派', '改派', '同意', '同意', '同意'],
  ])
})
