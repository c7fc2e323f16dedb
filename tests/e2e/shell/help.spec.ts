import { rmSync } from 'node:fs'
import { expect } from '@playwright/test'
import { card, shared, until } from '../api.ts'
import { isClean } from '../axe.ts'
import { follow, startSession, test } from '../pages.ts'
import { writeWhole } from '../product.ts'
import { execute, getProduct } from '../server.ts'

const home = '/dashboard/analysis'

test('every page has its help, the keys and what the product is', async ({ open }) => {
  const page = await open('clerk', '/stock/in-bill')
  const help = page.getByRole('dialog', { name: /帮助/ })
  const show = async () => {
    await page.getByRole('button', { name: '帮助', exact: true }).click()
    await expect(help).toBeVisible()
  }
  const leave = async () => {
    await page.keyboard.press('Escape')
    await expect(help).toHaveCount(0)
  }

  await test.step('a list explains its fields and the buttons that the user may press', async () => {
    await show()
    await expect(help.getByRole('heading', { name: '查询条件' })).toBeVisible()
    await expect(help.getByText('自动计算：合计（金额）')).toBeVisible()
    await expect(help.getByRole('heading', { name: '按钮' })).toBeVisible()
    await isClean(page, 'the help')
    await leave()
  })

  await test.step('a panel names its blocks, and a page without a document has a text', async () => {
    await follow(page, home)
    await show()
    await expect(help.getByRole('heading', { name: '内容' })).toBeVisible()
    await leave()
    await follow(page, '/account/settings/security')
    await show()
    await expect(help.getByText('查看在哪些设备上登录着')).toBeVisible()
    await leave()
  })

  await test.step('a question mark lists the keys, but not while somebody types', async () => {
    await follow(page, '/stock/in-bill')
    const number = page.getByRole('textbox', { name: '单据编号' })
    await number.fill('RK')
    await number.press('?')
    await expect(number).toHaveValue('RK?')
    await page.getByRole('button', { name: '重置' }).focus()
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: '快捷键' })
    await expect(keys.getByRole('heading', { name: '明细表格' })).toBeVisible()
    await expect(keys.getByText('Ctrl + K')).toBeVisible()
    await isClean(page, 'the keys')
    await page.keyboard.press('Escape')
    await expect(keys).toHaveCount(0)
  })

  await test.step('the product names its version and the licences of its packages', async () => {
    await page.getByRole('button', { name: /账户/ }).click()
    await page.getByRole('menuitem', { name: '关于' }).click()
    const about = page.getByRole('dialog', { name: '关于' })
    await expect(about.getByRole('definition').filter({ hasText: '1.0.21' })).toBeVisible()
    await expect(about.getByText('2025-09-25')).toBeVisible()
    await about.getByLabel('按名称或许可证查找').fill('antd')
    await about.locator('summary', { hasText: /^antd 5/ }).click()
    await expect(about.getByText(/Permission is hereby granted/)).toBeVisible()
    await isClean(page, 'about')
  })
})

test('what a document says of itself stands first, without HTML', async ({ open }) => {
  const document = card({ help: '## 先查再填\n\n<b>同名</b>的读者只登记一次。' })
  const { id } = document
  writeWhole(`${getProduct().schemas}/${id}.json`, JSON.stringify(document))
  await until(async () => (await shared().get('admin', `/schema/documents/${id}`)).body.code === 200, 10_000)
  const page = await open('admin', `/${id}`)
  await page.getByRole('button', { name: '帮助', exact: true }).click()
  const help = page.getByRole('dialog', { name: /帮助/ })
  await expect(help.getByRole('heading', { name: '先查再填' })).toBeVisible()
  await expect(help.getByText('同名的读者只登记一次。')).toBeVisible()
  await expect(help.locator('article b')).toHaveCount(0)
  await expect(help.getByRole('heading', { name: '明细「借阅」' })).toBeVisible()
  rmSync(`${getProduct().schemas}/${id}.json`)
})

test('a new user is led over the shell once', async ({ open }) => {
  const makeNew = () => execute("update sys_user set toured = false where username = 'reader'")
  const tour = (page: Awaited<ReturnType<typeof open>>) => page.locator('.app-tour .ant-tour-content')

  await test.step('not on a page that a link names', async () => {
    await makeNew()
    const page = await open(await startSession('reader'), '/catalog/gazetteer')
    await expect(page.getByRole('button', { name: '消息' })).toBeVisible()
    await page.waitForTimeout(1000)
    await expect(tour(page)).toHaveCount(0)
  })

  await test.step('at home, step by step', async () => {
    const page = await open(await startSession('reader'), home)
    for (const title of ['菜单', '搜索', '标签', '消息', '帮助']) {
      await expect(tour(page)).toContainText(title)
      await tour(page).getByRole('button', { name: '下一步' }).click()
    }
    await expect(tour(page)).toContainText('账户')
    await page.keyboard.press('Escape')
    await expect(tour(page)).toHaveCount(0)
  })

  await test.step('not again, until the user asks for it', async () => {
    const page = await open(await startSession('reader'), home)
    await page.getByRole('button', { name: '帮助', exact: true }).click()
    await expect(tour(page)).toHaveCount(0)
    await page.getByRole('button', { name: '看一遍引导' }).click()
    await expect(tour(page)).toContainText('菜单')
  })
})
