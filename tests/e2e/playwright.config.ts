import { defineConfig } from '@playwright/test'

/** Tests of time and of stopping servers; they run alone, after the others. */
const timed = /timed\/[^/]+\.spec\.ts$/

/** Real browser, real server, real database: tests/e2e/server.ts starts the built product once for each worker. */
export default defineConfig({
  testDir: '.',
  workers: 3,
  projects: [
    { name: 'pages', testIgnore: timed },
    { name: 'timed', testMatch: timed, workers: 1, dependencies: ['pages'] },
  ],
  // Only what fails waits so long: where several builds share a machine, everything takes a multiple of its time.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  retries: 0,
  // Failures are printed again at the end, where a shortened log still shows them.
  reporter: [['list']],
  globalSetup: './server.ts',
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // A step that cannot be done fails at its place before the test's time is over.
    actionTimeout: 60_000,
    // Motion costs a third of a second at every dialog and menu; focus.spec.ts runs with it.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording costs time in every test; a failure has its screenshot, and TRACE=1 records a trace.
    screenshot: 'only-on-failure',
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // Every process costs at each load: that of the graphics has no work, and pages of one context share their scripts.
        '--in-process-gpu',
        '--process-per-site',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
})
