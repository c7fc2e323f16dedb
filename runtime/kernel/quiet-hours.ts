/** The preferences of a person about when messages are sent out: times as `HH:mm`. */
export interface SendingTimes {
  quietFrom: string | null
  quietTo: string | null
  /** One mail an hour, or one a day, instead of many. */
  digest: 'none' | 'hour' | 'day'
}

/** The hour at which the mail of the day is sent. */
const DAILY_HOUR = 8

const readMinutes = (text: string | null): number | null => {
  const match = /^([01]\d|2[0-3]):([0-5]\d)/.exec(text ?? '')
  return match ? Number(match[1]) * 60 + Number(match[2]) : null
}

/** The end of the quiet hours in which the time is; undefined outside of them. They may span midnight. */
export function endOfQuiet({ quietFrom, quietTo }: SendingTimes, time: Date): Date | undefined {
  const from = readMinutes(quietFrom)
  const to = readMinutes(quietTo)
  if (from === null || to === null || from === to) return undefined
  const minute = time.getHours() * 60 + time.getMinutes()
  const isQuiet = from < to ? minute >= from && minute < to : minute >= from || minute < to
  if (!isQuiet) return undefined
  const end = new Date(time)
  end.setHours(0, to, 0, 0)
  if (end <= time) end.setDate(end.getDate() + 1)
  return end
}

/** When the mail of the hour or of the day is sent after this time; undefined for a person who wants each message by itself. */
export function nextDigest({ digest }: SendingTimes, time: Date): Date | undefined {
  if (digest === 'none') return undefined
  const next = new Date(time)
  if (digest === 'hour') next.setHours(next.getHours() + 1, 0, 0, 0)
  else {
    next.setHours(DAILY_HOUR, 0, 0, 0)
    if (next <= time) next.setDate(next.getDate() + 1)
  }
  return next
}
