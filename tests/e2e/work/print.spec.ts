import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { extractText, getDocumentProxy } from 'unpdf'
import { choose, drag, openCaller, test } from '../pages.ts'

const LINES = 40
/** Lines that end in the middle of their second page. */
const FEWER_LINES = 28
const path = '/stock/in-bill'

/**
 * A text without spaces. Fonts draw some letters by the glyph of their radical, and the browser writes the radical into the
 * file.
 */
const plain = (text: string): string =>
  text
    .replace(/\s/g, '')
    .replace(/[\u2f00-\u2fd5]/g, (radical) => radical.normalize('NFKC'))
    .replaceAll('\u2eda', '页')

/** The texts of the pages of a PDF without spaces, and whether its paper is in landscape. */
async function readPdf(bytes: Buffer) {
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const { text } = await extractText(pdf)
  const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 })
  return { pages: text.map(plain), isLandscape: width > height }
}

/** Prints the preview as the browser does. */
async function printed(page: Page) {
  await page.emulateMedia({ media: 'print' })
  const pdf = await page.pdf({ preferCSSPageSize: true })
  await page.emulateMedia({ media: null })
  return readPdf(pdf)
}

/** The name and the content of the file that `click` downloads. */
async function downloaded(page: Page, click: () => Promise<void>) {
  const download = page.waitForEvent('download')
  await click()
  const file = await download
  return { name: file.suggestedFilename(), ...(await readPdf(await readFile(await file.path()))) }
}

/** Expects the pages of a bill of 40 lines, printed by the browser or by the server. */
function expectBill({ pages, isLandscape }: Awaited<ReturnType<typeof readPdf>>, number: string): void {
  expect(pages.length).toBeGreaterThan(1)
  expect(pages.length).toBeLessThan(5)
  expect(isLandscape).toBe(true)
  const whole = pages.join('')
  for (const text of [number, '省地方志馆', '待审核', '宣纸40', '840.00', '捌佰肆拾元整', '库管'])
    expect(whole).toContain(text)
  // The list, the form and the bar of the preview are not on paper.
  for (const text of ['首页', '详细信息', '关闭']) expect(whole).not.toContain(text)
  for (const [at, page] of pages.entries()) {
    expect(page).toContain(`第${at + 1}页，共${pages.length}页`)
    if (page.includes('宣纸')) expect(page).toContain('序号品名')
  }
}

const buildLine = (at: number) => ({
  fspmc: `宣纸 ${at + 1}`,
  spid: 'test-goods',
  funit: '册',
  fnum: 2,
  fprice: 10.5,
  ftaxrate: 13,
})

async function addBill(lines: number): Promise<{ id: string; fbillno: string }> {
  const items = Array.from({ length: lines }, (_, at) => buildLine(at))
  const bill = { fdate: '2026-11-21', fwarehouse: 'CK01', fremark: '打印试单', items }
  const { id, fbillno } = await (await openCaller('admin')).add('stock/in-bill', bill)
  return { id, fbillno: String(fbillno) }
}

test('a bill of 40 lines is printed by its template on several pages, by the browser and as a PDF of the server', async ({
  open,
}) => {
  const { id, fbillno } = await addBill(LINES)
  const page = await open('admin', `${path}?form=detail&id=${id}`)
  const form = page.getByRole('dialog', { name: /详细信息/ })
  const preview = page.getByRole('dialog', { name: /打印预览/ })
  await form.getByRole('button', { name: '打印', exact: true }).click()
  await expect(preview.getByRole('row')).toHaveCount(LINES + 3)
  await expect(page).toHaveTitle(`入库单 ${fbillno}`)

  expectBill(await printed(page), fbillno)
  const file = await downloaded(page, () => preview.getByRole('button', { name: '下载 PDF' }).click())
  expect(file.name).toBe(`入库单 ${fbillno}.pdf`)
  expectBill(file, fbillno)

  await choose(page, preview.locator('.ant-select').filter({ hasText: '入库单' }), '标准版式')
  await expect(preview.getByRole('combobox', { name: '纸张' })).toBeVisible()
  await expect(preview.getByRole('heading', { name: '明细' })).toBeVisible()
  await preview.getByRole('button', { name: '关闭' }).click()
  await expect(preview).toHaveCount(0)

  // The last choice is the first of the menu; the file needs no preview.
  await form.getByRole('button', { name: '选择打印版式' }).click()
  await expect(page.locator('.ant-dropdown-menu-item-group-title')).toHaveText(['标准版式', '入库单'])
  const direct = await downloaded(page, () => page.getByRole('menuitem', { name: '下载 PDF' }).last().click())
  expectBill(direct, fbillno)
})

test('selected bills are printed as one document when 打印 is pressed in the selection bar', async ({
  open,
}) => {
  const bills = [await addBill(1), await addBill(2), await addBill(3)]
  const page = await open('admin', path)
  for (const { fbillno } of bills)
    await page.locator('[data-row-id]').filter({ hasText: fbillno }).getByRole('checkbox').check()
  const bar = page.getByRole('toolbar', { name: '批量操作' })
  await bar.getByRole('button', { name: '打印', exact: true }).click()
  const preview = page.getByRole('dialog', { name: /打印预览/ })
  await expect(preview.getByRole('heading', { level: 1 })).toHaveCount(3)

  const file = await downloaded(page, () => preview.getByRole('button', { name: '下载 PDF' }).click())
  expect(file.name).toBe('入库单（共 3 条）.pdf')
  for (const { pages } of [await printed(page), file]) {
    expect(pages).toHaveLength(3)
    for (const [at, { fbillno }] of bills.entries()) expect(pages[at]).toContain(fbillno)
  }
})

