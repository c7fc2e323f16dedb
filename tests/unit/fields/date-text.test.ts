import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLookup } from '#runtime/data/dict.ts'
import { type DateKind, parseDateText } from '#runtime/fields/date/date-text.ts'
import { fieldValues } from '#runtime/fields/values.ts'

const now = new Date(2026, 5, 15)
const read = (kind: DateKind, text: string) => parseDateText(text, kind, now)

describe('a typed date', () => {
  it.each([
    ['datetime', '2026-12-01 08:30:00', '2026-12-01 08:30:00'],
    ['datetime', '2026/12/1 8:30', '2026-12-01 08:30:00'],
    ['datetime', '20261201083000', '2026-12-01 08:30:00'],
    ['datetime', '20261201 0830', '2026-12-01 08:30:00'],
    ['datetime', '2026年12月1日 8时30分', '2026-12-01 08:30:00'],
    ['datetime', '2026 年 12 月 1 日 8 时 30 分 5 秒', '2026-12-01 08:30:05'],
    ['datetime', '12-1 8:5', '2026-12-01 08:05:00'],
    ['datetime', '2026.12.1', '2026-12-01 00:00:00'],
    ['date', '2026.12.1', '2026-12-01'],
    ['date', '2026 12 1', '2026-12-01'],
    ['datetime', '2026 12 1 8:30', '2026-12-01 08:30:00'],
    ['month', '2026 12', '2026-12'],
    ['date', '2026。12。1', '2026-12-01'],
    ['date', '20261201', '2026-12-01'],
    ['date', '12-1', '2026-12-01'],
    ['date', '12月1日', '2026-12-01'],
    ['date', ' ２０２６－１２－０１ ', '2026-12-01'],
    ['time', '8:5', '08:05:00'],
    ['time', '8：05', '08:05:00'],
    ['time', '083000', '08:30:00'],
    ['time', '0830', '08:30:00'],
    ['time', '8点30分', '08:30:00'],
    ['month', '2026-12', '2026-12'],
    ['month', '202612', '2026-12'],
    ['month', '2026年12月', '2026-12'],
    ['month', '2026-1', '2026-01'],
    ['year', '2026', '2026'],
    ['year', '2026年', '2026'],
  ] as const)('of kind %s is read from %s', (kind, text, value) => expect(read(kind, text)).toBe(value))

  it.each([
    ['date', '2026年2月30日'],
    ['date', '2月30日'],
    ['date', '2026-13-01'],
    ['date', '2026-12'],
    ['date', '2026'],
    ['date', '1201'],
    ['date', '明天'],
    ['date', '2026-12-01 25:00'],
    ['datetime', '8:30'],
    ['datetime', '2026-12-01T08:30:00Z'],
    ['time', '24:00'],
    ['time', '8:'],
    ['time', '2026-12-01'],
    ['month', '2026-13'],
    ['month', '12'],
    ['year', '0000'],
    ['year', '26'],
  ] as const)('of kind %s is refused as %s', (kind, text) => expect(read(kind, text)).toBeNull())

  it('is refused at once when it is very long', () => {
    expect(read('date', `2026-12-${' '.repeat(1_000_000)}1`)).toBeNull()
  })
})

const day = fc
  .date({ min: new Date('1000-01-01T00:00:00Z'), max: new Date('9999-12-30T00:00:00Z'), noInvalidDate: true })
  .map((date) => {
    const [year = 0, month = 0, on = 0, hour = 0, minute = 0, second = 0] = date
      .toISOString()
      .split(/\D/)
      .map(Number)
    return { year, month, on, hour, minute, second }
  })
const two = (value: number) => String(value).padStart(2, '0')
const wide = (text: string) =>
  text.replace(/[0-9:]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))

describe('every usual spelling of a moment', () => {
  it('is read as that moment, in half and full width and with blanks around it', () => {
    fc.assert(
      fc.property(day, fc.boolean(), fc.constantFrom('', ' ', '　'), (moment, isWide, blank) => {
        const { year, month, on, hour, minute, second } = moment
        const date = `${year}-${two(month)}-${two(on)}`
        const time = `${two(hour)}:${two(minute)}:${two(second)}`
        const days = [date, `${year}/${month}/${on}`, `${year}.${month}.${on}`, `${year}年${month}月${on}日`]
        const times = [time, `${hour}:${minute}:${second}`, `${hour}时${minute}分${second}秒`]
        const compact = date.replaceAll('-', '')
        const spelt = (text: string) => blank + (isWide ? wide(text) : text) + blank
        for (const dayText of [...days, compact]) {
          expect(read('date', spelt(dayText))).toBe(date)
          expect(read('month', spelt(dayText))).toBe(date.slice(0, 7))
          for (const timeText of times)
            expect(read('datetime', spelt(`${dayText} ${timeText}`))).toBe(`${date} ${time}`)
        }
        for (const timeText of [...times, time.replaceAll(':', '')])
          expect(read('time', spelt(timeText))).toBe(time)
        expect(read('datetime', spelt(compact + time.replaceAll(':', '')))).toBe(`${date} ${time}`)
      }),
    )
  })

  it('is what pasting reads, too; numbers of Excel are read only there', () => {
    const field = { key: 'f', type: 'date' } as const
    const paste = (text: string) =>
      fieldValues.get('date')?.fromText(
        text,
        field,
        createLookup(() => undefined),
      )
    expect(paste('2026年12月1日')).toEqual({ ok: true, value: '2026-12-01' })
    expect(paste('45905')).toEqual({ ok: true, value: '2025-09-05' })
    expect(read('date', '45905')).toBeNull()
    // Four digits are half of a date, not a day of the year 1905.
    expect(paste('2026')?.ok).toBe(false)
  })
})
