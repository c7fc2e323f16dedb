import type { CDPSession, Page } from '@playwright/test'

const sessions = new WeakMap<Page, Promise<CDPSession>>()

async function openSession(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return session
}

async function getSession(page: Page): Promise<CDPSession> {
  const opened = sessions.get(page) ?? openSession(page)
  sessions.set(page, opened)
  return opened
}

async function metric(session: CDPSession, wanted: string): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN
}

/** MiB that the page's scripts hold after a collection. */
export async function heap(page: Page): Promise<number> {
  const session = await getSession(page)
  await session.send('HeapProfiler.collectGarbage')
  return (await metric(session, 'JSHeapUsedSize')) / 2 ** 20
}

/** Milliseconds of processor time that the page's main thread spends while `during` runs. */
export async function mainThread(page: Page, during: () => Promise<unknown>): Promise<number> {
  const session = await getSession(page)
  const spent = async () => (await metric(session, 'TaskDuration')) * 1000
  const before = await spent()
  await during()
  return (await spent()) - before
}

/** From now on the page has a processor that much slower. */
export async function slowDown(page: Page, times: number): Promise<void> {
  await (await getSession(page)).send('Emulation.setCPUThrottlingRate', { rate: times })
}
