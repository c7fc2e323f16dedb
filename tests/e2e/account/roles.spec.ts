import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { until } from '../api.ts'
import { act, openCaller, rows, test } from '../pages.ts'
import { writeWhole } from '../product.ts'
import { getProduct } from '../server.ts'

/** Milliseconds that the product promises from a granted permission to an open page. */
const soon = 2000

const file = () => join(getProduct().schemas, 'base/yearly-plan.json')
const plan = {
  version: 2,
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
  await act(rows(page).filter({ hasText: '采编员' }), action)
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
    await expect(question).toContainText(`2 人将获得 1 个页面的「导出」：「${plan.title}」`)
    await question.getByRole('button', { name: '保存' }).click()
    await until(() => clerk.getByRole('button', { name: '导出' }).isVisible(), soon)
    await expect(drawer).toBeHidden()
  } finally {
    rmSync(file(), { force: true })
  }
})

test('a new role gives one screen without its export, Alt-click explains the button, and a grant shows it', async ({
  open,
}) => {
  const role = { code: 'e2e_display', name: '展陈员' }
  const screen = '职务管理'
  const admin = await open('admin', '/isystem/roleUserList')
  const clerk = await open('clerk', '/dashboard/analysis')
  const api = await openCaller('admin')
  const readId = async (path: string) =>
    (await api.call<{ records: { id: string }[] }>('GET', path)).result.records[0]?.id ?? ''

  /** Ticks rights of the drawer, found by the names of their screens, and saves them. */
  const grant = async (rights: readonly (readonly [place: string, right: string])[]) => {
    await act(rows(admin).filter({ hasText: role.name }), '授权')
    const drawer = admin.getByRole('dialog', { name: `授权：${role.name}` })
    for (const [place, right] of rights) {
      await drawer.getByLabel('按名称查找权限').fill(place)
      const node = drawer.locator('.ant-tree-treenode', { hasText: right }).last()
      await node.locator('.ant-tree-checkbox').click()
    }
    await drawer.getByRole('button', { name: '保存并关闭' }).click()
    await admin.getByRole('dialog', { name: '保存授权' }).getByRole('button', { name: '保存' }).click()
    await expect(drawer).toBeHidden()
  }

  let roleId = ''
  try {
    await admin.getByRole('button', { name: '新增', exact: true }).click()
    const form = admin.getByRole('dialog', { name: '新增角色' })
    await form.getByLabel('角色编码').fill(role.code)
    await form.getByLabel('角色名称').fill(role.name)
    await form.getByRole('button', { name: '保存', exact: true }).click()
    await expect(rows(admin).filter({ hasText: role.name })).toBeVisible()
    await grant([
      [screen, '查询'],
      ['查看权限说明', '查看权限说明'],
    ])
    roleId = await readId(`/sys/role/list?roleCode=${role.code}`)
    const userIdList = [await readId('/sys/user/list?username=clerk')]
    expect(await api.call('POST', '/sys/user/addSysUserRole', { roleId, userIdList })).toMatchObject({
      success: true,
    })

    const group = clerk.getByRole('menuitem', { name: '系统管理' })
    await until(() => group.isVisible(), soon)
    await group.click()
    await clerk.getByRole('menuitem', { name: screen }).click()
    await expect(clerk).toHaveTitle(new RegExp(screen))
    const toolbar = clerk.getByRole('toolbar', { name: '操作' })
    await expect(toolbar).toBeVisible()
    const button = clerk.getByRole('button', { name: '导出' })
    await expect(button).toHaveCount(0)
    await toolbar.click({ modifiers: ['Alt'], position: { x: 4, y: 4 } })
    const note = clerk.getByRole('dialog', { name: '权限说明' })
    await expect(note.getByText('「导出」没有：缺少权限 position:export')).toBeVisible()
    await note.locator('.ant-modal-close').click()

    await grant([[screen, '导出']])
    await until(() => button.isVisible(), soon)
  } finally {
    const userIds = await readId('/sys/user/list?username=clerk')
    roleId ||= await readId(`/sys/role/list?roleCode=${role.code}`)
    await api.call('DELETE', `/sys/user/deleteUserRoleBatch?roleId=${roleId}&userIds=${userIds}`)
    await api.call('DELETE', `/sys/role/delete?id=${roleId}`)
  }
})

