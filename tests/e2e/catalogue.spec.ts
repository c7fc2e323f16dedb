import { fileURLToPath } from 'node:url'
import { expect, type Locator, type Page, type TestInfo } from '@playwright/test'
import { test } from './pages.ts'

const address = '/example/bench'
const index = (page: Page, title: string) => page.getByRole('navigation', { name: title })

/** The type's section, once its views are drawn. */
async function findSection(page: Page, word: string): Promise<Locator> {
  const section = page.locator(`section[id="${word}"]`)
  await section.scrollIntoViewIfNeeded()
  await expect(section.locator('[data-face]')).toHaveCount(4)
  await expect(section.locator('[aria-busy=true]')).toHaveCount(0)
  return section
}

/** The faults in the views of one type, as texts. */
const faults = (section: Locator): Promise<string[]> =>
  section.evaluate((element) => {
    const told: string[] = []
    const readName = (part: Element | null | undefined) =>
      part?.getAttribute('aria-label') ?? part?.textContent?.trim() ?? ''
    for (const face of element.querySelectorAll<HTMLElement>('[data-face]')) {
      const what = face.dataset.face
      const title = document.getElementById(face.getAttribute('aria-labelledby') ?? '')
      if (!title?.textContent) told.push(`${what} has no name`)
      // A view that the type lacks shows a text.
      if (face.querySelector('.view-cat-none')?.textContent) continue
      const label = face.querySelector<HTMLLabelElement>('label[for]')
      const grid = face.querySelector('[role=grid]')
      if (what === 'cell') {
        const cell = face.querySelector('.view-cat-cell')
        if (!cell?.textContent?.trim() && !cell?.querySelector('img[alt], svg, canvas, [role=progressbar]'))
          told.push('cell is empty')
      } else if (grid) {
        if (readName(grid) === '') told.push(`${what}: the grid has no name`)
        if (!grid.querySelector('[data-row-id] [data-field]')) told.push(`${what}: the grid has no cell`)
      } else if (!label?.textContent) told.push(`${what} has no label`)
      else if (!document.getElementById(label.htmlFor)) told.push(`${what}: the label names nothing`)
    }
    return told
  })

test('every field type is drawn in four views, each with an accessible name', async ({ open }) => {
  test.setTimeout(240_000)
  const page = await open('clerk', address)
  await expect(page).toHaveTitle(/组件目录/)
  await expect(page.locator('section[id=input] [data-face]')).toHaveCount(4)
  const words = await index(page, '字段类型').locator('li code').allInnerTexts()
  expect(words.length).toBeGreaterThan(40)
  for (const word of words) {
    const section = await findSection(page, word)
    // Some cells draw what they load.
    await expect.soft.poll(() => faults(section), { message: word }).toEqual([])
  }
})

