import { expect, type Page } from '@playwright/test'
import { isClean } from '../axe.ts'
import { openCaller, test, url } from '../pages.ts'

const place = '/sys/arrangement/home/workplace'
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const block = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const handle = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}，第`) })
const width = (page: Page, name: string) => page.getByRole('slider', { name: `${name}的宽度` })

test('a reader arranges the workplace by keys, finds it after a reload, and restores it', async ({
  open,
}) => {
  const caller = await openCaller('reader')
  await caller.call('DELETE', place)
  const page = await open('reader', '/dashboard/workplace')
  await expect(block(page, '常用入口')).toBeVisible()
  await button(page, '自定义').click()

  await button(page, '添加内容').click()
  const drawer = page.getByRole('dialog', { name: '添加内容' })
  const added = drawer.getByRole('region', { name: '馆藏概览' })
  await expect(drawer.getByRole('button', { name: '常用入口 已添加' })).toBeVisible()
  await drawer.getByRole('textbox', { name: '查找内容' }).fill('gszs')
  await expect(added.getByRole('button')).toHaveCount(1)
  await isClean(page, 'the blocks that can be added')
  await added.getByRole('button', { name: '各市志书' }).click()
  await expect(added.getByRole('button', { name: '各市志书 已添加' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()

  await handle(page, '各市志书').focus()
  await page.keyboard.press('Alt+ArrowLeft')
  await page.keyboard.press('Alt+ArrowLeft')
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(handle(page, '各市志书')).toHaveAccessibleName(/宽 \d 列，高1 格$/)
  await expect(handle(page, '各市志书')).toBeFocused()
  const before = Number(await width(page, '常用入口').getAttribute('aria-valuenow'))
  await width(page, '常用入口').press('ArrowRight')
  await expect(width(page, '常用入口')).toHaveAttribute('aria-valuenow', String(before + 1))
  await button(page, '去掉接着做').click()
  await expect(handle(page, '接着做')).toBeHidden()
  await button(page, '去掉待办').click()
  await button(page, '撤销').click()
  await expect(handle(page, '待办')).toBeVisible()
  await isClean(page, 'a page that is being arranged')

  await button(page, '取消').click()
  await page.getByRole('dialog', { name: '有未保存的内容' }).getByRole('button', { name: '继续填写' }).click()
  await button(page, '保存').click()
  await expect(button(page, '自定义')).toBeVisible()
  const order = async () => page.locator('.pro-place').evaluateAll((all) => all.map((at) => at.textContent))
  const isArranged = async () => {
    await expect(block(page, '各市志书')).toBeVisible()
    await expect(block(page, '接着做')).toBeHidden()
    await expect
      .poll(async () => (await order()).findIndex((text) => text?.startsWith('各市志书')))
      .toBe((await order()).length - 3)
  }
  await isArranged()
  await page.reload()
  await isArranged()

  // The right to the panel of a block is gone: the block is too, and the mode says so.
  await page.route('**/schema/index*', async (route) => {
    const answer = await route.fetch({ headers: { ...route.request().headers(), 'if-none-match': '' } })
    const body = await answer.json()
    const result = body.result.filter(({ id }: { id: string }) => id !== 'catalog/overview')
    await route.fulfill({ json: { ...body, result } })
  })
  await page.goto(url('/dashboard/workplace'))
  await expect(block(page, '常用入口')).toBeVisible()
  await expect(block(page, '各市志书')).toBeHidden()
  await button(page, '自定义').click()
  await expect(page.getByText('1 个内容已不存在或无权查看，已略去')).toBeVisible()

  await button(page, '恢复默认').click()
  await page.getByRole('dialog', { name: '恢复默认？' }).getByRole('button', { name: '恢复默认' }).click()
  await expect(block(page, '接着做')).toBeVisible()
  expect((await caller.call('GET', place)).result).toBeNull()
})

test('on a phone the blocks of the workplace are moved up and down in a list', async ({ open }) => {
  const caller = await openCaller('reader')
  const page = await open('reader', '/dashboard/workplace', { phone: true })
  await button(page, '自定义').tap()
  await handle(page, '常用入口').waitFor()
  const first = page.locator('[data-at="0"]')
  const title = await first.textContent()
  await button(page, `下移${title}`).tap()
  await expect(page.locator('[data-at="1"]')).toHaveText(String(title))
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
  await isClean(page, 'a page that is being arranged on a phone')
  await button(page, '保存').tap()
  await expect(button(page, '自定义')).toBeVisible()
  const { result } = await caller.call<{ blocks: { block: string }[] }>('GET', place)
  expect(result.blocks[1]?.block).toContain(title)
  await caller.call('DELETE', place)
})
