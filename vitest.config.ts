import { defineConfig, mergeConfig } from 'vitest/config'
import base from './vite.config.ts'

/** Unit and contract tests; the browser ones live in tests/e2e and run under Playwright. */
export default mergeConfig(
  base,
  defineConfig({
    test: {
      include: ['tests/{unit,contract}/**/*.test.{ts,tsx}'],
      environment: 'node',
      env: { TZ: 'Asia/Shanghai' },
      testTimeout: 20_000,
      hookTimeout: 90_000,
      pool: 'forks',
      maxWorkers: 2,
    },
  }),
)
