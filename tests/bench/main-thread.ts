import type { CDPSession, Page } from '@playwright/test'

const sessions = new WeakMap<Page, Promise<CDPSession>>()

async function openSession(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return session
}

/** Milliseconds of processor time that the page's main thread spends while `during` runs. */
export async function mainThread(page: Page, during: () => Promise<unknown>): Promise<number> {
  const opened = sessions.get(page) ?? openSession(page)
  sessions.set(page, opened)
  const session = await opened
  const spent = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
  }
  const before = await spent()
  await during()
  return (await spent()) - before
}
