import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator } from '@playwright/test'
import { openCaller, rows, search, test } from '../pages.ts'
import { writeWhole } from '../product.ts'
import { getProduct } from '../server.ts'

/** Each kind with the usual spellings of one value, and a text that is none. */
const kinds = {
  fdate: {
    title: '日期',
    type: 'date',
    value: '2026-12-05',
    texts: ['2026-12-05', '20261205', '2026/12/5'],
    unreadable: '2026-2-30',
    reason: '请输入正确的日期，例如 2026-12-01',
  },
  fmoment: {
    title: '时刻',
    type: 'datetime',
    value: '2026-12-05 08:05:09',
    texts: ['2026-12-05 08:05:09', '20261205080509', '2026/12/5 8:5:9'],
    unreadable: '2026-12-05 25:00',
    reason: '请输入正确的日期和时间，例如 2026-12-01 08:30:00',
  },
  ftime: {
    title: '钟点',
    type: 'time',
    value: '08:05:00',
    texts: ['8:5', '08:05:00', '0805'],
    unreadable: '25:00',
    reason: '请输入正确的时间，例如 08:30:00',
  },
  fmonth: {
    title: '月份',
    type: 'month',
    value: '2026-12',
    texts: ['2026-12', '2026年12月', '202612'],
    unreadable: '2026-13',
    reason: '请输入正确的月份，例如 2026-12',
  },
  fyear: {
    title: '年份',
    type: 'year',
    value: '2026',
    texts: ['2026年', '2026'],
    unreadable: '26',
    reason: '请输入正确的年份，例如 2026',
  },
}
/** Milliseconds between two keys: from a fast typist to a slow one. */
const paces = [0, 40, 200]
const spellings = Object.values(kinds).flatMap(({ title, value, texts }) =>
  texts.map((text, at) => ({ title, value, text, pace: paces[at] ?? 0 })),
)
const fields = Object.entries(kinds).map(([key, { title, type }]) => ({ key, title, type, query: 'eq' }))
const document = {
  version: 2,
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
  const { result } = await (await openCaller('admin')).call<{ records: Record<string, unknown>[] }>(
    'GET',
    `/resource${path}/list?pageNo=1&pageSize=100&${conditions}`,
  )
  return result.records
}
const values = Object.fromEntries(Object.entries(kinds).map(([key, { value }]) => [key, value]))
/** Replaces the text of an input, with a pause between the keys; leaves by a key. */
async function type(input: Locator, text: string, pace = 0, key = 'Tab') {
  await input.click()
  await input.press('Control+a')
  await input.pressSequentially(text, { delay: pace })
  await expect(input).toHaveValue(text)
  await input.press(key)
}

test.beforeAll(async () => {
  writeWhole(join(getProduct().schemas, 'base/typed-dates.json'), JSON.stringify(document))
  await expect.poll(() => list().catch(() => null)).toEqual([])
})
test.afterAll(() => rmSync(join(getProduct().schemas, 'base/typed-dates.json')))

