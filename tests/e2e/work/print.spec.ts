import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { extractText, getDocumentProxy } from 'unpdf'
import { choose, openCaller, test } from '../pages.ts'

const LINES = 40
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
