import { chromium } from '@playwright/test'
import { startProduct, temporary } from '../../e2e/product.ts'
import { type Budget, median } from '../measure/budget.ts'
import { mainThread, slowDown } from '../measure/main-thread.ts'

const runs = 3
const slower = 4

/** From an empty browser until a name can be typed on the sign-in page, on a machine four times slower. */
async function untilTyped(url: string): Promise<number> {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await slowDown(page, slower)
    return await mainThread(page, async () => {
      await page.goto(`${url}/user/login`, { waitUntil: 'commit' })
      await page.getByLabel('用户名').fill('clerk')
    })
  } finally {
    await browser.close()
  }
}

export async function benchSignIn(): Promise<Budget[]> {
  const data = temporary('office-sign-in')
  const product = await startProduct({ DATA_DIR: data.path, ADMIN_PASSWORD: 'bench-lantern-7', DEMO: '0' })
  const taken: number[] = []
  try {
    for (let run = 0; run < runs; run++) taken.push(await untilTyped(product.url))
  } finally {
    await product.stop()
    data.remove()
  }
  return [
    {
      name: `sign-in page until a name can be typed, main thread, processor ${slower} times slower`,
      value: median(taken),
      limit: 1500,
      unit: 'ms',
    },
  ]
}
