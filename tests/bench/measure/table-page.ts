import type { Page } from '@playwright/test'
import type {} from '#views/bench/BenchPage.tsx'
import { median } from './budget.ts'
import { heap, mainThread } from './main-thread.ts'

const speed = 2000
const seconds = 3
const keys = 40
const text = 'annals of zhejiang, vol 25'
/** Milliseconds of a frame at 60 Hz that is a dropped one. */
const late = 20

/** What one table costs at one number of rows. */
export interface Cost {
  /** ms of the main thread. */
  mount: number
  /** ms of the main thread for each second of scrolling. */
  scroll: number
  /** Frames that took longer than 20 ms, of those in three seconds of scrolling. */
  late: number
  /** Median ms from a key to the painted frame. */
  key: number
  /** ms of the main thread for each letter typed into a text cell. */
  letter: number
  /** MiB that the mounted table adds to the page, after a collection. */
  heap: number
}

const settled = (page: Page, ms = 500) => page.waitForTimeout(ms)

export async function openPage(page: Page, url: string): Promise<void> {
  // Functions sent into the page call a helper of the compiler's, which the page lacks.
  await page.addInitScript('globalThis.__name = (made) => made')
  await page.goto(url)
  await page.waitForFunction(() => '__bench' in window)
  // Code that is prefetched is not measured.
  await page.waitForLoadState('networkidle')
}

const prepare = (page: Page, rows: number) => page.evaluate((rows) => window.__bench?.prepare(rows), rows)

/** Until the rows are painted and nothing is left to do. */
const mount = (page: Page) =>
  page.evaluate(async () => {
    await window.__bench?.mount()
    await new Promise((resolve) => requestAnimationFrame(resolve))
    await new Promise((resolve) => setTimeout(resolve, 200))
  })

/** Answers how many frames were late. */
const scroll = (page: Page): Promise<number> =>
  page.evaluate(
    ([speed, seconds, late]) =>
      new Promise<number>((resolve, reject) => {
        const box = window.__bench?.scroller()
        if (!box) return reject(new Error('nothing scrolls'))
        const start = performance.now()
        let before = start
        let count = 0
        const step = (now: number) => {
          if (now - before > late) count++
          before = now
          const passed = (now - start) / 1000
          if (passed > seconds)
            return box.scrollTop > 0 ? resolve(count) : reject(new Error('did not scroll'))
          box.scrollTop = passed * speed
          requestAnimationFrame(step)
        }
        requestAnimationFrame((now) => {
          before = now
          step(now)
        })
      }),
    [speed, seconds, late] as const,
  )

/** Median time from a key in the open editor of 数量 to the painted frame. */
async function type(page: Page): Promise<number> {
  await page.evaluate(() => window.__bench?.openEditor('num'))
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

/** Main thread of one letter typed into the open editor of 名称. */
async function typeText(page: Page): Promise<number> {
  await page.keyboard.press('Escape')
  await page.evaluate(() => window.__bench?.openEditor('name'))
  await settled(page)
  const spent = await mainThread(page, async () => {
    for (const letter of text) {
      await page.keyboard.press(letter)
      await page.waitForTimeout(61)
    }
    await settled(page)
  })
  return spent / text.length
}

/** Mounts, scrolls and types in a page that is open. */
export async function measure(page: Page, rows: number): Promise<Cost> {
  await prepare(page, rows)
  await settled(page)
  const bare = await heap(page)
  const mounted = await mainThread(page, () => mount(page))
  await settled(page)
  const held = (await heap(page)) - bare
  let dropped = 0
  const scrolled = await mainThread(page, async () => {
    dropped = await scroll(page)
  })
  await page.evaluate(() => window.__bench?.scroller()?.scrollTo(0, 0))
  await settled(page)
  const key = await type(page)
  const letter = await typeText(page)
  return { mount: mounted, scroll: scrolled / seconds, late: dropped, key, letter, heap: held }
}

/** What only ours is asked for, in ms of the main thread. */
export interface OwnCost {
  validate: number
  paste: number
  undo: number
}

export async function measureOwn(page: Page, rows: number, pasted: number): Promise<OwnCost> {
  await prepare(page, rows)
  await mount(page)
  await settled(page)
  const validate = await mainThread(page, () => page.evaluate(() => void window.__bench?.validateAll()))
  await settled(page)
  const paste = await mainThread(page, async () => {
    await page.evaluate((pasted) => window.__bench?.paste(pasted, 12), pasted)
    await settled(page)
  })
  const undo = await mainThread(page, async () => {
    await page.evaluate(() => window.__bench?.undo())
    await settled(page)
  })
  return { validate, paste, undo }
}
