import dayjs, { type Dayjs } from 'dayjs'
import type { DateKind } from './date-text.ts'

/** The format of values and of the displayed text, in the words of dayjs. */
export const dateFormats: Record<DateKind, string> = {
  date: 'YYYY-MM-DD',
  datetime: 'YYYY-MM-DD HH:mm:ss',
  time: 'HH:mm:ss',
  month: 'YYYY-MM',
  year: 'YYYY',
}

/** The value as dayjs, which stores a time of day on an arbitrary day. */
export const toDayjs = (text: string | null | undefined): Dayjs | null =>
  text ? dayjs(/^\d+:/.test(text) ? `2000-01-01 ${text}` : text) : null

/** The picker mode of antd for a kind. */
export const getPicker = (kind: DateKind) => (kind === 'month' || kind === 'year' ? kind : 'date')
