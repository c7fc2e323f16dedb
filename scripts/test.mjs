// npm test: every gate and every test, the real-browser ones included.
import { chromium, isBuilt, run, steps } from './run.mjs'

process.env.CHROMIUM = chromium()
await steps([
  ['static gates and build', () => run('node', ['scripts/check.mjs', ...(isBuilt() ? [] : ['--build'])])],
  ['sizes and shipped code', () => run('node', ['scripts/sizes.mjs'])],
  ['unit and contract tests', () => run('node', ['scripts/unit-tests.mjs'])],
  ['browser tests', () => run('playwright', ['test', '-c', 'tests/e2e'])],
])
