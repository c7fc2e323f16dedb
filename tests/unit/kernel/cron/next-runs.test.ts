import { describe, expect, it } from 'vitest'
import { cronWarnings, nextRuns } from '#runtime/kernel/cron/next-runs.ts'
import { parseCron } from '#runtime/kernel/cron/parse.ts'
import { cpuTime } from '../../cpu-time.ts'

const read = (text: string) => {
  const result = parseCron(text)
  if (!result.ok) throw new Error(result.text)
  return result.value
}
/** The next runs in UTC, as texts without a zone. */
const listRuns = (text: string, after: string, count = 3, timeZone = 'UTC') =>
  nextRuns(read(text), new Date(`${after}Z`), count, timeZone).map((run) => run.toISOString().slice(0, 19))

describe('next runs in UTC', () => {
  it.each<[string, string, string[]]>([
    [
      '0 0 2 * * ?',
      '2025-09-25T02:00:00',
      ['2025-09-26T02:00:00', '2025-09-27T02:00:00', '2025-09-28T02:00:00'],
    ],
    [
      '0 0 2 * * ?',
      '2025-09-25T01:59:59',
      ['2025-09-25T02:00:00', '2025-09-26T02:00:00', '2025-09-27T02:00:00'],
    ],
    [
      '*/30 * * * * ?',
      '2025-12-31T23:59:31',
      ['2026-01-01T00:00:00', '2026-01-01T00:00:30', '2026-01-01T00:01:00'],
    ],
    [
      '0 0 22-2/2 * * ?',
      '2025-09-25T03:00:00',
      ['2025-09-25T22:00:00', '2025-09-26T00:00:00', '2025-09-26T02:00:00'],
    ],
    [
      '0 0 0 L * ?',
      '2024-01-31T00:00:00',
      ['2024-02-29T00:00:00', '2024-03-31T00:00:00', '2024-04-30T00:00:00'],
    ],
    [
      '0 0 0 L-3 2 ?',
      '2025-01-01T00:00:00',
      ['2025-02-25T00:00:00', '2026-02-25T00:00:00', '2027-02-25T00:00:00'],
    ],
    [
      '0 0 0 L-30 * ?',
      '2025-02-01T00:00:00',
      ['2025-03-01T00:00:00', '2025-05-01T00:00:00', '2025-07-01T00:00:00'],
    ],
    // 31 May 2025 is a Saturday, 31 August a Sunday.
    [
      '0 0 0 LW 5,8 ?',
      '2025-01-01T00:00:00',
      ['2025-05-30T00:00:00', '2025-08-29T00:00:00', '2026-05-29T00:00:00'],
    ],
    // 1 February 2025 is a Saturday, 1 June a Sunday: the workday stays in the month.
    [
      '0 0 0 1W 2,6 ?',
      '2025-01-01T00:00:00',
      ['2025-02-03T00:00:00', '2025-06-02T00:00:00', '2026-02-02T00:00:00'],
    ],
    [
      '0 0 0 15W * ?',
      '2025-02-01T00:00:00',
      ['2025-02-14T00:00:00', '2025-03-14T00:00:00', '2025-04-15T00:00:00'],
    ],
    [
      '0 0 0 31W * ?',
      '2025-04-01T00:00:00',
      ['2025-05-30T00:00:00', '2025-07-31T00:00:00', '2025-08-29T00:00:00'],
    ],
    [
      '0 0 0 L-1W 8 ?',
      '2025-01-01T00:00:00',
      ['2025-08-29T00:00:00', '2026-08-31T00:00:00', '2027-08-30T00:00:00'],
    ],
    [
      '0 0 0 ? * FRIL',
      '2025-09-01T00:00:00',
      ['2025-09-26T00:00:00', '2025-10-31T00:00:00', '2025-11-28T00:00:00'],
    ],
    [
      '0 0 0 ? * 2#1',
      '2025-09-01T00:00:00',
      ['2025-10-06T00:00:00', '2025-11-03T00:00:00', '2025-12-01T00:00:00'],
    ],
    [
      '0 0 0 ? * 6#5',
      '2025-09-01T00:00:00',
      ['2025-10-31T00:00:00', '2026-01-30T00:00:00', '2026-05-29T00:00:00'],
    ],
    [
      '0 0 0 ? * 2/2',
      '2025-09-25T00:00:00',
      ['2025-09-26T00:00:00', '2025-09-29T00:00:00', '2025-10-01T00:00:00'],
    ],
    [
      '0 0 0 29 2 ? 2025-2119',
      '2025-09-25T00:00:00',
      ['2028-02-29T00:00:00', '2032-02-29T00:00:00', '2036-02-29T00:00:00'],
    ],
    ['0 0 0 29 2 ? 2096-2105', '2096-03-01T00:00:00', ['2104-02-29T00:00:00']],
    ['0 0 0 1 1 ? 2118/1', '2117-06-01T00:00:00', ['2118-01-01T00:00:00', '2119-01-01T00:00:00']],
    [
      '0 0 0 1 1 ?',
      '1900-01-01T00:00:00',
      ['1970-01-01T00:00:00', '1971-01-01T00:00:00', '1972-01-01T00:00:00'],
    ],
  ])('%s after %s', (text, after, runs) => expect(listRuns(text, after)).toEqual(runs))
})

