import { expect, type Page, test } from '@playwright/test'
import { choose, openMenu, signIn } from '../pages.ts'
import { passwords } from '../server.ts'

/** The typed text of each product, by initials, a part of the name or the code, and its full name. */
const lines = [
  ['xzxf', '宣纸修复用皮纸'],
  ['bxdjt', '薄型典具帖'],
  ['浆糊', '中性淀粉浆糊'],
  ['zszdx', '真丝装订线'],
  ['绫绢', '绫绢书衣料'],
  ['wsda', '无酸档案盒 A4 5cm'],
  ['四合套', '古籍函套（四合套）'],
  ['六合套', '古籍函套（六合套）'],
  ['nmsx', '楠木书匣'],
  ['wskz', '无酸卡纸'],
  ['恒湿', '恒湿调湿剂'],
  ['40020', '除氧防虫片'],
] as const

/** Types a text like a person, or in one piece where the keyboard has no such keys; returns the number of keys. */
async function type(page: Page, text: string): Promise<number> {
  if (/^[\x20-\x7e]*$/.test(text)) await page.keyboard.type(text)
  else await page.keyboard.insertText(text)
  return [...text].length
}

test('a bill of twelve lines is typed by keyboard only, with two keys a line besides its texts', async ({
  page,
}) => {
  await signIn(page, 'clerk', passwords.demo)
  await openMenu(page, '入藏与库存', '入库单')
  await page.getByRole('button', { name: /新增/ }).click()
  const form = page.getByRole('dialog', { name: /入库单/ })
  await choose(page, form.getByLabel('仓库'), '修复材料库')
  const grid = form.getByRole('grid', { name: '入库明细' })
  const cell = (row: number, field: string) =>
    grid.locator('[data-row-id]').nth(row).locator(`[data-field="${field}"]`)
  await grid.focus()
  await page.keyboard.press('Enter')
  await expect(cell(0, 'fspmc')).toHaveClass(/is-active/)

  let keys = 0
  const press = async (key: string) => {
    keys += 1
    await page.keyboard.press(key)
  }
  for (const [at, [text, name]] of lines.entries()) {
    await expect(cell(at, 'fspmc')).toHaveClass(/is-active/)
    const before = keys
    keys += await type(page, text)
    await press('Enter')
    await expect(cell(at, 'fspmc')).toHaveText(name)
    await expect(cell(at, 'fnum')).toHaveClass(/is-active/)
    keys += await type(page, String(at + 1))
    await press('Enter')
    expect(keys - before).toBe([...text].length + String(at + 1).length + 2)
  }
  console.log(`12 lines: ${keys} keys`)
  await expect(grid.locator('[data-row-id]')).toHaveCount(13)
  await expect(form.getByLabel('合计数量')).toHaveValue('78.00')
  await expect(page.getByRole('dialog', { name: /选择品名/ })).toHaveCount(0)

  // The last row, which Enter made, is not saved.
  const saved = page.waitForResponse('**/stock/in-bill/add')
  await form.getByRole('button', { name: '保存', exact: true }).click()
  await expect(form).toBeHidden()
  expect((await (await saved).json()).success).toBe(true)
})
