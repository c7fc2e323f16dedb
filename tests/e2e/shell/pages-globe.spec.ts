import { expect } from '@playwright/test'
import { isClean } from '../axe.ts'
import { test, url } from '../pages.ts'

// A globe is drawn by the processor where there is no graphics card.
test.use({
  launchOptions: {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--no-first-run'],
  },
})

test('the globe is drawn without sign-in and with files of this server only', async ({ open }) => {
  test.setTimeout(120_000)
  const page = await open(null, null)
  // A small window: without a graphics card every point costs.
  await page.setViewportSize({ width: 640, height: 480 })
  const foreign: string[] = []
  const tiles = new Set<string>()
  page.on('request', (request) => {
    const { origin, pathname, protocol } = new URL(request.url())
    if (origin !== url('') && protocol !== 'data:' && protocol !== 'blob:') foreign.push(request.url())
    if (pathname.endsWith('.jpg')) tiles.add(pathname)
  })
  await page.goto(url('/test/cesium'))
  const globe = page.getByRole('img', { name: /三维地球/ })
  await expect(globe).toBeVisible({ timeout: 60_000 })
  await expect.poll(() => tiles.size, { timeout: 60_000 }).toBeGreaterThan(4)
  const picture = () => page.screenshot({ clip: { x: 24, y: 80, width: 400, height: 360 } })
  // Land and sea make a large picture, an empty canvas a tiny one.
  await expect.poll(async () => (await picture()).length, { timeout: 60_000 }).toBeGreaterThan(40_000)

  // Without a mouse: zoom by its button, go to a place by its name.
  const before = await picture()
  await page.getByRole('button', { name: '放大' }).press('Enter')
  await expect.poll(async () => (await picture()).equals(before), { timeout: 60_000 }).toBe(false)
  await page.getByRole('button', { name: '杭州', exact: true }).press('Enter')
  await expect(page.getByRole('img', { name: '三维地球，当前位置：杭州' })).toBeVisible()
  await expect(page.getByRole('button', { name: '杭州', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await isClean(page, 'globe')
  expect(foreign).toEqual([])
})
