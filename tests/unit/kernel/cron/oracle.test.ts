import { Cron } from 'croner'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextRuns } from '#runtime/kernel/cron/next-runs.ts'
import { parseCron } from '#runtime/kernel/cron/parse.ts'
import { cpuTime } from '../../cpu-time.ts'
import { expressionText } from './arbitrary.ts'

/** Milliseconds that ten runs may take. */
const MAX_TIME = 50

const read = (text: string) => {
  const result = parseCron(text)
  if (!result.ok) throw new Error(`${text}: ${result.text}`)
  return result.value
}
const after = fc.date({
  min: new Date('2024-01-01T00:00:00Z'),
  max: new Date('2031-01-01T00:00:00Z'),
  noInvalidDate: true,
})
const formatIso = (runs: readonly Date[]) => runs.map((run) => run.toISOString())

describe('next runs', () => {
  // Zones whose clocks are not set in these years: croner treats repeated and skipped times differently.
  it.each(['UTC', 'Asia/Shanghai', 'Asia/Kathmandu'])(
    'equal those of croner on the shared subset in %s',
    (timeZone) => {
      fc.assert(
        fc.property(expressionText({ isShared: true }), after, (text, from) => {
          const oracle = new Cron(text, {
            timezone: timeZone,
            alternativeWeekdays: true,
            sloppyRanges: true,
            paused: true,
          })
          expect(formatIso(nextRuns(read(text), from, 5, timeZone)), text).toEqual(
            formatIso(oracle.nextRuns(5, from)),
          )
        }),
        { numRuns: 150 },
      )
    },
  )

  it.each(['Asia/Shanghai', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'])(
    'ascend after the start and match each field of their expression in %s',
    async (timeZone) => {
      const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
      await fc.assert(
        fc.asyncProperty(expressionText({ isShared: false }), after, async (text, from) => {
          let runs: Date[] = []
          const time = await cpuTime(() => {
            runs = nextRuns(read(text), from, 10, timeZone)
          })
          expect(time, text).toBeLessThan(MAX_TIME)
          let last = from.getTime()
          for (const run of runs) {
            expect(run.getTime(), text).toBeGreaterThan(last)
            last = run.getTime()
            // The clock's time as if in UTC is a run of the same expression in UTC.
            const wall = new Date(`${format.format(run).replace(' ', 'T')}Z`)
            const before = new Date(wall.getTime() - 1000)
            expect(formatIso(nextRuns(read(text), before, 1, 'UTC')), text).toEqual([wall.toISOString()])
          }
        }),
        { numRuns: 60 },
      )
    },
  )
})
