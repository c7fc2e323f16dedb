import { expect, type Page } from '@playwright/test'
import { openCaller, rows, test } from '../pages.ts'

interface Book {
  id: string
  fcallno: string
  ftitle: string
  fstate: string
}

const focusedField = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('[data-key]')?.getAttribute('data-key'))

/** Types a code and Enter as a scanner does. */
const scan = async (page: Page, code: string) => {
  await page.keyboard.type(code, { delay: 5 })
  await page.keyboard.press('Enter')
}

test('the counter lends and takes back by scans alone, and refuses a book that is out', async ({ open }) => {
  const admin = await openCaller('admin')
  const listed = await admin.call<{ records: Book[] }>(
    'GET',
    '/resource/catalog/gazetteer/list?fstate=在架&pageSize=2',
  )
  const [first, second] = listed.result.records
  if (!first || !second) throw new Error('no books')
  const readState = async ({ id }: Book) =>
    (await admin.call<Book>('GET', `/resource/catalog/gazetteer/queryById?id=${id}`)).result.fstate

  const page = await open('clerk', '/reader/lend')
  await page.getByRole('combobox', { name: '读者' }).focus()
  await scan(page, 'DZ20260014')
  await expect.poll(() => focusedField(page)).toBe('books')
  await scan(page, first.fcallno)
  await scan(page, second.fcallno)
  await expect(rows(page).filter({ hasText: second.fcallno })).toHaveCount(1)
  await page.keyboard.press('Control+s')
  await expect(page.locator('.ant-message')).toContainText('已登记 2 条')
  expect([await readState(first), await readState(second)]).toEqual(['外借', '外借'])

  // The counter is ready for the next reader.
  await expect.poll(() => focusedField(page)).toBe('freader')
  await scan(page, 'DZ20260013')
  await expect.poll(() => focusedField(page)).toBe('books')
  await scan(page, first.fcallno)
  await expect(rows(page).filter({ hasText: first.fcallno })).toContainText('外借')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('这本书不在架，不能借出').first()).toBeVisible()

  const desk = await open('clerk', '/reader/give-back')
  await expect.poll(() => focusedField(desk)).toBe('books')
  await scan(desk, first.fcallno)
  await scan(desk, second.fcallno)
  await expect(rows(desk).filter({ hasText: '陈书客' })).toHaveCount(2)
  await desk.keyboard.press('Control+s')
  await expect(desk.locator('.ant-message')).toContainText('归还')
  expect([await readState(first), await readState(second)]).toEqual(['在架', '在架'])
})
