import { type CDPSession, chromium, type Page } from '@playwright/test'
import { startProduct, temporary } from '../e2e/product.ts'
import { type Budget, median } from './budget.ts'

const password = 'bench-lantern-7'
const runs = 3
const rows = 10_000
const speed = 2000
const seconds = 3
const keys = 40

/** Signs in as admin and opens the measuring page, whose rows are not shown yet. */
async function openPage(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/user/login?redirect=${encodeURIComponent(`/bench/table?rows=${rows}`)}`)
  await page.getByLabel('用户名').fill('admin')
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: /登\s*录/ }).click()
  await page.getByRole('button', { name: '打开' }).waitFor()
  // Code that comes ahead of its need is no part of what is measured.
  await page.waitForLoadState('networkidle')
}

/** Milliseconds of processor time that the page's main thread spends while `during` runs. */
async function mainThread(cdp: CDPSession, during: () => Promise<unknown>): Promise<number> {
  const spent = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
  }
  const before = await spent()
  await during()
  return (await spent()) - before
}

const settled = (page: Page) => page.waitForTimeout(500)

/** From the press of the button until the rows are painted and nothing is left to do. */
function mount(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === '打开')
    button?.click()
    while (!document.querySelector('[role=grid] [data-row-id]')) await frame()
    await frame()
    await new Promise((resolve) => setTimeout(resolve, 200))
  })
}

function scroll(page: Page): Promise<void> {
  return page.evaluate(
    ([speed, seconds]) =>
      new Promise<void>((resolve) => {
        const grid = document.querySelector('[role=grid]')
        const start = performance.now()
        const step = () => {
          const passed = (performance.now() - start) / 1000
          if (!grid || passed > seconds) return resolve()
          grid.scrollTop = passed * speed
          requestAnimationFrame(step)
        }
        step()
      }),
    [speed, seconds] as const,
  )
}

/** Median time from a key in the open editor of 数量 (a formula and three sums follow it) to the painted frame. */
async function type(page: Page): Promise<number> {
  await page.evaluate(() => {
    document.addEventListener(
      'keydown',
      ({ timeStamp }) => {
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => performance.measure('key', { start: timeStamp, end: performance.now() })
          port2.postMessage(null)
        })
      },
      true,
    )
  })
  await page.locator('[data-row-id=row2] [data-field=fnum]').click()
  await page.keyboard.press('1')
  await settled(page)
  await page.evaluate(() => performance.clearMeasures('key'))
  for (let key = 0; key < keys; key++) {
    await page.keyboard.press(key % 2 === 0 ? String(1 + (key % 9)) : 'Backspace')
    // No multiple of a frame's length, so that keys fall anywhere between two frames.
    await page.waitForTimeout(61 + (key % 7) * 5)
  }
  const times = await page.evaluate(() => performance.getEntriesByName('key').map(({ duration }) => duration))
  if (times.length !== keys) throw new Error(`${times.length} of ${keys} keys were painted`)
  return median(times)
}

/** The detail table with 10,000 rows of 12 columns in a real browser: each run in a page of its own. */
export async function benchTable(): Promise<Budget[]> {
  const data = temporary('office-table')
  const product = await startProduct({ DATA_DIR: data.path, ADMIN_PASSWORD: password, DEMO: '0', BENCH: '1' })
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] })
  const taken = { mount: [] as number[], scroll: [] as number[], key: [] as number[] }
  try {
    for (let run = 0; run < runs; run++) {
      const context = await browser.newContext({ viewport: { width: 1920, height: 900 } })
      // Functions sent into the page call a helper of the compiler's, which the page lacks.
      await context.addInitScript('globalThis.__name = (made) => made')
      const page = await context.newPage()
      await openPage(page, product.url)
      const cdp = await context.newCDPSession(page)
      await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
      await settled(page)
      taken.mount.push(await mainThread(cdp, () => mount(page)))
      await settled(page)
      taken.scroll.push((await mainThread(cdp, () => scroll(page))) / seconds)
      await page.evaluate(() => document.querySelector('[role=grid]')?.scrollTo(0, 0))
      await settled(page)
      taken.key.push(await type(page))
      await context.close()
    }
  } finally {
    await browser.close()
    await product.stop()
    data.remove()
  }
  return [
    {
      name: 'detail table, 10,000 × 12: mount, main thread',
      value: median(taken.mount),
      limit: 200,
      unit: 'ms',
    },
    {
      name: `detail table scrolling at ${speed.toLocaleString('en')} px/s, main thread`,
      value: median(taken.scroll),
      limit: 300,
      unit: 'ms/s',
    },
    { name: 'detail table, key to painted frame, median', value: median(taken.key), limit: 16.7, unit: 'ms' },
  ]
}
