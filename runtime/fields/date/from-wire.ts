import { formatDate, formatDateTime, isDate, isDateTime } from '#runtime/kernel/time.ts'
import { textFromWire } from '../kit/text/text-value.ts'
import { type DateKind, parseDateText } from './date-text.ts'

/** A datetime of the wire or of a database row; null for an invalid one. */
export function momentFromWire(raw: unknown): string | null {
  if (raw instanceof Date) return Number.isNaN(raw.getTime()) ? null : formatDateTime(raw)
  if (typeof raw !== 'string') return null
  if (isDateTime(raw)) return raw
  if (isDate(raw)) return `${raw} 00:00:00`
  const parts = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(:\d{2})?(\.\d+)?$/.exec(raw)
  if (!parts) return null
  const moment = `${parts[1]} ${parts[2]}${parts[3] ?? ':00'}`
  return isDateTime(moment) ? moment : null
}

export const dayFromWire = (raw: unknown): string | null =>
  raw instanceof Date && !Number.isNaN(raw.getTime())
    ? formatDate(raw)
    : (momentFromWire(raw)?.slice(0, 10) ?? null)

/** A time, month or year of the wire in any spelling that does not depend on the current year. */
export const periodFromWire = (kind: DateKind) => (raw: unknown) => {
  const text = textFromWire(raw)
  return text === null ? null : parseDateText(text, kind)
}
