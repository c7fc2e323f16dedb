import { expect, type Page } from '@playwright/test'
import { act, Caller, confirm, openCaller, rows, type SignedIn, test, url } from '../pages.ts'
import { execute, passwords } from '../server.ts'

const designer = { username: 'e2e-designer', password: 'lantern river 77', realname: '王编审' }
const supplier = '/online/cgform?design=base/supplier'

async function startDesigner(): Promise<SignedIn> {
  const admin = await openCaller('admin')
  await admin.call('POST', '/sys/user/add', {
    ...designer,
    confirmpassword: designer.password,
    workNo: 'E2E78',
    phone: '13811110078',
    selecteddeparts: 'A01A01',
  })
  await admin.call('PUT', '/sys/user/administrator', {
    username: designer.username,
    administrator: '1',
    password: passwords.admin,
  })
  return (await new Caller('').call<SignedIn>('POST', '/sys/login', designer)).result
}

const findFields = (page: Page) => page.getByRole('navigation', { name: '字段' })
const checked = (page: Page) =>
  expect(page.getByRole('region', { name: '问题' }).getByText('没有错误')).toBeVisible()
const saved = async (page: Page) => {
  await checked(page)
  await expect(page.getByRole('status').getByText('草稿已保存')).toBeVisible()
}

async function rename(page: Page, key: string, title: string) {
  await findFields(page).getByRole('button').filter({ hasText: key }).first().click()
  const settings = page.getByRole('complementary', { name: /的设置$/ })
  await expect(settings.getByText(key, { exact: true }).first()).toBeVisible()
  const stored = page.waitForResponse(
    (answer) => answer.url().includes('/draft') && answer.request().method() === 'PUT',
  )
  await settings.getByLabel('名称', { exact: true }).fill(title)
  await stored
}

async function release(page: Page) {
  await page.getByRole('button', { name: '检查并发布' }).click()
  const dialog = page.getByRole('dialog', { name: '检查并发布' })
  await dialog.getByRole('button', { name: '发布', exact: true }).click()
  return dialog
}
const released = (page: Page, revision: number) =>
  expect(page.getByText(`已发布第 ${revision} 版`)).toBeVisible()

test('two designers of one screen merge, choose where both changed the same part, and an open list follows; so do two pages of one', async ({
  open,
  expected,
}) => {
  expected.push(/status of 401/, /WebSocket/)
  const admin = await openCaller('admin')
  const { result: before } = await admin.call<{ revision: number }>('GET', '/design/documents/base/supplier')
  // The first release keeps the file as a revision of its own.
  const revision = Math.max(before.revision, 1)
  const list = await open('clerk', '/base/supplier')
  const column = (title: string) => list.getByRole('columnheader', { name: title, exact: true })
  await expect(column('联系人')).toBeVisible()
  const session = await startDesigner()
  const [one, two] = await Promise.all([open('admin', supplier), open(session, supplier)])
  await Promise.all([checked(one), checked(two)])

  await rename(one, 'ftel', '电话')
  await rename(one, 'fcontact', '对方联系人')
  await rename(two, 'fcontact', '经办')
  await rename(two, 'fremark', '说明')
  await release(one)
  await released(one, revision + 1)
  await expect(column('对方联系人')).toBeVisible()
  const conflict = await release(two)
  await expect(
    conflict.getByText('字段「经办」的名称：「联系人」 → 「经办」（系统管理员改成「对方联系人」）'),
  ).toBeVisible()
  await conflict.getByRole('button', { name: '用我的', exact: true }).click()
  await saved(two)
  await release(two)
  await released(two, revision + 2)
  await expect(column('经办')).toBeVisible()
  await expect(column('电话')).toBeVisible()

  // The other answer; the first designer has not opened the document again since the first release.
  await rename(one, 'fcontact', '联络人')
  await rename(one, 'fbank', '开户银行')
  const again = await release(one)
  await again.getByRole('button', { name: '用王编审的，其余用我的' }).click()
  await expect(findFields(one).getByText('经办')).toBeVisible()
  await expect(findFields(one).getByText('开户银行')).toBeVisible()

  // The same user in a second page.
  await saved(one)
  const page = await one.context().newPage()
  await page.goto(url(supplier))
  await checked(page)
  await rename(one, 'fbank', '银行')
  await rename(page, 'ftaxno', '信用代码')
  await expect(page.getByText('两边的修改已合在一起')).toBeVisible()
  await expect(findFields(page).getByText('银行', { exact: true })).toBeVisible()
  await saved(page)
  await rename(one, 'ftaxno', '税务号')
  await expect(one.getByText('（您在另一个页面改成「信用代码」）')).toBeVisible()
  await one.getByRole('button', { name: '用另一个页面的，其余用这里的' }).click()
  await expect(findFields(one).getByText('信用代码')).toBeVisible()
  await page.close()

  // The session ends while the second designer types.
  await new Caller(session.token).call('POST', '/sys/logout')
  const settings = two.getByRole('complementary', { name: /的设置$/ })
  await settings.getByLabel('名称', { exact: true }).fill('备注说明')
  const expired = two.getByRole('dialog', { name: '登录已过期' })
  await expired.getByLabel('密码', { exact: true }).fill(designer.password)
  await expired.getByRole('button', { name: '重新登录' }).click()
  await expect(expired).toBeHidden()
  await saved(two)
  await expect(settings.getByLabel('名称', { exact: true })).toHaveValue('备注说明')
  await admin.call('DELETE', '/design/documents/base/supplier/draft')
  await admin.call('POST', '/design/documents/base/supplier/remove', {})
})