test('typed dates and times are stored as typed at every pace, in form and detail table', async ({
  open,
}) => {
  const page = await open('admin', `${path}?form=add`)
  const form = page.getByRole('dialog', { name: /日期录入/ })
  const field = (title: string) => form.getByLabel(title, { exact: true })
  for (const { title, value, text, pace } of spellings) {
    await type(field(title), text, pace)
    await expect(field(title)).toHaveValue(value)
  }
  // A text that is no value stays, with its reason, and nothing is saved.
  for (const { title, unreadable, reason } of Object.values(kinds)) {
    await type(field(title), unreadable)
    await expect(field(title)).toHaveValue(unreadable)
    await expect(form.getByText(reason)).toBeVisible()
  }
  await page.keyboard.press('Control+s')
  await expect(form.getByText('5 处需要修改')).toBeVisible()
  expect(await list()).toEqual([])
  for (const { title, value } of Object.values(kinds)) await type(field(title), value)

  const grid = form.getByRole('grid', { name: '明细' })
  await form.getByRole('button', { name: '新增一行' }).click()
  for (const [key, { value, texts, unreadable, reason }] of Object.entries(kinds)) {
    const cell = grid.locator(`[data-field="${key}"]`).last()
    for (const [at, text] of [unreadable, ...texts].entries()) {
      await cell.click()
      await expect(cell.locator('input')).toBeFocused()
      // In a column of at least 240 px.
      if (key === 'fmoment') expect((await cell.locator('.ant-picker').boundingBox())?.width).toBeCloseTo(200)
      await page.keyboard.press('Control+a')
      await page.keyboard.type(text, { delay: text.length < 4 ? 200 : 0 })
      await expect(cell.locator('input')).toHaveValue(text)
      await page.keyboard.press(at % 2 === 0 ? 'Shift+Enter' : 'Tab')
      await expect(cell).toHaveText(at === 0 ? `${unreadable}${reason}` : value)
    }
    if (key !== 'ftime') continue
    // The message of a wrong cell lies over its neighbour, which is reached through it.
    const neighbour = grid.locator('[data-field="fmoment"]').last()
    await cell.click()
    await page.keyboard.type(unreadable)
    await page.keyboard.press('Tab')
    await cell.hover()
    await neighbour.click()
    await expect(neighbour.locator('input')).toBeFocused()
    await page.keyboard.press('Escape')
    await cell.click()
    await page.keyboard.press('Control+a')
    await page.keyboard.type(value)
    await page.keyboard.press('Tab')
    await expect(cell).toHaveText(value)
  }
  await form.getByRole('button', { name: '保存', exact: true }).click()
  await expect(form).toBeHidden()
  const [record] = await list()
  const stored = await (await openCaller('admin')).call('GET', `/resource${path}/queryById?id=${record?.id}`)
  expect(stored.result).toMatchObject({ ...values, items: [values] })
})

test('typed dates in the query bar are read on Enter, Tab and blur, and an unreadable one does not search', async ({
  open,
}) => {
  const caller = await openCaller('admin')
  for (const fmoment of ['2026-12-01 08:30:00', '2026-12-01 00:00:00'])
    await caller.add('base/typed-dates', { fmoment, fperiod: '2026-12-01', fyear: '2001' })
  const page = await open('admin', path)
  await expect(rows(page).first()).toBeVisible()
  await page.getByRole('button', { name: '展开' }).click()
  const bar = page.getByRole('form', { name: '查询条件' })
  const item = (title: string) => bar.getByLabel(title, { exact: true })
  for (const { title, value, text } of spellings) {
    await type(item(title), text, text.length < 4 ? 200 : 0, text.length < 7 ? 'Enter' : 'Tab')
    await expect(item(title)).toHaveValue(value)
  }
  await search(page)
  for (const [key, { value }] of Object.entries(kinds))
    expect(new URL(page.url()).searchParams.get(`q.${key}`)).toBe(value)
  await page.getByRole('button', { name: '重置' }).click()

  const period = bar.getByRole('textbox', { name: '期间' })
  await type(period.first(), '2026.12.1', 0)
  await type(period.last(), '2026年12月31日', 200)
  await expect(period.first()).toHaveValue('2026-12-01')
  await expect(period.last()).toHaveValue('2026-12-31')
  await search(page)
  await expect(rows(page)).toHaveCount(2)

  const before = page.url()
  for (const [input, { unreadable, reason }] of [
    [period.last(), kinds.fdate],
    ...Object.values(kinds).map((kind) => [item(kind.title), kind] as const),
  ] as const) {
    await type(input, unreadable)
    await page.getByRole('button', { name: '查询', exact: true }).click()
    await expect(bar.getByRole('alert').filter({ hasText: reason }).first()).toBeVisible()
    await expect(input).toHaveValue(unreadable)
    expect(page.url()).toBe(before)
  }
  await page.getByRole('button', { name: '重置' }).click()
  await expect(period.last()).toHaveValue('')
  await expect(item('年份')).toHaveValue('')
})
