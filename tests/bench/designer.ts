import { chromium, type Page } from '@playwright/test'
import { startProduct, temporary } from '../e2e/product.ts'
import { type Budget, median } from './measure/budget.ts'

const password = 'bench-lantern-7'
/** A screen of the size that staff design, and a very large one. */
const fieldCounts = [60, 300] as const
const rounds = 15
const types = ['input', 'inputNumber', 'date', 'textarea', 'switch']

const wideScreen = (fieldCount: number) => ({
  version: 2,
  kind: 'screen',
  id: `base/bench-wide-${fieldCount}`,
  title: `宽表${fieldCount}`,
  perm: `base:bench-wide-${fieldCount}`,
  table: { name: `base_bench_wide_${fieldCount}` },
  fields: Array.from({ length: fieldCount }, (_, at) => ({
    key: `f${at}`,
    title: `字段${at}`,
    type: types[at % types.length],
  })),
})

/** Types into the name of the selected field; over when the preview has painted it. Milliseconds. */
const typeName = (page: Page, text: string): Promise<number> =>
  page.evaluate(async (text) => {
    const input = document.activeElement
    if (!(input instanceof HTMLInputElement)) throw new Error('no input has the focus')
    const start = performance.now()
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
    // Without a named function: the transpiler wraps those in a helper that the page does not have.
    while (
      ![...document.querySelectorAll('.view-design-stage label')].some((label) =>
        label.textContent?.includes(text),
      )
    ) {
      if (performance.now() - start > 10_000) throw new Error(`the preview does not show ${text}`)
      await new Promise(requestAnimationFrame)
    }
    return performance.now() - start
  }, text)

/** Releases what is typed; milliseconds from the click on 发布 until the open list of another page has the column. */
async function releaseTo(page: Page, list: Page, title: string): Promise<number> {
  await page.locator('.view-design-field').filter({ hasText: 'fcontact' }).click()
  await page.locator('.view-design-settings').getByLabel('名称', { exact: true }).fill(title)
  await page.getByRole('status').getByText('草稿已保存').waitFor()
  await page.getByRole('button', { name: '检查并发布' }).click()
  const button = page.getByRole('dialog').getByRole('button', { name: '发布', exact: true })
  await button.and(page.locator(':enabled')).waitFor()
  const shown = list.getByRole('columnheader', { name: title, exact: true }).waitFor()
  const start = performance.now()
  await button.click()
  await shown
  const time = performance.now() - start
  // The designer starts again on the released document.
  await page.getByText(/处更改未发布/).waitFor({ state: 'hidden' })
  return time
}

/** Opens a screen from the list of documents, and types into the name of one of its fields. */
async function benchTyping(page: Page, fieldCount: number): Promise<Budget[]> {
  const { title } = wideScreen(fieldCount)
  await page.getByRole('button', { name: '全部文档' }).click()
  await page.getByRole('link', { name: title, exact: true }).waitFor()
  const start = performance.now()
  await page.getByRole('link', { name: title, exact: true }).click()
  await page.locator('.view-design-stage label').first().waitFor()
  const opening = performance.now() - start
  await page.locator('.view-design-field').nth(3).click()
  await page.locator('.view-design-settings').getByLabel('名称', { exact: true }).click()
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    times.push(await typeName(page, `改名${round}次`))
    await page.waitForTimeout(200)
  }
  const name = `designer: a screen of ${fieldCount} fields`
  return [
    { name: `${name} opens`, value: opening, limit: 1500, unit: 'ms' },
    { name: `${name}, a key to the preview, median`, value: median(times), limit: 100, unit: 'ms' },
  ]
}

/**
 * Wide screens in the designer: opening one from the list, and a key in a setting until the preview has it. A
 * release until a list that is open elsewhere shows it, of a shipped screen.
 */
export async function benchDesigner(): Promise<Budget[]> {
  const data = temporary('bench-designer')
  const product = await startProduct({ DATA_DIR: data.path, ADMIN_PASSWORD: password })
  const browser = await chromium.launch({
    ...(process.env.CHROMIUM && { executablePath: process.env.CHROMIUM }),
    args: ['--no-sandbox'],
  })
  try {
    const api = `${product.url}/jeecg-boot`
    const headers = { 'content-type': 'application/json' }
    const signedIn = await fetch(`${api}/sys/login`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ username: 'admin', password }),
    })
    const { token, userInfo } = ((await signedIn.json()) as { result: { token: string; userInfo: object } })
      .result
    for (const screen of fieldCounts.map(wideScreen))
      await fetch(`${api}/design/documents/${screen.id}/draft`, {
        method: 'PUT',
        headers: { ...headers, 'X-Access-Token': token },
        body: JSON.stringify({ base: null, body: screen }),
      })
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await context.addInitScript(
      (stored) => {
        for (const [key, value] of Object.entries(stored))
          localStorage.setItem(`pro__${key}`, JSON.stringify({ value, expire: null }))
      },
      { 'Access-Token': token, LOGIN_USER: userInfo },
    )
    const page = await context.newPage()
    await page.goto(`${product.url}/online/cgform?design=base/supplier`)
    await page.locator('.view-design-stage label').first().waitFor()
    const typing: Budget[] = []
    for (const fieldCount of fieldCounts) typing.push(...(await benchTyping(page, fieldCount)))
    const list = await context.newPage()
    await list.goto(`${product.url}/base/supplier`)
    await list.getByRole('columnheader', { name: '联系人' }).waitFor()
    await page.goto(`${product.url}/online/cgform?design=base/supplier`)
    const releases: number[] = []
    for (const title of ['对方联系人', '经办人', '联络人']) releases.push(await releaseTo(page, list, title))
    return [
      {
        name: 'designer: from the click on 发布 to the open list, slowest of three',
        value: Math.max(...releases),
        limit: 2000,
        unit: 'ms',
      },
      ...typing,
    ]
  } finally {
    await browser.close()
    await product.stop()
    data.remove()
  }
}
