import { expect, type Page } from '@playwright/test'
import { shared, until } from '../api.ts'
import { rows, test } from '../pages.ts'

/** Milliseconds that the product promises from a change of the menu to an open page. */
const soon = 2000
const path = '/hand/goods'

/** Finds the only entry with this name, with its branch. */
async function find(page: Page, name: string) {
  await page.locator('.pro-query').getByLabel('菜单名称').fill(name)
  // The menu of a row does not survive that the entries found replace the rows.
  const found = page.waitForResponse((response) => response.url().includes(encodeURIComponent(name)))
  await page.getByRole('button', { name: '查询', exact: true }).click()
  await found
  const row = rows(page).filter({ has: page.getByRole('link', { name, exact: true }) })
  await expect(row).toHaveCount(1)
  return row
}

async function choose(page: Page, name: string, action: string) {
  const row = await find(page, name)
  await row.getByText('更多').click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** Grants the entry to the clerk's role by the address that the grant drawer uses. */
async function grant(id: string) {
  const { body } = await shared().get('admin', '/sys/role/list?roleCode=clerk')
  const roleId = body.result.records[0].id
  const held = await shared().get('admin', `/sys/permission/queryRolePermission?roleId=${roleId}`)
  const ids: string[] = held.body.result
  await shared().post('admin', '/sys/permission/saveRolePermission', {
    roleId,
    permissionIds: [...ids, id].join(','),
    lastpermissionIds: ids.join(','),
  })
}

test('an entry made by hand appears in an open page after its grant, is renamed and deleted', async ({
  open,
}) => {
  const admin = await open('admin', '/isystem/newPermissionList')
  const clerk = await open('clerk', '/dashboard/analysis')
  await clerk.getByRole('menuitem', { name: '基础资料' }).click()
  const entry = (name: string) => clerk.getByRole('menuitem', { name, exact: true })
  await expect(entry('供应商')).toBeVisible()

  await admin.getByRole('button', { name: '新增' }).click()
  const form = admin.getByRole('dialog', { name: /新增/ })
  await form.getByText('子菜单', { exact: true }).click()
  await form.getByLabel('菜单名称').fill('物资一览')
  await form.getByRole('combobox', { name: '上级菜单' }).click()
  await admin.getByTitle('基础资料', { exact: true }).last().click()
  await form.getByRole('combobox', { name: '前端组件' }).fill('base/goods')
  await admin.locator('.ant-select-item-option', { hasText: 'base/goods' }).first().click()
  await form.getByLabel('菜单路径').fill(path)
  await form.getByLabel('菜单图标').click()
  await admin.getByLabel('查找图标').fill('礼物')
  await admin.getByRole('button', { name: '礼物、捐赠 gift' }).click()
  await form.getByRole('button', { name: '保存', exact: true }).click()
  await expect(form).toBeHidden()
  await expect(entry('物资一览')).toHaveCount(0)

  const { body } = await shared().get('admin', '/sys/permission/getSystemSubmenu?parentId=base')
  const stored = body.result.find(({ url }: { url: string }) => url === path)
  expect(stored).toMatchObject({ name: '物资一览', icon: 'gift' })
  await grant(stored.id)
  await until(() => entry('物资一览').isVisible(), soon)
  await entry('物资一览').click()
  await expect(clerk).toHaveURL(new RegExp(path))

  const row = await find(admin, '物资一览')
  await row.getByText('编辑', { exact: true }).click()
  const edit = admin.getByRole('dialog', { name: '菜单', exact: true })
  await edit.getByLabel('菜单名称').fill('物资总览')
  await edit.getByRole('button', { name: '保存', exact: true }).click()
  await until(() => entry('物资总览').isVisible(), soon)

  await choose(admin, '物资总览', '删除')
  const question = admin.getByRole('dialog', { name: '删除菜单' })
  await expect(question).toContainText('共 1 个菜单，将一起删除，不能恢复。1 个角色的 1 项授权也一起删除。')
  await question.getByRole('button', { name: '删除', exact: true }).click()
  await until(async () => (await entry('物资总览').count()) === 0, soon)
})

test('an entry of a document is renamed for everybody, and restored', async ({ open }) => {
  const admin = await open('admin', '/isystem/newPermissionList')
  const clerk = await open('clerk', '/dashboard/analysis')
  await clerk.getByRole('menuitem', { name: '基础资料' }).click()
  const entry = (name: string) => clerk.getByRole('menuitem', { name, exact: true })
  const row = await find(admin, '供应商')
  await row.getByText('编辑', { exact: true }).click()
  const edit = admin.getByRole('dialog', { name: '菜单', exact: true })
  await expect(edit.getByLabel('菜单路径')).toBeDisabled()
  await edit.getByLabel('菜单名称').fill('供货单位')
  await edit.getByRole('button', { name: '保存', exact: true }).click()
  await until(() => entry('供货单位').isVisible(), soon)

  await choose(admin, '供货单位', '恢复')
  await admin.getByRole('button', { name: /确\s*定/ }).click()
  await until(() => entry('供应商').isVisible(), soon)
  await expect(await find(admin, '供应商')).toContainText('界面文档')
})

test('a data rule of an entry is written and explained in a sentence', async ({ open }) => {
  const admin = await open('admin', '/isystem/newPermissionList')
  await choose(admin, '供应商', '数据规则')
  const drawer = admin.getByRole('dialog', { name: '数据规则：供应商' })
  await drawer.getByRole('button', { name: '添加规则' }).click()
  const form = admin.getByRole('dialog', { name: '添加数据规则' })
  await form.getByLabel('规则名称').fill('自己建的')
  await form.getByRole('combobox', { name: '规则字段' }).fill('创建人')
  await admin.locator('.ant-select-item-option', { hasText: 'createBy' }).click()
  await form.getByRole('combobox', { name: '规则值' }).fill('当前用户的账号')
  await admin.locator('.ant-select-item-option', { hasText: '当前用户的账号' }).click()
  const sentence = '只看得到「创建人」等于当前用户的账号的记录'
  await expect(form.getByText(sentence)).toBeVisible()
  await form.getByRole('button', { name: '保存', exact: true }).click()
  await expect(drawer.getByText(sentence)).toBeVisible()
  await drawer.getByRole('button', { name: '删除 自己建的' }).click()
  await admin.getByRole('dialog', { name: '删除数据规则' }).getByRole('button', { name: '删除' }).click()
  await expect(drawer.getByText('没有数据规则')).toBeVisible()
})

test('an online list, its record and an online report open by table, head id and code', async ({ open }) => {
  const page = await open('admin', '/online/cgformErpList/LIB_DONATION')
  await expect(page.getByRole('heading', { name: '捐赠登记', level: 1 })).toBeVisible()
  await expect(page.locator('.pro-erp, [class*="erp"]').first()).toBeVisible()
  await page.goto(new URL('/online/cgformInnerTableList/catalog.donation', page.url()).href)
  await expect(page.getByRole('tab', { name: '捐赠登记' })).toBeVisible()
  await expect(page.locator('.ant-table-row-expand-icon, [aria-label^="展开"]').first()).toBeVisible()
  const { body } = await shared().get('admin', '/online/cgform/api/getData/lib_donation?pageSize=1')
  const { id } = body.result.records[0]
  await page.goto(new URL(`/online/df/lib_donation/${id}`, page.url()).href)
  await expect(page.getByRole('heading', { name: '捐赠登记' })).toBeVisible()
  await expect(page.getByRole('button', { name: '取消', exact: true })).toBeVisible()
  await page.goto(new URL('/online/cgreport/report.accession-month', page.url()).href)
  await expect(page.locator('.pro-query')).toBeVisible()
  await expect(rows(page).first()).toBeVisible()
})

test('an entry for an online list is made by selecting its screen', async ({ open }) => {
  const page = await open('admin', '/isystem/newPermissionList')
  await page.getByRole('button', { name: '新增' }).click()
  const form = page.getByRole('dialog', { name: /新增/ })
  await form.getByLabel('菜单名称').fill('捐赠（在线）')
  await form.getByRole('combobox', { name: '前端组件' }).fill('ERP')
  await page.locator('.ant-select-item-option', { hasText: 'OnlCgformErpList' }).click()
  await form.getByRole('combobox', { name: '要显示的界面' }).fill('捐赠登记')
  await page.locator('.ant-select-item-option', { hasText: '捐赠登记' }).last().click()
  await expect(form.getByLabel('菜单路径')).toHaveValue('/online/cgformErpList/catalog.donation')
})
