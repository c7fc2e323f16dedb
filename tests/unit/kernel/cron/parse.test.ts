import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CronUnit, cronUnits, listValues } from '#runtime/kernel/cron/expression.ts'
import { MAX_CRON_LENGTH } from '#runtime/kernel/cron/max-length.ts'
import { parseCron } from '#runtime/kernel/cron/parse.ts'
import { cpuTime } from '../../cpu-time.ts'
import { hostileExpressions } from './hostile.ts'

/** An expression with one field replaced. */
const withField = (unit: CronUnit, text: string): string =>
  cronUnits
    .map((entry) => {
      if (entry === unit) return text
      if (entry === 'week') return unit === 'day' && text === '?' ? 'MON' : '?'
      return entry === 'day' && unit === 'week' ? '?' : '*'
    })
    .join(' ')

const read = (text: string) => {
  const result = parseCron(text)
  if (!result.ok) throw new Error(result.text)
  return result.value
}

describe('a field lists its values', () => {
  it.each<[CronUnit, string, number[]]>([
    ['second', '5', [5]],
    ['second', '0,30,10', [0, 10, 30]],
    ['second', '0/15', [0, 15, 30, 45]],
    ['second', '*/20', [0, 20, 40]],
    ['second', '/20', [0, 20, 40]],
    ['second', '5/20', [5, 25, 45]],
    ['second', '50-10/10', [0, 10, 50]],
    ['minute', '0/60', [0]],
    ['minute', '10-20/5', [10, 15, 20]],
    ['minute', '1-3,30', [1, 2, 3, 30]],
    ['hour', '22-2', [0, 1, 2, 22, 23]],
    ['hour', '5/0', [5]],
    ['hour', '0/23', [0, 23]],
    ['day', '25-5/3', [3, 25, 28, 31]],
    ['day', '10/10', [10, 20, 30]],
    ['month', 'JAN,mar,12', [1, 3, 12]],
    ['month', 'NOV-FEB', [1, 2, 11, 12]],
    ['week', 'SUN', [1]],
    ['week', '7', [7]],
    ['week', 'L', [7]],
    ['week', 'MON-FRI', [2, 3, 4, 5, 6]],
    ['week', 'FRI-MON', [1, 2, 6, 7]],
    ['week', '2/2', [2, 4, 6]],
    ['year', '2030', [2030]],
    ['year', '2117/1', [2117, 2118, 2119]],
    ['year', '2020-2024/2', [2020, 2022, 2024]],
  ])('%s %s', (unit, text, values) =>
    expect(listValues(read(withField(unit, text))[unit], unit)).toEqual(values),
  )

  it('of every value when the year is left out', () =>
    expect(read('0 0 2 * * ?').year).toEqual({ kind: 'every' }))

  it('in any letter case and with any space between fields', () =>
    expect(read(' 0\t0  2 ?  jan  fri#2 ')).toEqual(read('0 0 2 ? JAN FRI#2 *')))
})

describe('forms of day and week', () => {
  it.each<[CronUnit, string, object]>([
    ['day', 'L', { kind: 'last', offset: 0, isWorkday: false }],
    ['day', 'L-3', { kind: 'last', offset: 3, isWorkday: false }],
    ['day', 'LW', { kind: 'last', offset: 0, isWorkday: true }],
    ['day', 'L-3W', { kind: 'last', offset: 3, isWorkday: true }],
    ['day', '15W', { kind: 'nearestWorkday', day: 15 }],
    ['week', '6L', { kind: 'lastWeekday', weekday: 6 }],
    ['week', 'FRIL', { kind: 'lastWeekday', weekday: 6 }],
    ['week', '2#1', { kind: 'nthWeekday', weekday: 2, nth: 1 }],
    ['week', 'SAT#5', { kind: 'nthWeekday', weekday: 7, nth: 5 }],
  ])('%s %s', (unit, text, field) => expect(read(withField(unit, text))[unit]).toEqual(field))
})

