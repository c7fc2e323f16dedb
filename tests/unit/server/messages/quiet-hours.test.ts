import { expect, it } from 'vitest'
import { endOfQuiet, nextDigest } from '#runtime/kernel/quiet-hours.ts'
import { formatDateTime } from '#runtime/kernel/time.ts'

const at = (time: string) => new Date(`2026-11-29T${time}:00`)
const shown = (date: Date | undefined) => date && formatDateTime(date)

it.each([
  ['22:00:00', '07:00:00', '23:30', '2026-11-30 07:00:00'],
  ['22:00', '07:00', '06:59', '2026-11-29 07:00:00'],
  ['22:00', '07:00', '22:00', '2026-11-30 07:00:00'],
  ['22:00', '07:00', '07:00', undefined],
  ['12:00', '14:00', '13:00', '2026-11-29 14:00:00'],
  ['12:00', '14:00', '14:00', undefined],
  ['12:00', '12:00', '12:00', undefined],
  [null, '14:00', '13:00', undefined],
])('quiet from %s to %s: at %s until %s', (quietFrom, quietTo, time, end) => {
  expect(shown(endOfQuiet({ quietFrom, quietTo, digest: 'none' }, at(time)))).toBe(end)
})

it.each([
  ['none', '13:10', undefined],
  ['hour', '13:10', '2026-11-29 14:00:00'],
  ['hour', '23:59', '2026-11-30 00:00:00'],
  ['day', '07:59', '2026-11-29 08:00:00'],
  ['day', '08:00', '2026-11-30 08:00:00'],
] as const)('a digest by %s after %s is sent %s', (digest, time, due) => {
  expect(shown(nextDigest({ quietFrom: null, quietTo: null, digest }, at(time)))).toBe(due)
})
