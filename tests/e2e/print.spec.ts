import { expect, type Page } from '@playwright/test'
import { test } from './pages.ts'

const path = '/stock/in-bill'

/** The number of pages of a PDF. */
const pagesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length ?? 0

/** Prints the preview to PDF, and returns its pages and the texts that are visible on paper. */
async function printed(page: Page) {
  await page.emulateMedia({ media: 'print' })
  // biome-ignore lint/performance/useDomNodeTextContent: only the visible text is on paper
  const text = await page.evaluate(() => document.body.innerText)
  const pdf = await page.pdf({ preferCSSPageSize: true })
  await page.emulateMedia({ media: null })
  return { text, pages: pagesOf(pdf) }
}

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
  const paper = await printed(page)
  expect(paper.pages).toBeGreaterThan(1)
  expect(paper.text).toMatch(/共 \d+ 条/)
})
