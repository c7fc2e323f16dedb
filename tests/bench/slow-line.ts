import { type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test'
import { startProduct, temporary } from '../e2e/product.ts'
import { type Budget, median } from './measure/budget.ts'

/** A branch office's line: 1.6 Mbit/s down, 0.75 Mbit/s up, 150 ms until an answer begins. */
const line = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const password = 'bench-lantern-7'
const list = '/stock/in-bill'
const runs = 3
/** So long, in milliseconds, nothing is asked for when a page has come to rest. */
const quiet = 1500

declare global {
  interface Window {
    /** When the list's rows were first on the page, in milliseconds since the navigation began. */
    rowsAt?: number
  }
}

/** One request as the page saw it; times in milliseconds since the measured step began. */
interface Step {
  name: string
  start: number
  end: number
  bytes: number
  status: number
}

/** Records the requests of one measured step, and what they weigh on the wire. */
class Waterfall {
  private readonly requests = new Map<string, Step>()

  constructor(session: CDPSession) {
    session.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
      const { pathname } = new URL(request.url)
      if (request.url.startsWith('data:')) return
      this.requests.set(requestId, { name: pathname, start: timestamp * 1000, end: 0, bytes: 0, status: 0 })
    })
    session.on('Network.responseReceived', ({ requestId, response }) => {
      const step = this.requests.get(requestId)
      if (!step) return
      step.status = response.status
      if (response.fromDiskCache || response.fromPrefetchCache) this.requests.delete(requestId)
    })
    session.on('Network.requestServedFromCache', ({ requestId }) => void this.requests.delete(requestId))
    session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
      const step = this.requests.get(requestId)
      if (step) Object.assign(step, { end: timestamp * 1000, bytes: encodedDataLength })
    })
  }

  restart(): void {
    this.requests.clear()
  }

  /** Until nothing is under way, and nothing has begun or ended for a while. */
  async settled(page: Page): Promise<void> {
    for (let before = ''; ; ) {
      const now = JSON.stringify([...this.requests.values()].map(({ start, end }) => [start, end]))
      if (now === before) return
      before = now
      await page.waitForTimeout(quiet)
    }
  }

  /** Kilobytes that came over the line. */
  kilobytes(): number {
    return [...this.requests.values()].reduce((sum, { bytes }) => sum + bytes, 0) / 1024
  }

  print(title: string): void {
    const steps = [...this.requests.values()].sort((a, b) => a.start - b.start)
    const begin = steps[0]?.start ?? 0
    console.log(`${title}: ${steps.length} requests, ${this.kilobytes().toFixed(0)} KB`)
    for (const { name, start, end, bytes, status } of steps) {
      const at = (time: number) => (time ? (time - begin).toFixed(0) : '-').padStart(6)
      console.log(`  ${at(start)} ${at(end)} ${(bytes / 1024).toFixed(1).padStart(7)} KB ${status} ${name}`)
    }
  }
}

async function signIn(url: string): Promise<{ token: string; userInfo: object }> {
  const answer = await fetch(`${url}/jeecg-boot/sys/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'clerk', password }),
  })
  return ((await answer.json()) as { result: { token: string; userInfo: object } }).result
}

async function openPage(context: BrowserContext): Promise<{ page: Page; line: CDPSession; log: Waterfall }> {
  const page = await context.newPage()
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('[data-row-id]')) return
      window.rowsAt = performance.now()
      observer.disconnect()
    }).observe(document, { childList: true, subtree: true })
  })
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  return { page, line: session, log: new Waterfall(session) }
}

const untilRows = async (page: Page): Promise<number> =>
  (await page.waitForFunction(() => window.rowsAt)).jsonValue() as Promise<number>

/** From the click on the first row's link until the rows of its detail are drawn. */
const untilBill = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const link = document.querySelector<HTMLElement>('[data-row-id] a')
    if (!link) throw new Error('the list has no link')
    const start = performance.now()
    link.click()
    while (!document.querySelector('[role="dialog"] [data-row-id]')) await new Promise(requestAnimationFrame)
    return performance.now() - start
  })

interface Taken {
  cold: number
  coldKilobytes: number
  reload: number
  bill: number
}

async function visit(url: string, isTraced: boolean): Promise<Taken> {
  const { token, userInfo } = await signIn(url)
  const stored = Object.entries({ 'Access-Token': token, LOGIN_USER: userInfo, TENANT_ID: '0' })
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] })
  try {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      storageState: {
        cookies: [],
        origins: [
          {
            origin: url,
            localStorage: stored.map(([key, value]) => ({
              name: `pro__${key}`,
              value: JSON.stringify({ value, expire: null }),
            })),
          },
        ],
      },
    })
    const { page, line: session, log } = await openPage(context)
    await session.send('Network.emulateNetworkConditions', line)
    await page.goto(url + list, { waitUntil: 'commit' })
    const cold = await untilRows(page)
    const coldKilobytes = log.kilobytes()
    if (isTraced) log.print('cold deep link')
    await log.settled(page)

    log.restart()
    await page.reload({ waitUntil: 'commit' })
    const reload = await untilRows(page)
    if (isTraced) log.print('reload')
    await log.settled(page)

    log.restart()
    const bill = await untilBill(page)
    if (isTraced) log.print('opening a bill')
    return { cold, coldKilobytes, reload, bill }
  } finally {
    await browser.close()
  }
}

/** A list and a bill on a slow line. `TRACE=1` prints the requests of the last run. */
export async function benchSlowLine(): Promise<Budget[]> {
  const data = temporary('office-slow-line')
  const product = await startProduct({
    DATA_DIR: data.path,
    ADMIN_PASSWORD: password,
    DEMO_PASSWORD: password,
  })
  const taken: Taken[] = []
  try {
    for (let run = 1; run <= runs; run++)
      taken.push(await visit(product.url, process.env.TRACE === '1' && run === runs))
  } finally {
    await product.stop()
    data.remove()
  }
  if (process.env.TRACE === '1') console.table(taken)
  const of = (key: keyof Taken) => median(taken.map((one) => one[key]))
  return [
    { name: 'slow line: reload of a list until its rows', value: of('reload'), limit: 1200, unit: 'ms' },
    { name: 'slow line: opening a bill until its rows', value: of('bill'), limit: 700, unit: 'ms' },
    {
      name: 'slow line: cold deep link to a list until its rows',
      value: of('cold'),
      limit: 3200,
      unit: 'ms',
    },
    { name: 'slow line: cold deep link, over the line', value: of('coldKilobytes'), limit: 500, unit: 'KB' },
  ]
}