describe('next runs by the clock of a time zone', () => {
  it('are hours of that zone', () =>
    expect(listRuns('0 0 2 * * ?', '2025-09-25T00:00:00', 2, 'Asia/Shanghai')).toEqual([
      '2025-09-25T18:00:00',
      '2025-09-26T18:00:00',
    ]))

  it('skip a time that the clock skips', () =>
    // Berlin: 30 March 2025, 02:00 becomes 03:00.
    expect(listRuns('0 30 2 * * ?', '2025-03-29T00:00:00', 2, 'Europe/Berlin')).toEqual([
      '2025-03-29T01:30:00',
      '2025-03-31T00:30:00',
    ]))

  it('continue after the gap when they lie close together', () =>
    expect(listRuns('0 0/30 * * * ?', '2025-03-30T00:30:00', 2, 'Europe/Berlin')).toEqual([
      '2025-03-30T01:00:00',
      '2025-03-30T01:30:00',
    ]))

  it('are one run at a time that the clock repeats, its first occurrence', () =>
    // Berlin: 26 October 2025, 03:00 becomes 02:00.
    expect(listRuns('0 30 2 * * ?', '2025-10-25T12:00:00', 2, 'Europe/Berlin')).toEqual([
      '2025-10-26T00:30:00',
      '2025-10-27T01:30:00',
    ]))

  it('are none within the repeated hour', async () => {
    const run = () => listRuns('* * * * * ?', '2025-10-26T01:00:00', 1, 'Europe/Berlin')
    expect(run()).toEqual(['2025-10-26T02:00:00'])
    expect(await cpuTime(run)).toBeLessThan(50)
  })

  it('skip the day that a zone left out', () =>
    // Apia had no 30 December 2011.
    expect(listRuns('0 0 12 30 12 ?', '2011-01-01T00:00:00', 1, 'Pacific/Apia')).toEqual([
      '2012-12-29T22:00:00',
    ]))

  it('refuse an unknown zone', () =>
    expect(() => nextRuns(read('0 0 2 * * ?'), new Date(), 1, 'Mars/Base')).toThrow(RangeError))
})

describe('a date that never comes', () => {
  it.each([
    '0 0 0 30 2 ?',
    '0 0 0 31 2,4,6,9,11 ?',
    '0 0 0 29 2 ? 2097-2103',
    '* * * L-30 2 ?',
    '0 30 2 ? 3 1#2 2026',
  ])('%s has no next run, and the answer is quick', async (text) => {
    const run = () => listRuns(text, '2025-01-01T00:00:00', 10, 'America/New_York')
    expect(run()).toEqual([])
    expect(await cpuTime(run)).toBeLessThan(50)
  })
})

describe('warnings', () => {
  const warn = (text: string) => cronWarnings(read(text), new Date('2025-09-25T00:00:00Z'), 'Asia/Shanghai')
  it.each<[string, string[]]>([
    ['0 0 2 * * ?', []],
    ['0 * * * * ?', []],
    ['0,30 0 2 1 1 ?', ['两次执行的间隔不到 1 分钟，请确认']],
    ['* * * * * ?', ['两次执行的间隔不到 1 分钟，请确认']],
    ['0 0 0 30 2 ?', ['没有这样的日期，永远不会执行']],
    ['0 0 0 1 1 ? 2020', ['时间已经过去，不会再执行']],
  ])('of %s', (text, warnings) => expect(warn(text)).toEqual(warnings))
})
