import { chromium, type Page } from '@playwright/test'
import { startProduct, temporary } from '../e2e/product.ts'
import { type Budget, median } from './measure/budget.ts'
import { mainThread } from './measure/main-thread.ts'

type Shown = 'list' | 'byHand' | 'form'
interface Screens {
  open(what: Shown): Promise<void>
  close(): Promise<void>
}

const pages = 3
const warm = 6
const pairs = 20
const rest = 120

async function close(page: Page): Promise<void> {
  await page.evaluate(() => (window as unknown as { __screens: Screens }).__screens.close())
  await page.waitForTimeout(rest)
}

/** Main-thread milliseconds from the call until the screen is painted and nothing is left to do. */
async function opening(page: Page, what: Shown): Promise<number> {
  const spent = await mainThread(page, async () => {
    await page.evaluate((what) => (window as unknown as { __screens: Screens }).__screens.open(what), what)
    await page.waitForTimeout(rest)
  })
  await close(page)
  return spent
}

async function openPage(url: string, measure: (page: Page) => Promise<void>): Promise<void> {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(`${url}/example/bench/screens`)
    await page.waitForFunction(() => '__screens' in window)
    await page.waitForLoadState('networkidle')
    await measure(page)
  } finally {
    await browser.close()
  }
}

/** A list by its document beside the same list written in antd, opened in turns; and a form of 100 fields. */
export async function benchScreens(): Promise<Budget[]> {
  const data = temporary('office-screens')
  const product = await startProduct({
    DATA_DIR: data.path,
    ADMIN_PASSWORD: 'bench-lantern-7',
    DEMO: '0',
    BENCH: '1',
  })
  const ratios: number[] = []
  const taken: Record<Shown, number[]> = { list: [], byHand: [], form: [] }
  try {
    for (let run = 0; run < pages; run++) {
      await openPage(product.url, async (page) => {
        for (let round = 0; round < warm; round++)
          for (const what of ['list', 'byHand'] as const) await opening(page, what)
        for (let pair = 0; pair < pairs; pair++) {
          // The order alternates from pair to pair.
          const order = pair % 2 === 0 ? (['list', 'byHand'] as const) : (['byHand', 'list'] as const)
          const spent = { list: 0, byHand: 0 }
          for (const what of order) spent[what] = await opening(page, what)
          taken.list.push(spent.list)
          taken.byHand.push(spent.byHand)
          ratios.push(spent.list / spent.byHand)
        }
        // The code of a form and its controls is there; the form itself has never been drawn in this page but once.
        await opening(page, 'form')
        taken.form.push(await opening(page, 'form'))
      })
    }
  } finally {
    await product.stop()
    data.remove()
  }
  const ms = (what: Shown) => `${median(taken[what]).toFixed(1)} ms`
  return [
    {
      name: `list by its document beside the same list by hand (${ms('list')}, ${ms('byHand')}), main thread`,
      value: median(ratios),
      limit: 1.15,
      unit: '×',
    },
    { name: 'form of 100 fields opens, main thread', value: median(taken.form), limit: 500, unit: 'ms' },
  ]
}
