import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { isClean } from '../axe.ts'
import { follow, openCaller, test } from '../pages.ts'

/** Drags by mouse in steps, as a hand does. */
async function drag(page: Page, from: Locator, to: Locator) {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()]
  if (!start || !end) throw new Error('the drag has no beginning or no end')
  await page.mouse.move(start.x + 20, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move(start.x + 32, start.y + start.height / 2 + 8)
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 8 })
  await page.mouse.up()
}

const chip = (page: Page, id: string) => page.locator(`[data-row-id="${id}"]`)
const onDay = (page: Page, id: string, column: number) =>
  expect(chip(page, id)).toHaveCSS('grid-column-start', String(column))

test('a loan moves to another day by drag; a refused day returns it and says why', async ({
  open,
  expected,
}) => {
  expected.push(/status of 400/)
  const caller = await openCaller('admin')
  const reader = await caller.add('reader/reader', { fname: '借日历书的人', fvaliddate: '2099-12-31' })
  const book = await caller.add('catalog/gazetteer', { fcallno: 'RL/1', ftitle: '日历上的一本', fvolumes: 2 })
  const loan = await caller.add('reader/borrow', {
    fbookid: book.id,
    ftitle: '日历上的一本',
    freaderid: reader.id,
    freader: '借日历书的人',
    fdate: '2031-05-13',
    fdue: '2031-05-14',
  })
  const page = await open('admin', '/reader/due-calendar?cal=2031-05')
  await onDay(page, loan.id, 3)
  await drag(page, chip(page, loan.id), page.locator('[data-day="2031-05-16"]'))
  await page.getByRole('button', { name: '改期' }).click()
  await expect(page.getByText('修改成功！')).toBeVisible()
  await onDay(page, loan.id, 5)
  // The rule of the document: not before the day of the loan.
  await drag(page, chip(page, loan.id), page.locator('[data-day="2031-05-12"]'))
  await page.getByRole('button', { name: '改期' }).click()
  await expect(page.getByText('应还日期不能早于借出日期')).toBeVisible()
  await onDay(page, loan.id, 5)
  const { result } = await caller.call<{ fdue: string }>(
    'GET',
    `/resource/reader/borrow/queryById?id=${loan.id}`,
  )
  expect(result.fdue).toBe('2031-05-16')
  await chip(page, loan.id).getByRole('link').click()
  await expect(page.getByRole('dialog', { name: /还书日历|借阅/ })).toBeVisible()
})

test('a bill moves to its next state by drag, with the question of the move', async ({ open }) => {
  const caller = await openCaller('admin')
  const { result } = await caller.call<{ records: { id: string }[] }>(
    'GET',
    '/resource/stock/issue/list?fstates=待审核&pageSize=1',
  )
  const id = result.records[0]?.id ?? ''
  const page = await open('admin', '/stock/issue-board')
  const done = page.getByRole('region', { name: '已审核' })
  await drag(page, chip(page, id), done)
  const question = page.getByRole('dialog', { name: '审核' })
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: '确定' }).click()
  await expect(done.locator(`[data-row-id="${id}"]`)).toBeVisible()
})

/** The pages, and what each has when its records are drawn. */
const pages = [
  ['/reader/due-calendar', '[data-row-id]'],
  ['/stock/issue-board', '[data-row-id]'],
  ['/catalog/distribution', '.pro-cross tbody tr'],
] as const

test('calendar, board and cross table have no serious accessibility fault, at a desk in the light and on a phone in the dark', async ({
  open,
}) => {
  for (const isPhone of [false, true]) {
    const page = await open('admin', '/404', { dark: isPhone, phone: isPhone })
    await expect(page.locator('main')).toContainText('404')
    for (const [path, drawn] of pages) {
      const opened = await follow(page, path)
      await expect(opened.locator(drawn).first()).toBeVisible()
      await isClean(page, `${path}${isPhone ? ', phone' : ''}`, { isOnlyTheme: true })
    }
  }
})

test('a clerk who may list loans and issues has their calendar and board', async ({ open }) => {
  const page = await open('clerk', '/reader/due-calendar')
  await expect(page.locator('[data-day]').first()).toBeVisible()
  await expect(page.getByRole('menuitem', { name: '还书日历' })).toBeVisible()
})