test('a table that existed before is taken over with its rows, which are listed, edited, added and deleted', async ({
  open,
}) => {
  await execute(`
    create table old_seal (id serial primary key, seal_no varchar(20) not null, "order" integer, weight numeric(12,4),
      carved date, seen timestamptz not null default '2001-02-03T04:05:06Z', sold boolean,
      extra jsonb default '{"a": 1}', photo bytea, note text, unique (seal_no, carved));
    comment on table old_seal is '旧印章（2003 年前）';
    comment on column old_seal.seal_no is '印号';
    comment on column old_seal.weight is '重量(千克)';
    insert into old_seal (seal_no, "order", weight, carved)
      select 'YZ-' || lpad(n::text, 2, '0'), n, n * 1.0001, date '2001-01-01' + n from generate_series(1, 30) n`)
  const page = await open('admin', '/online/cgform')
  await page.getByRole('button', { name: '从数据库导入表单' }).click()
  const dialog = page.getByRole('dialog', { name: '从数据库导入表单' })
  await dialog.getByRole('combobox', { name: '表' }).click()
  await page.getByTitle(/^old_seal 旧印章/).click()
  await expect(dialog.getByText('只能看、不能改的列：extra（jsonb）。')).toBeVisible()
  await expect(dialog.getByText('不能作字段的列：photo（二进制内容）')).toBeVisible()
  await dialog.getByRole('button', { name: '开始设计' }).click()
  await checked(page)
  await page.getByRole('button', { name: '检查并发布' }).click()
  const dialogOfRelease = page.getByRole('dialog', { name: '检查并发布' })
  await expect(
    dialogOfRelease.getByText(/改变类型 old_seal.id integer → varchar\(36\)，影响 30 行/),
  ).toBeVisible()
  await dialogOfRelease.getByLabel(/填写表名/).fill('old_seal')
  await dialogOfRelease.getByRole('button', { name: '发布', exact: true }).click()
  await released(page, 1)

  await page.goto(url('/base/old-seal?field=sealNo&order=asc'))
  await expect(page.getByText('共 30 条')).toBeVisible()
  for (const title of ['印号', '重量(千克)', 'carved'])
    await expect(page.getByRole('columnheader', { name: title })).toBeVisible()
  const row = rows(page).filter({ hasText: 'YZ-30' })
  await act(row, '编辑')
  const form = page.getByRole('dialog')
  await form.getByLabel('重量(千克)').fill('2.5')
  await expect(form.getByLabel('seen')).toHaveValue('2001-02-03 12:05:06')
  await form.getByLabel('sold').check()
  await form.getByRole('button', { name: /保\s*存|确\s*定/ }).click()
  await expect(form).toBeHidden()
  await expect(row).toContainText('2.5')
  expect((await execute('select sold from old_seal where sold')).rows).toEqual([{ sold: true }])
  await act(row, '删除')
  await confirm(page, '删除')
  await expect(page.getByText('共 29 条')).toBeVisible()
  const { rows: stored } = await execute(
    `select count(*)::int as count, count(seen)::int as seen, sum("order")::int as sum,
      count(extra)::int as extra, count(*) filter (where sold)::int as sold from old_seal`,
  )
  expect(stored).toEqual([{ count: 29, seen: 29, sum: 435, extra: 29, sold: 0 }])
})

test('a draft is tried as a role; a second person comments at a part of it and approves it, and it is released', async ({
  open,
  expected,
}) => {
  expected.push(/status of 401/, /WebSocket/)
  const payment = '/design/documents/stock/payment'
  const admin = await openCaller('admin')
  const session = await startDesigner()
  const page = await open('admin', '/online/cgform?design=stock/payment')
  await checked(page)
  await rename(page, 'fremark', '付款说明')
  await saved(page)

  await page.getByRole('button', { name: '以角色试用' }).click()
  const trial = page.getByRole('region', { name: '以角色试用' })
  const tryAs = async (role: string) => {
    await trial.locator('.ant-select').first().click()
    await page.locator('.ant-select-dropdown').getByTitle(role, { exact: true }).click()
  }
  await tryAs('典藏员')
  await expect(trial.getByRole('status')).toHaveText('只能查看')
  await tryAs('采编员')
  await expect(trial.getByRole('status')).toHaveText('能修改')
  await trial.getByRole('button', { name: '退出试用' }).click()
  await expect(trial).toBeHidden()

  await page.getByRole('button', { name: '更多', exact: true }).click()
  await page.getByRole('menuitem', { name: '请人审核' }).click()
  const ask = page.getByRole('dialog', { name: '请人审核' })
  await ask.getByRole('combobox', { name: '请谁审' }).fill('王编审')
  await page.getByTitle(/^王编审/).click()
  await ask.getByLabel('说明').fill('名称改清楚')
  await ask.getByRole('button', { name: '送审' }).click()
  await expect(page.getByText('已送审')).toBeVisible()

  const { result } = await admin.call<{ reviews: { id: string }[] }>('GET', `${payment}/reviews`)
  const second = await open(session, `/online/cgform?design=stock/payment&review=${result.reviews[0]?.id}`)
  await expect(second.getByText('名称改清楚')).toBeVisible()
  const change = second.getByRole('listitem').filter({ hasText: '付款说明' })
  await change.getByRole('button', { name: /写意见$/ }).click()
  await change.getByLabel(/的意见$/).fill('可以')
  await change.getByRole('button', { name: '发出' }).click()
  await expect(change.getByText('王编审')).toBeVisible()
  await second.getByRole('button', { name: '同意' }).click()
  await expect(second.locator('.view-design-head').getByText('已同意')).toBeVisible()

  await release(page)
  await expect(page.getByText(/^已发布第 \d+ 版/)).toBeVisible()
  expect((await admin.call('POST', `${payment}/remove`, {})).success).toBe(true)
})