test('the index finds a type by word and by name, and the address keeps the chosen states', async ({
  open,
}) => {
  const page = await open('clerk', address)
  await page.getByLabel('查找类型').fill('数字')
  await expect(index(page, '字段类型').locator('li')).toHaveCount(1)
  await index(page, '字段类型').getByRole('link').click()
  const number = page.locator('section[id=inputNumber]')
  const input = number.locator('[data-face=control]').getByLabel('数字')
  await input.fill('7.5')
  await input.blur()
  await expect(number.locator('[data-face=control] output')).toHaveText('7.5')
  await page.getByRole('checkbox', { name: '不可用' }).click()
  await expect(page).toHaveURL(/state=disabled.*#inputNumber/)
  await expect(input).toBeDisabled()
  await page.reload()
  await expect(input).toBeDisabled()
})

test('every kind is drawn with its sample, and actions stay inside the sample', async ({ open }) => {
  test.setTimeout(120_000)
  const page = await open('admin', `${address}?part=kinds`)
  await expect(page.locator('[data-sample=list]')).toBeVisible()
  const kinds = await index(page, '界面种类').getByRole('link').all()
  expect(kinds.length).toBeGreaterThan(10)
  for (const kind of kinds) {
    const { href, searchParams } = new URL((await kind.getAttribute('href')) ?? '', page.url())
    await kind.click()
    await expect(page).toHaveURL(href)
    const name = searchParams.get('sample')
    const frame = page.locator(`[data-sample="${name}"]`)
    await expect(frame).toBeVisible()
    await expect(frame.locator('[aria-busy=true]')).toHaveCount(0)
    await expect(frame.getByRole('alert')).toHaveCount(0)
    await expect(frame, String(name)).toHaveText(/\S{4}/)
  }
  await index(page, '界面种类').getByRole('link', { name: '普通列表' }).click()
  const frame = page.locator('[data-sample=list]')
  await expect(frame.getByText('共 24 条')).toBeVisible()
  await frame.getByRole('button', { name: '新增' }).click()
  const form = page.getByRole('dialog', { name: /书目示例/ })
  await form.getByLabel('索书号').fill('A1')
  await form.getByLabel('书名').fill('新修方志')
  await form
    .getByRole('button', { name: /保\s*存/ })
    .last()
    .click()
  await expect(page.getByText('示例里改了，没有真的保存')).toBeVisible()
  await expect(frame.getByText('共 25 条')).toBeVisible()
  await page.reload()
  await expect(frame.getByText('共 24 条')).toBeVisible()
})

const good = {
  version: 2,
  kind: 'screen',
  id: 'example/pasted',
  title: '贴上来的',
  table: { name: 'ex_pasted' },
  fields: [{ key: 'fname', title: '名称', type: 'input', query: 'like' }],
}

async function paste(page: Page, document: unknown) {
  const box = page.getByLabel('界面文档', { exact: true })
  await box.click()
  await page.keyboard.press('Control+A')
  await page.keyboard.insertText(JSON.stringify(document))
  await expect(box).toHaveText(JSON.stringify(document))
  await page.getByRole('button', { name: '检查' }).click()
}

test('a pasted document is drawn or its problems are listed by place, and it survives a reload', async ({
  open,
}) => {
  const page = await open('admin', `${address}?part=try`)
  await paste(page, good)
  const drawn = page.getByRole('region', { name: '画出来的文档' })
  await expect(drawn.getByRole('heading', { name: '贴上来的' })).toBeAttached()
  await expect(drawn.getByText('名称 1', { exact: true })).toBeVisible()
  await paste(page, { ...good, fields: [{ key: 'fname', title: '名称', type: 'inptu' }] })
  await expect(page.getByRole('heading', { name: '1 处要改' })).toBeVisible()
  await expect(page.getByText('schemas/example/pasted.json#/fields/0/type')).toBeVisible()
  await expect(drawn).toHaveCount(0)
  await page.reload()
  await expect(page.getByLabel('界面文档', { exact: true })).toContainText('inptu')
})

test('the box explains the missing right to a user who may not read documents', async ({
  open,
  expected,
}) => {
  expected.push(/403/)
  const page = await open('clerk', `${address}?part=try`)
  await paste(page, good)
  await expect(page.getByRole('alert').filter({ hasText: '没有检查成' })).toBeVisible()
})

/** Pictures go beside the committed ones where PICTURES=1 asks for new ones, else among the results of the run. */
const getPicturePath = (info: TestInfo, name: string) =>
  process.env.PICTURES === '1'
    ? fileURLToPath(new URL(`pictures/${name}.png`, import.meta.url))
    : info.outputPath(`${name}.png`)

for (const { name, path, dark, phone } of [
  { name: 'catalogue-light', path: `${address}#inputNumber`, dark: false, phone: false },
  { name: 'catalogue-dark', path: `${address}?part=kinds&sample=bill`, dark: true, phone: false },
  { name: 'catalogue-phone-light', path: address, dark: false, phone: true },
  { name: 'catalogue-phone-dark', path: `${address}?part=kinds&sample=tree`, dark: true, phone: true },
])
  test(`picture: ${name}`, async ({ open }, info) => {
    const page = await open('admin', path, { dark, phone })
    await expect(page.getByRole('navigation', { name: '组件目录' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(
      page.locator('.view-cat-face [aria-busy=true], .view-cat-frame [aria-busy=true]'),
    ).toHaveCount(0)
    await page.mouse.move(0, 0)
    await page.screenshot({ path: getPicturePath(info, name), animations: 'disabled' })
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow, 'nothing scrolls the page sideways').toBeLessThanOrEqual(0)
  })