describe('a fault names its field', () => {
  it.each<[string, CronUnit | null, string]>([
    ['', null, '应为用空格隔开的 6 段或 7 段（秒 分 时 日 月 周 年），现在是 0 段'],
    ['0 2 * * *', null, '应为用空格隔开的 6 段或 7 段（秒 分 时 日 月 周 年），现在是 5 段'],
    ['60 0 2 * * ?', 'second', '「秒」60 超出范围，应为 0 到 59'],
    ['0 x 2 * * ?', 'minute', '「分」无法识别「X」'],
    ['0 0 24 * * ?', 'hour', '「时」24 超出范围，应为 0 到 23'],
    ['0 0 2 0 * ?', 'day', '「日」0 超出范围，应为 1 到 31'],
    ['0 0 2 L-31 * ?', 'day', '「日」「L-」后应为 0 到 30'],
    ['0 0 2 L,15 * ?', 'day', '「日」「L」不能和别的值写在一起'],
    ['0 0 2 1,15W * ?', 'day', '「日」「15W」不能和别的值写在一起'],
    ['0 0 2 1 13 ?', 'month', '「月」13 超出范围，应为 1 到 12'],
    ['0 0 2 ? * 0', 'week', '「周」0 超出范围，应为 1 到 7'],
    ['0 0 2 ? * 8L', 'week', '「周」8 超出范围，应为 1 到 7'],
    ['0 0 2 ? * MON#6', 'week', '「周」「#」后应为 1 到 5'],
    ['0 0 2 ? * MON#1,FRI#2', 'week', '「周」「MON#1」不能和别的值写在一起'],
    ['0 0 2 * * ? 2120', 'year', '「年」2120 超出范围，应为 1970 到 2119'],
    ['0 0 2 * * ? 2030-2020', 'year', '「年」2030-2020 的起点应不晚于终点'],
    ['? 0 2 * * ?', 'second', '「秒」「?」只能写在日或周'],
    ['0/0/0 0 2 * * ?', 'second', '「秒」「0/0/0」里只能有一个「/」'],
    ['1-2-3 0 2 * * ?', 'second', '「秒」「1-2-3」里只能有一个「-」'],
    ['*/0 0 2 * * ?', 'second', '「秒」「/」后的间隔应为 1 到 59 的整数'],
    ['*,5 0 2 * * ?', 'second', '「秒」「*」不能和别的值写在一起'],
    ['0 0 2 * * *', 'week', '「日」和「周」应有一个写「?」，而且只有一个'],
    ['0 0 2 ? * ?', 'week', '「日」和「周」应有一个写「?」，而且只有一个'],
    ['0 0 2 1 * MON', 'week', '「日」和「周」应有一个写「?」，而且只有一个'],
    ['0'.repeat(MAX_CRON_LENGTH + 1), null, `不能超过 ${MAX_CRON_LENGTH} 个字`],
  ])('%s', (text, unit, reason) => expect(parseCron(text)).toEqual({ ok: false, unit, text: reason }))
})

describe('hostile expressions', () => {
  it('are two hundred', () => expect(new Set(hostileExpressions).size).toBeGreaterThanOrEqual(200))

  it.each(hostileExpressions)('%j is refused in Chinese, quickly', async (text) => {
    expect(await cpuTime(() => parseCron(text))).toBeLessThan(50)
    const result = parseCron(text)
    expect(result).toMatchObject({ ok: false, text: expect.stringMatching(/[一-鿿]/) })
    if (!result.ok) expect(result.text.length).toBeLessThan(80)
  })
})

it('reads any text without throwing', () => {
  const part = fc.oneof(
    fc.string({ maxLength: 6 }),
    fc.stringMatching(/^[0-9*?,/#LW-]{1,6}$/),
    fc.constantFrom('MON', 'JAN', 'L', 'LW', '*', '?', '0'),
  )
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(part, { minLength: 6, maxLength: 7 }).map((parts) => parts.join(' ')),
  )
  fc.assert(
    fc.property(text, (expression) => {
      const result = parseCron(expression)
      if (!result.ok) expect(result.text).toMatch(/[一-鿿]/)
    }),
    { numRuns: 2000 },
  )
})
