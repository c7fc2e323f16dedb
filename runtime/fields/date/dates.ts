import { formatDate, formatDateTime, isDate, isDateTime } from '#runtime/kernel/time.ts'

const pad = (text: string | undefined, length = 2): string => (text ?? '').padStart(length, '0')

/** Excel counts days from 1899-12-30; the text is local, so the time zone of this machine must not matter. */
function ofSerial(serial: number): string | null {
  if (!(serial >= 1 && serial < 2_958_466)) return null
  const moment = new Date(Date.UTC(1899, 11, 30) + Math.round(serial * 86_400) * 1000)
  return moment.toISOString().slice(0, 19).replace('T', ' ')
}

/** Maximum length of a written datetime. The adjacent spaces in the pattern take quadratic time on longer texts. */
const MAX_WRITTEN = 100

const written =
  /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?(?:[T\s]*(\d{1,2})[:：时](\d{1,2})(?:[:：分](\d{1,2})(?:\.\d+)?)?[分秒]?)?$/

/**
 * Parses the spellings of a datetime that users and Excel write: 2025-09-05, 2025/9/5, 2025年9月5日, 20250905, 45905,
 * each with or without a time. Returns `YYYY-MM-DD HH:mm:ss` of a valid datetime, else null.
 */
export function readMoment(text: string): string | null {
  const plain = text.trim()
  if (plain.length > MAX_WRITTEN) return null
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(plain)
  if (!compact && /^\d{1,7}(\.\d+)?$/.test(plain)) return ofSerial(Number(plain))
  const parts = compact ?? written.exec(plain)
  if (!parts) return null
  const [, year, month, day, hour, minute, second] = parts
  const moment = `${year}-${pad(month)}-${pad(day)} ${pad(hour)}:${pad(minute)}:${pad(second)}`
  return isDateTime(moment) ? moment : null
}

/** A date or datetime of the wire or of a database row; null for an invalid one. */
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
