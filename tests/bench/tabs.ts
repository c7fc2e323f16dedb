import { chromium, type Page } from '@playwright/test'
import { startProduct, temporary } from '../e2e/product.ts'
import { type Budget, median } from './measure/budget.ts'
import { mainThread } from './measure/main-thread.ts'

const password = 'bench-lantern-7'
/** The maximum of kept lists; the bench switches between the first two. */
const paths = [
  '/stock/in-bill',
  '/catalog/gazetteer',
  '/catalog/donation',
  '/reader/borrow',
  '/reader/reader',
  '/bill/purchase',
  '/bill/sale',
  '/stock/issue',
  '/stock/payment',
  '/stock/stock',
  '/base/goods',
  '/base/warehouse',
  '/base/location',
  '/base/supplier',
  '/report/holdings',
  '/report/accession',
]
const warm = 6
const rounds = 20
const rest = 700

/** Chooses a tab; over when its page has been painted. */
const choose = (page: Page, key: string) =>
  page.evaluate(async (key) => {
    const tab = document.querySelector<HTMLElement>(`.app-tab-strip [data-node-key="${key}"]`)
    if (!tab) throw new Error(`no tab ${key}`)
    tab.click()
    while (!tab.classList.contains('ant-tabs-tab-active')) await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
  }, key)

async function openAll(page: Page, url: string): Promise<string[]> {
  const answer = await fetch(`${url}/jeecg-boot/sys/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  })
  const { token, userInfo } = ((await answer.json()) as { result: { token: string; userInfo: object } })
    .result
  const kept = {
    'Access-Token': token,
    LOGIN_USER: userInfo,
    OPEN_TABS: { username: 'admin', addresses: paths },
  }
  await page.addInitScript((kept) => {
    for (const [key, value] of Object.entries(kept)) {
      const place = key === 'OPEN_TABS' ? sessionStorage : localStorage
      place.setItem(`pro__${key}`, JSON.stringify({ value, expire: null }))
    }
  }, kept)
  await page.goto(url + paths[0])
  await page.waitForSelector('.app-tab-strip [data-node-key]')
  const keys = await page
    .locator('.app-tab-strip [data-node-key]')
    .evaluateAll((tabs) => tabs.map((tab) => (tab as HTMLElement).dataset.nodeKey ?? ''))
  const [first = '', second = '', ...others] = keys.filter((key) => paths.includes(key))
  for (const key of [...others, second, first]) {
    await choose(page, key)
    await page.waitForLoadState('networkidle')
  }
  return [first, second]
}

/** To and fro between two lists while sixteen pages are kept alive. */
export async function benchTabs(): Promise<Budget[]> {
  const data = temporary('office-tabs')
  const product = await startProduct({
    DATA_DIR: data.path,
    ADMIN_PASSWORD: password,
    DEMO_PASSWORD: password,
  })
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] })
  const taken: number[] = []
  let kept = 0
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    const keys = await openAll(page, product.url)
    kept = await page.locator('.app-kept-page').count()
    for (let round = 0; round < warm + rounds; round++) {
      const spent = await mainThread(page, () => choose(page, keys[(round + 1) % 2] ?? ''))
      // The bar at the top and the colours of the menu have their time.
      await page.waitForTimeout(rest)
      if (round >= warm) taken.push(spent)
    }
  } finally {
    await browser.close()
    await product.stop()
    data.remove()
  }
  return [
    {
      name: `an open tab comes into sight, ${kept} pages kept, main thread`,
      value: median(taken),
      limit: 50,
      unit: 'ms',
    },
  ]
}
