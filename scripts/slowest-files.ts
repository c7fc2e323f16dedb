import type { Reporter, TestModule } from 'vitest/node'

const COUNT = 10

/** Prints the test files that took longest, with the seconds of their tests and of their modules. */
export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length <= COUNT) return
    const files = modules.map((module) => {
      const { duration, collectDuration } = module.diagnostic()
      return { name: module.relativeModuleId, tests: duration / 1000, loading: collectDuration / 1000 }
    })
    const slowest = files
      .sort((a, b) => b.tests + b.loading - a.tests - a.loading)
      .slice(0, COUNT)
      .map(({ name, tests, loading }) => `  ${tests.toFixed(1)} s + ${loading.toFixed(1)} s  ${name}`)
    console.log(`\nSlowest files (tests + loading of modules):\n${slowest.join('\n')}\n`)
  }
}
