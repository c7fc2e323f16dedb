import { nextRuns } from '#runtime/kernel/cron/next-runs.ts'
import { parseCron } from '#runtime/kernel/cron/parse.ts'
import type { Budget } from './measure/budget.ts'

/** Frequent, rare and impossible expressions, and such as run only while the clock is set. */
const expressions = [
  '* * * * * ?',
  '0 0/5 9-17 ? * MON-FRI',
  '0 0 0 29 2 ? 2019-2119',
  '0 0 0 L-5 * ?',
  '0 0 0 15W * ?',
  '0 0 0 ? * 6#5',
  '0 0 0 29 2 ? 2096-2104',
  '0 0 0 30 2 ?',
  '* * * L-30 2 ?',
  '* * 2 ? 3 1#2',
  '* * 1 ? 11 1#1',
]
const zones = ['Asia/Shanghai', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe']
const starts = ['2025-09-25T02:00:00Z', '2026-03-08T06:59:59Z', '2026-11-01T06:30:00Z']

/** The next ten runs of each expression in each zone: the longest time of all. */
export async function benchCron(): Promise<Budget[]> {
  // The platform loads its data of time zones once for each process.
  new Intl.DateTimeFormat('en-US', { timeZone: 'UTC' }).format(0)
  let longest = 0
  for (const text of expressions) {
    const result = parseCron(text)
    if (!result.ok) throw new Error(`${text}: ${result.text}`)
    for (const zone of zones) {
      for (const start of starts) {
        const before = performance.now()
        nextRuns(result.value, new Date(start), 10, zone)
        longest = Math.max(longest, performance.now() - before)
      }
    }
  }
  return [{ name: 'cron: the next ten runs, the longest', value: longest, limit: 50, unit: 'ms' }]
}
