import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { until } from './api.ts'
import { callerOf, rows, test } from './pages.ts'
import { writeWhole } from './product.ts'
import { productOf } from './server.ts'

/** Milliseconds that the product promises from a granted permission to an open page. */
const soon = 2000

const file = () => join(productOf().schemas, 'base/yearly-plan.json')
const plan = {
  version: 1,
  kind: 'screen',
  id: 'base/yearly-plan',
  title: '修志计划',
  perm: 'base:plan',
  roles: { clerk: ['base:plan:list', 'base:plan:detail'] },
  menu: { parent: 'base', icon: 'book', order: 95 },
  table: { name: 'bas_yearly_plan' },
  fields: [{ key: 'fname', title: '名称', type: 'input' }],
  actions: { toolbar: ['export'], row: ['detail'] },
}

/** Opens the drawer of the clerk's role that an action of its row names. */
async function openDrawer(page: Page, action: string) {
  const row = rows(page).filter({ hasText: '采编员' })
  await row.getByText('更多').click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
  return page.getByRole('dialog', { name: `${action}：采编员` })
}

test('a granted screen and a granted button reach an open page of the role', async ({ open }) => {
  const admin = await open('admin', '/isystem/roleUserList')
  const clerk = await open('clerk', '/dashboard/analysis')
  await clerk.getByRole('menuitem', { name: '基础资料' }).click()
  const entry = clerk.getByRole('menuitem', { name: plan.title })
  await expect(clerk.getByRole('menuitem', { name: '供应商' })).toBeVisible()
  try {
    writeWhole(file(), JSON.stringify(plan))
    await expect(admin.getByRole('menuitem', { name: '基础资料' })).toBeVisible()
    await expect
      .poll(async () => {
        const drawer = await openDrawer(admin, '授权')
        await expect(drawer.getByLabel('按名称查找权限')).toBeVisible()
        const isProposed = await drawer.getByRole('button', { name: '全部确认' }).isVisible()
        if (!isProposed) await admin.keyboard.press('Escape')
        return isProposed
      })
      .toBe(true)
    await expect(entry).toHaveCount(0)

    const drawer = admin.getByRole('dialog', { name: '授权：采编员' })
    await drawer.getByRole('button', { name: '全部确认' }).click()
    await until(() => entry.isVisible(), soon)
    await entry.click()
    await expect(clerk).toHaveTitle(new RegExp(plan.title))
    await expect(clerk.getByText(`还没有${plan.title}`)).toBeVisible()
    await expect(clerk.getByRole('button', { name: '导出' })).toHaveCount(0)

    await expect(drawer.getByRole('button', { name: '全部确认' })).toHaveCount(0)
    await drawer.getByLabel('按名称查找权限').fill(plan.title)
    await drawer.locator('.ant-tree-treenode', { hasText: '导出' }).locator('.ant-tree-checkbox').click()
    await drawer.getByRole('button', { name: '保存并关闭' }).click()
    const question = admin.getByRole('dialog', { name: '保存授权' })
    await expect(question).toContainText(`1 人将获得 1 个页面的「导出」：「${plan.title}」`)
    await question.getByRole('button', { name: '保存' }).click()
    await until(() => clerk.getByRole('button', { name: '导出' }).isVisible(), soon)
    await expect(drawer).toBeHidden()
  } finally {
    rmSync(file(), { force: true })
  }
})

test('the users of a role are listed, and found by their account', async ({ open }) => {
  const page = await open('admin', '/isystem/roleUserList')
  await rows(page).filter({ hasText: '采编员' }).getByText('用户', { exact: true }).click()
  const drawer = page.getByRole('dialog', { name: '用户：采编员' })
  await expect(drawer.getByRole('cell', { name: 'clerk' })).toBeVisible()
  await drawer.getByLabel('按用户账号查找').fill('nobody-has-this-name')
  await page.keyboard.press('Enter')
  await expect(drawer.getByText('没有账号含「nobody-has-this-name」的用户')).toBeVisible()
})

test('the id of a document leads to the address of its menu entry, and nobody is offered to end the own session', async ({
  open,
}) => {
  const page = await open('admin', '/system/role?q=1&q.roleName=x*')
  await expect(page).toHaveURL(/\/isystem\/roleUserList\?q=1&q\.roleName=x\*$/)
  await expect(page.getByRole('heading', { name: '角色管理', level: 1 })).toBeVisible()

  await callerOf('clerk')
  const online = await open('admin', '/isystem/online')
  const rowOf = (username: string) =>
    rows(online).filter({ has: online.locator('[data-field="username"]', { hasText: username }) })
  await expect(rowOf('clerk').first().getByRole('button', { name: '强退' })).toBeVisible()
  await expect(rowOf('admin').first()).toBeVisible()
  await expect(rowOf('admin').getByRole('button', { name: '强退' })).toHaveCount(0)
})
