import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { isClean } from './axe.ts'
import { choose, openCaller, rows, test } from './pages.ts'
import { writeWhole } from './product.ts'
import { getProduct } from './server.ts'

const document = {
  version: 2,
  kind: 'screen',
  id: 'base/cron-plans',
  title: '定时计划',
  perm: 'base:cronplan',
  menu: { parent: 'base', order: 91 },
  table: { name: 'e2e_cron_plan' },
  fields: [
    { key: 'fname', title: '名称', type: 'input' },
    { key: 'fcron', title: '执行时间', type: 'cron', query: 'like' },
  ],
}
const path = '/base/cron-plans'

test.beforeAll(async () => {
  writeWhole(join(getProduct().schemas, 'base/cron-plans.json'), JSON.stringify(document))
  const load = async () => (await (await openCaller('admin')).call('GET', `/resource${path}/list`)).success
  await expect.poll(() => load().catch(() => false)).toBe(true)
})
test.afterAll(() => rmSync(join(getProduct().schemas, 'base/cron-plans.json')))

const openForm = async (page: Page) => {
  const form = page.getByRole('dialog', { name: /定时计划/ })
  const input = form.getByLabel('执行时间', { exact: true })
  await expect(input).toBeVisible()
  return { form, input }
}
/** A select by the name of its input, which the selected text covers. */
const findSelect = (builder: Locator, name: string) =>
  builder.locator('.ant-select').filter({ has: builder.page().getByRole('combobox', { name }) })
const openBuilder = async (page: Page) => {
  await page.getByRole('button', { name: '设置执行时间' }).click()
  const builder = page.getByRole('dialog', { name: '执行时间', exact: true })
  await expect(builder.getByRole('tab', { name: '秒' })).toBeVisible()
  return builder
}

for (const look of [{}, { phone: true, dark: true }])
  test(`a cron expression is built, saved, parsed back and explained, ${look.phone ? 'on a phone' : 'on a desk'}`, async ({
    open,
  }) => {
    const page = await open('admin', `${path}?form=add`, look)
    const { form, input } = await openForm(page)
    await form.getByLabel('名称').fill(look.phone ? '手机' : '桌面')

    // A wrong expression stays, its faulty field is named, and nothing is saved.
    await input.fill('0 0 25 * * ?')
    await input.press('Tab')
    await expect(form.getByText('「时」25 超出范围，应为 0 到 23').first()).toBeVisible()
    await input.fill('')
    await input.press('Tab')

    const builder = await openBuilder(page)
    // The controls of a form on a phone have no borders.
    await expect(builder.locator('[class*="-borderless"]')).toHaveCount(0)
    await builder.getByRole('radio', { name: '指定' }).check()
    await choose(page, findSelect(builder, '指定的秒'), '0 秒')
    await builder.getByRole('tab', { name: '分' }).click()
    await builder.getByRole('radio', { name: '间隔' }).check()
    await builder.getByLabel('分的间隔长度').fill('30')
    await builder.getByRole('tab', { name: '时' }).click()
    await builder.getByRole('radio', { name: '范围' }).check()
    await builder.getByLabel('时的范围起点').fill('9')
    await builder.getByLabel('时的范围终点').fill('10')
    await builder.getByRole('tab', { name: '日和周' }).click()
    await choose(page, findSelect(builder, '每月最后一个星期几'), '星期五')
    await expect(builder.getByText('0 0/30 9-10 ? * FRIL *')).toBeVisible()
    await expect(builder.getByText('每月最后一个周五 09:00、09:30、10:00、10:30 执行')).toBeVisible()
    await expect(builder.getByRole('list', { name: '接下来的执行时间' }).getByRole('listitem')).toHaveCount(
      10,
    )
    await isClean(page, 'cron dialog')
    await builder.getByRole('button', { name: /确\s*定/ }).click()
    await expect(builder).toBeHidden()
    await expect(input).toHaveValue('0 0/30 9-10 ? * FRIL *')
    await form.getByRole('button', { name: '保存', exact: true }).click()
    await expect(form).toBeHidden()

    await rows(page).first().getByRole('link').first().click()
    const reopened = await openForm(page)
    await expect(reopened.form.getByText('每月最后一个周五 09:00、09:30、10:00、10:30 执行')).toBeVisible()
  })

test('the server refuses a wrong expression by the name of its field', async () => {
  const caller = await openCaller('admin')
  const answer = await caller.call('POST', `/resource${path}/add`, { fname: 'x', fcron: '0 0 2 * * MON' })
  expect(answer.success).toBe(false)
  expect(JSON.stringify(answer)).toContain('执行时间的「日」和「周」应有一个写「?」')
})
