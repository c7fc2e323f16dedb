import { expect, type Locator, type Page } from '@playwright/test'
import { act, atRest, confirm, openCaller, test } from '../pages.ts'

interface Heading {
  id: string
  ftitle: string
  pid: string | null
}
interface Book {
  id: string
  toc: Heading[]
}

/** A book whose table of contents follows the indents of these titles. */
async function addBook(...titles: string[]): Promise<Book> {
  const clerk = await openCaller('clerk')
  const ways: string[] = []
  const toc = titles.map((title, at) => {
    const depth = title.search(/\S/)
    ways.splice(depth, ways.length, `tmp_${at}`)
    return { id: `tmp_${at}`, ftitle: title.trim(), pid: ways[depth - 1] ?? null }
  })
  const book = { fcallno: `目${Date.now()}`, ftitle: '会稽志', toc }
  return (await clerk.add('catalog/gazetteer', book)) as unknown as Book
}

const edit = (id: string) => `/catalog/gazetteer?form=edit&id=${id}`
const tree = (page: Page): Locator => page.getByRole('treegrid', { name: '目次' })
const row = (page: Page, title: string): Locator => tree(page).getByRole('row').filter({ hasText: title })
const title = (page: Page, text: string): Locator => row(page, text).locator('[data-field="ftitle"]')
const form = (page: Page): Locator => page.getByRole('dialog', { name: /地方志书目/ })

/** The titles in sight, each behind as many dots as it is deep. */
const outline = (page: Page): Promise<string[]> =>
  tree(page)
    .locator('[data-row-id]')
    .evaluateAll((rows) =>
      rows
        .map((each) => ({ each, top: each.getBoundingClientRect().top }))
        .sort((a, b) => a.top - b.top)
        .map(({ each }) => {
          const level = Number(each.getAttribute('aria-level'))
          return '.'.repeat(level - 1) + (each.querySelector('[data-field="ftitle"]')?.textContent ?? '')
        }),
    )
const looksLike = (page: Page, ...lines: string[]) => expect.poll(() => outline(page)).toEqual(lines)

async function menu(page: Page, on: string, entry: string) {
  // The editor of the summary loads by itself and moves the table below it; the menu moves while it unfolds.
  await expect(form(page).locator('.tiptap')).toBeVisible()
  await atRest(page)
  await title(page, on).click({ button: 'right' })
  await expect(page.getByRole('menuitem', { name: entry, exact: true })).toBeVisible()
  await atRest(page)
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

test('tree rows are folded, added, moved and cut, and the server returns them unchanged', async ({
  open,
}) => {
  const { id } = await addBook('卷一', ' 章一', '  节一', ' 章二', '卷二')
  const page = await open('clerk', edit(id))
  await looksLike(page, '卷一', '.章一', '..节一', '.章二', '卷二')
  const starts = (text: string) =>
    title(page, text).evaluate((cell) => {
      const words = document.createRange()
      words.selectNodeContents(cell.querySelector('.detail-text') ?? cell)
      return words.getBoundingClientRect().left
    })
  // The form is still growing into its place when its rows are there.
  await atRest(page)
  expect((await starts('章一')) - (await starts('卷一'))).toBe(20)
  expect((await starts('节一')) - (await starts('卷一'))).toBe(40)

  await row(page, '卷一').getByRole('button', { name: '收起' }).click()
  await looksLike(page, '卷一', '卷二')
  await title(page, '卷二').click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Alt+ArrowRight')
  await looksLike(page, '卷一', '.章一', '..节一', '.章二', '卷二')
  await page.keyboard.press('Alt+Shift+ArrowLeft')
  await looksLike(page, '卷一', '卷二')
  await page.keyboard.press('Alt+Shift+ArrowRight')

  await menu(page, '卷二', '添加下级')
  await page.keyboard.press('F2')
  await page.keyboard.type('章三')
  await page.keyboard.press('Tab')
  await looksLike(page, '卷一', '.章一', '..节一', '.章二', '卷二', '.章三')
  // Under another parent: out of its own, and under the sibling that is then above it.
  await menu(page, '章二', '升一级')
  await menu(page, '章二', '上移')
  await looksLike(page, '章二', '卷一', '.章一', '..节一', '卷二', '.章三')
  await menu(page, '卷一', '降一级')
  await looksLike(page, '章二', '.卷一', '..章一', '...节一', '卷二', '.章三')
  await title(page, '章一').click({ button: 'right' })
  await page.getByRole('menuitem', { name: '删除', exact: true }).click()
  await confirm(page, '确定要删除这 2 项吗?')
  await looksLike(page, '章二', '.卷一', '卷二', '.章三')

  await form(page).getByRole('button', { name: '保存', exact: true }).click()
  await expect(form(page)).toBeHidden()
  await page.goto(new URL(edit(id), page.url()).href)
  await looksLike(page, '章二', '.卷一', '卷二', '.章三')
})

test('sub-records open from a row and are edited, and a failed request is shown and repeated', async ({
  open,
  expected,
}) => {
  expected.push(/status of 500/)
  const { id, toc } = await addBook('卷一', ' 章一')
  const clerk = await openCaller('clerk')
  await clerk.add('catalog/plate', { tocId: toc[1]?.id, ftitle: '疆域图', fleaf: '三' })
  await clerk.add('catalog/plate', { tocId: toc[0]?.id, ftitle: '别卷之图' })
  const page = await open('clerk', edit(id))
  let asked = 0
  const list = '**/resource/catalog/plate/list*'
  await page.route(list, (route) => {
    asked += 1
    return route.fulfill({
      status: 500,
      json: { success: false, code: 500, message: '服务器出错', result: null },
    })
  })
  await menu(page, '章一', '打开书影')
  const drawer = page.getByRole('dialog', { name: '书影，第 2 行' })
  await expect(drawer.getByText('打开子表失败')).toBeVisible()
  expect(asked).toBe(3)
  await page.unroute(list)
  await drawer.getByRole('button', { name: '再试一次' }).click()

  await expect(drawer.locator('[data-row-id]')).toHaveCount(1)
  await act(drawer.locator('[data-row-id]'), '编辑')
  const plate = page.getByRole('dialog', { name: '书影', exact: true })
  await expect(plate.getByLabel('图题')).toHaveValue('疆域图')
  await plate.getByLabel('叶码').fill('十二')
  await plate.getByRole('button', { name: '保存', exact: true }).click()
  await expect(plate).toBeHidden()
  await expect(drawer.getByRole('row', { name: /疆域图.*十二/ })).toBeVisible()
  await expect(drawer.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(tree(page)).toBeFocused()
  // Back in the row that it was opened from: the keys are the table's again.
  await page.keyboard.press('ArrowUp')
  await expect(title(page, '卷一')).toHaveClass(/is-active/)
})
