import { expect } from '@playwright/test'
import { rows, search, test, url } from '../pages.ts'

test('an administrator sees a screen as a clerk does, reads why a button is missing, and returns', async ({
  open,
  expected,
}) => {
  // The refused write of the view.
  expected.push(/status of 403/)
  const page = await open('admin', '/isystem/user')
  await page.getByLabel('用户账号').fill('clerk')
  await search(page)
  await expect(rows(page)).toHaveCount(1)
  await rows(page).getByText('更多').click()
  await page.getByRole('menuitem', { name: '以他人身份查看' }).click()
  const question = page.getByRole('dialog', { name: '以他人身份查看' })
  await question.getByRole('button', { name: '开始查看' }).click()

  const bar = page.getByText('系统管理员（admin）正在以「李文澜」（clerk）的身份查看，只能查看，不能修改')
  await expect(bar).toBeVisible()
  await expect(page.getByRole('menuitem', { name: '馆藏目录' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: '示例' })).toBeHidden()

  await page.goto(url('/base/supplier'))
  await expect(bar).toBeVisible()
  await expect(rows(page).first()).toBeVisible()
  const toolbar = page.getByRole('toolbar', { name: '操作' })
  await toolbar.click({ modifiers: ['Alt'], position: { x: 4, y: 4 } })
  const note = page.getByRole('dialog', { name: '权限说明' })
  await expect(note.getByText(/没有：缺少权限 base:supplier:/).first()).toBeVisible()
  const close = note.locator('.ant-modal-close')
  await close.click()
  await expect(note).toBeHidden()
  await page.keyboard.press('Alt+/')
  await expect(note).toBeVisible()
  await close.click()
  await expect(note).toBeHidden()

  await page.getByRole('menuitem', { name: '馆藏目录' }).click({ modifiers: ['Alt'] })
  const menuNote = page.getByRole('dialog', { name: '菜单说明' })
  await expect(menuNote.getByText('系统管理／「角色管理」：所属的角色都没有这个菜单的授权')).toBeVisible()
  await menuNote.locator('.ant-modal-close').click()
  await expect(menuNote).toBeHidden()
  await page.goto(url('/isystem/roleUserList'))
  await expect(page).toHaveURL(/\/404$/)
  await page.getByRole('button', { name: '为什么看不到' }).click()
  await expect(menuNote.getByRole('listitem').first()).toContainText('「角色管理」')
  await menuNote.locator('.ant-modal-close').click()

  const refused = await page.evaluate(async () => {
    const stored = (name: string, place: Storage) => JSON.parse(place.getItem(`pro__${name}`) ?? '{}').value
    const headers = {
      'x-access-token': stored('Access-Token', localStorage),
      'x-view-as': stored('VIEW_AS', sessionStorage).id,
    }
    const reply = await fetch('/resource/base/supplier/deleteBatch?ids=x', { method: 'DELETE', headers })
    return (await reply.json()).message
  })
  expect(refused).toBe('以他人身份查看时不能修改数据')

  await page.getByRole('button', { name: '退出' }).click()
  await expect(page).toHaveURL(/\/isystem\/user/)
  await expect(bar).toBeHidden()
  await expect(page.getByRole('menuitem', { name: '示例' })).toBeVisible()
})