test('below a role its users are found, an existing one is added and one is taken out', async ({ open }) => {
  const page = await open('admin', '/isystem/roleUserList')
  const below = page.locator('.pro-erp-parts')
  await expect(below.getByText('请选择一条记录')).toBeVisible()
  await expect(below.getByRole('button', { name: '已有用户' })).toBeDisabled()
  await rows(page).filter({ hasText: '采编员' }).locator('[data-field="roleCode"]').click()
  await expect(rows(below).filter({ hasText: 'clerk' })).toContainText('正常')
  await below.getByLabel('用户账号').fill('nobody-has-this-name')
  await page.keyboard.press('Enter')
  await expect(rows(below)).toHaveCount(0)
  await below.getByLabel('用户账号').fill('')
  await page.keyboard.press('Enter')
  await expect(rows(below).filter({ hasText: 'clerk' })).toBeVisible()

  await below.getByRole('button', { name: '已有用户' }).click()
  const picker = page.getByRole('dialog', { name: '选择用户' })
  await picker.getByRole('row').filter({ hasText: 'gu.huaizhi' }).getByRole('checkbox').check()
  await picker.getByRole('button', { name: /确\s*定/ }).click()
  const added = rows(below).filter({ hasText: 'gu.huaizhi' })
  await expect(added).toBeVisible()
  await act(added, '取消关联')
  await page
    .getByRole('dialog', { name: '取消关联' })
    .getByRole('button', { name: /确\s*定/ })
    .click()
  await expect(added).toHaveCount(0)

  await below.getByRole('button', { name: '新增用户' }).click()
  const form = page.getByRole('dialog', { name: '新增用户' })
  await expect(form.getByLabel('角色分配')).toHaveValue('采编员')
})

test('the id of a document leads to the address of its menu entry, and nobody is offered to end the own session', async ({
  open,
}) => {
  const page = await open('admin', '/system/role?q=1&q.roleName=x*')
  await expect(page).toHaveURL(/\/isystem\/roleUserList\?q=1&q\.roleName=x\*$/)
  await expect(page.getByRole('heading', { name: '角色管理', level: 1 })).toBeVisible()

  await openCaller('clerk')
  const online = await open('admin', '/isystem/online')
  const findRow = (username: string) =>
    rows(online).filter({ has: online.locator('[data-field="username"]', { hasText: username }) })
  await expect(findRow('clerk').first().getByRole('button', { name: '强退' })).toBeVisible()
  await expect(findRow('admin').first()).toBeVisible()
  await expect(findRow('admin').getByRole('button', { name: '强退' })).toHaveCount(0)
})

test('a user of the own department is given a role of the department', async ({ open }) => {
  const admin = await openCaller('admin')
  const { userInfo } = (await admin.call<{ userInfo: { id: string } }>('GET', '/sys/user/getUserInfo')).result
  const superior = { userIdentity: 2, selecteddeparts: 'A01A03', departIds: 'A01A03' }
  const own = { id: userInfo.id, workNo: 'G7701', phone: '13877770001', ...superior }
  expect((await admin.call('PUT', '/sys/user/edit', own)).message).toBe('修改成功!')
  const role = { roleName: '办公室文书', roleCode: 'office-clerk', departId: 'A01A03' }
  await admin.call('POST', '/sys/sysDepartRole/add', role)
  const page = await open('admin', '/isystem/departUserList')
  await expect(rows(page)).toHaveCount(1)
  await rows(page).first().locator('[data-field="orgCode"]').click()
  const row = rows(page.locator('.pro-erp-parts')).filter({ hasText: '顾怀之' })
  await expect(row).toContainText('男')
  await act(row, '部门角色')
  const dialog = page.getByRole('dialog', { name: '部门角色' })
  await dialog.getByLabel(role.roleName).check()
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog).toBeHidden()
  await act(row, '部门角色')
  await expect(dialog.getByLabel(role.roleName)).toBeChecked()
  await dialog.getByLabel(role.roleName).uncheck()
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog).toBeHidden()
})
