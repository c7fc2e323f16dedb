import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator } from '@playwright/test'
import { callerOf, rows, search, test } from './pages.ts'
import { writeWhole } from './product.ts'
import { productOf } from './server.ts'

const kinds = {
  fdate: { title: '日期', type: 'date', typed: '2026/12/1', value: '2026-12-01' },
  fmoment: { title: '时刻', type: 'datetime', typed: '2026-12-01 08:30:00', value: '2026-12-01 08:30:00' },
  ftime: { title: '钟点', type: 'time', typed: '8:5', value: '08:05:00' },
  fmonth: { title: '月份', type: 'month', typed: '202612', value: '2026-12' },
  fyear: { title: '年份', type: 'year', typed: '2026年', value: '2026' },
}
const fields = Object.entries(kinds).map(([key, { title, type }]) => ({ key, title, type, query: 'eq' }))
const document = {
  version: 1,
  kind: 'screen',
  id: 'base/typed-dates',
  title: '日期录入',
  perm: 'base:typed',
  menu: { parent: 'base', order: 90 },
  table: { name: 'e2e_typed_dates' },
  fields: [
    ...fields,
    { key: 'fperiod', title: '期间', type: 'date', query: 'range' },
    {
      key: 'items',
      title: '明细',
      type: 'table',
      table: { name: 'e2e_typed_item', fk: 'fbill', order: 'orderNum' },
      fields: fields.map(({ query: _, ...field }) => field),
    },
  ],
}
const path = '/base/typed-dates'
const list = async (conditions = '') => {
  const { result } = await (await callerOf('admin')).call<{ records: Record<string, unknown>[] }>(
    'GET',
    `/resource${path}/list?pageNo=1&pageSize=100&${conditions}`,
  )
  return result.records
}
const values = Object.fromEntries(Object.entries(kinds).map(([key, { value }]) => [key, value]))
/** Types with a pause between the keys; leaves by Tab. */
async function type(input: Locator, text: string, delay: number) {
  await input.click()
  await input.pressSequentially(text, { delay })
  await expect(input).toHaveValue(text)
  await input.press('Tab')
}

test.beforeAll(async () => {
  writeWhole(join(productOf().schemas, 'base/typed-dates.json'), JSON.stringify(document))
  await expect.poll(() => list().catch(() => null)).toEqual([])
})
test.afterAll(() => rmSync(join(productOf().schemas, 'base/typed-dates.json')))

test('typed dates and times are stored as typed at every pace, in form and detail table', async ({
  open,
}) => {
  const page = await open('admin', `${path}?form=add`)
  const form = page.getByRole('dialog', { name: /日期录入/ })
  const paces = [0, 50, 200, 0, 50]
  for (const [at, { title, typed, value }] of Object.values(kinds).entries()) {
    const input = form.getByLabel(title, { exact: true })
    await type(input, typed, paces[at] ?? 0)
    await expect(input).toHaveValue(value)
  }
  // A text that is no date stays, with its reason, and nothing is saved.
  const day = form.getByLabel('日期', { exact: true })
  await day.fill('2026年2月30日')
  await day.press('Control+s')
  await expect(day).toHaveValue('2026年2月30日')
  await expect(form.getByText('请输入正确的日期，例如 2026-12-01').first()).toBeVisible()
  expect(await list()).toEqual([])
  await day.fill('12月1日')

  const grid = form.getByRole('grid', { name: '明细' })
  await form.getByRole('button', { name: '新增一行' }).click()
  for (const [at, [key, { typed, value }]] of Object.entries(kinds).entries()) {
    const cell = grid.locator(`[data-field="${key}"]`).last()
    await cell.click()
    await expect(cell.locator('input')).toBeFocused()
    await page.keyboard.type(typed, { delay: paces[at] })
    await expect(cell.locator('input')).toHaveValue(typed)
    await page.keyboard.press(at % 2 === 0 ? 'Shift+Enter' : 'Tab')
    await expect(cell).toHaveText(value)
  }
  await form.getByRole('button', { name: '保存', exact: true }).click()
  await expect(form).toBeHidden()
  const year = new Date().getFullYear()
  const [record] = await list()
  const stored = await (await callerOf('admin')).call('GET', `/resource${path}/queryById?id=${record?.id}`)
  expect(stored.result).toMatchObject({ ...values, fdate: `${year}-12-01`, items: [values] })
})

test('typed dates in the query bar are read on Enter, Tab and blur, and an unreadable one does not search', async ({
  open,
}) => {
  const caller = await callerOf('admin')
  for (const fmoment of ['2026-12-01 08:30:00', '2026-12-01 00:00:00'])
    await caller.add('base/typed-dates', { fmoment, fperiod: '2026-12-01', fyear: '2001' })
  const page = await open('admin', path)
  await expect(rows(page).first()).toBeVisible()
  await page.getByRole('button', { name: '展开' }).click()
  const bar = page.getByRole('form', { name: '查询条件' })
  const moment = bar.getByLabel('时刻', { exact: true })
  await moment.click()
  await moment.pressSequentially('2026-12-01 08:30:00', { delay: 50 })
  await moment.press('Enter')
  await expect(page).toHaveURL(/fmoment=2026-12-01(\+|%20)08(:|%3A)30/)
  await page.getByRole('button', { name: '重置' }).click()

  const period = bar.getByRole('textbox', { name: '期间' })
  await type(period.first(), '2026.12.1', 0)
  await type(period.last(), '2026年12月31日', 200)
  await expect(period.first()).toHaveValue('2026-12-01')
  await expect(period.last()).toHaveValue('2026-12-31')
  await search(page)
  await expect(rows(page)).toHaveCount(2)

  const before = page.url()
  await period.last().fill('2026-2-30')
  await page.getByRole('button', { name: '查询', exact: true }).click()
  await expect(bar.getByRole('alert')).toHaveText('请输入正确的日期，例如 2026-12-01')
  await expect(period.last()).toHaveValue('2026-2-30')
  expect(page.url()).toBe(before)
  await page.getByRole('button', { name: '重置' }).click()
  await expect(period.last()).toHaveValue('')
})