test('a list is printed in the dark look, black on white, with the rows of all its pages', async ({
  open,
}) => {
  const page = await open('admin', path, { dark: true })
  await page.getByRole('toolbar', { name: '操作' }).getByRole('button', { name: '打印' }).click()
  const preview = page.getByRole('dialog', { name: /打印预览/ })
  const sheet = preview.getByRole('article')
  await expect.poll(() => preview.getByRole('row').count()).toBeGreaterThan(20)
  await expect(sheet.getByRole('cell', { name: '合计', exact: true })).toBeVisible()
  await expect(preview.getByRole('cell').first()).toHaveCSS('color', 'rgb(0, 0, 0)')
  const { pages } = await printed(page)
  expect(pages.length).toBeGreaterThan(1)
  expect(pages.join('')).toMatch(/共\d+条/)
})

test('a template is designed on the paper of a record, and labels are printed from the place that is chosen', async ({
  open,
}) => {
  const { id, fbillno } = await addBill(FEWER_LINES)
  const staff = await open('admin', `${path}?form=detail&id=${id}`)
  const form = staff.getByRole('dialog', { name: /详细信息/ })
  await form.getByRole('button', { name: '打印', exact: true }).click()
  await expect(staff.getByRole('dialog', { name: /打印预览/ }).getByRole('row')).toHaveCount(FEWER_LINES + 3)
  const { pages } = await printed(staff)

  // The paper of the designer has the pages that the browser prints.
  expect(pages).toHaveLength(2)
  const page = await open('admin', '/online/cgform?design=print/in-bill')
  const palette = page.getByRole('navigation', { name: '块和字段' })
  const blocks = page.locator('.view-print-block')
  // The menu moves while its button gets the number of the record.
  await page.getByRole('button', { name: /^印哪条记录：RK/ }).click()
  await page.getByRole('menuitem', { name: '选一条记录' }).click()
  const picker = page.getByRole('dialog', { name: '选一条记录' })
  await picker.getByRole('textbox').first().fill(fbillno)
  await picker.getByRole('button', { name: '查询', exact: true }).click()
  await picker.getByRole('row').filter({ hasText: fbillno }).getByRole('radio').check()
  await picker.getByRole('button', { name: '确定' }).click()
  await expect(page.getByRole('button', { name: `印哪条记录：${fbillno}` })).toBeVisible()
  const sheets = page.locator('.view-print-page')
  await expect(sheets).toHaveCount(pages.length)
  await expect(sheets.last()).toContainText(`第 ${pages.length} 页，共 ${pages.length} 页`)

  // A block is dragged onto the paper, a field into it; a condition that is not met leaves a mark.
  const dragBlock = async (name: string, at: number) => {
    const entry = palette.getByRole('button', { name, exact: true })
    await entry.scrollIntoViewIfNeeded()
    const from = await entry.boundingBox()
    const to = await blocks.nth(at).boundingBox()
    if (!from || !to) throw new Error('nothing to drag')
    const mark = blocks.nth(at).and(page.locator('[data-over]'))
    await drag(page, { x: from.x + 20, y: from.y + 10 }, { x: to.x + 40, y: to.y + 6 }, mark)
  }
  const count = await blocks.count()
  await dragBlock('文字', 1)
  await expect(blocks).toHaveCount(count + 1)
  await dragBlock('备注 fremark', 1)
  await expect(blocks.nth(1)).toContainText('备注：打印试单')
  const settings = page.getByRole('complementary', { name: '文字的设置' })
  await settings.getByLabel('何时印').fill("fremark == ''")
  await expect(blocks.nth(1)).toHaveText('文字（这条记录不印）')
  await blocks.nth(1).focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(blocks.nth(2)).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(blocks).toHaveCount(count)
  await page.getByRole('button', { name: '撤销' }).click()
  await expect(blocks).toHaveCount(count + 1)
  await page.getByRole('button', { name: '放弃草稿' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '放弃草稿' }).click()

  const list = await open('admin', '/base/goods')
  const rows = list.locator('[data-row-id]')
  for (const at of [0, 1]) await rows.nth(at).getByRole('checkbox').check()
  const bar = list.getByRole('toolbar', { name: '批量操作' })
  await bar.getByRole('button', { name: '选择打印版式' }).click()
  const group = list.locator('.ant-dropdown-menu-item-group').filter({ hasText: 'A4 不干胶' })
  await group.getByRole('menuitem', { name: '预览' }).click()
  const preview = list.getByRole('dialog', { name: /打印预览/ })
  await preview.getByLabel('从第几个标签印起').fill('24')
  await expect(preview.locator('.pro-print-code img')).toHaveCount(2)
  const file = await downloaded(list, () => preview.getByRole('button', { name: '下载 PDF' }).click())
  expect([(await printed(list)).pages.length, file.pages.length]).toEqual([2, 2])
})
