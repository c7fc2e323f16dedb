import type { ListRow } from '#runtime/data/list-source.ts'
import { readText } from '#runtime/kernel/json.ts'
import { dayNumber, isDateTime } from '#runtime/kernel/time.ts'
import type { CalendarPlan } from './calendar-plan.ts'

/** A record on its days, both inclusive. */
export interface Entry {
  row: ListRow
  from: string
  to: string
  /** HH:mm of the first day, where the field stores a time. */
  time?: string
}

/** The part of an entry in one week: columns from 0, and the line below the numbers of the days. */
export interface Segment {
  entry: Entry
  column: number
  length: number
  lane: number
  startsHere: boolean
  endsHere: boolean
}

/** Records with a date, by day, then by time; an end before the beginning is ignored. */
export function listEntries(rows: readonly ListRow[], { date, end }: CalendarPlan): Entry[] {
  const entries = rows.flatMap((row): Entry[] => {
    const begin = readText(row[date.key])
    if (dayNumber(begin) === null) return []
    const last = end ? readText(row[end.key]) : ''
    const from = begin.slice(0, 10)
    const to = dayNumber(last) !== null && last.slice(0, 10) > from ? last.slice(0, 10) : from
    const time = isDateTime(begin) ? begin.slice(11, 16) : undefined
    return [{ row, from, to, ...(time === undefined ? {} : { time }) }]
  })
  return entries.sort((a, b) => compare(a.from, b.from) || compare(b.to, a.to) || compare(a.time, b.time))
}

const compare = (a = '', b = ''): number => (a < b ? -1 : a > b ? 1 : 0)

/** Places the entries of a week in the first free line each. */
export function layoutWeek(entries: readonly Entry[], days: readonly string[]): Segment[] {
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const lanes: number[] = []
  return entries
    .filter(({ from, to }) => from <= last && to >= first)
    .map((entry) => {
      const column = Math.max(0, days.indexOf(entry.from))
      const endsHere = entry.to <= last
      const length = (endsHere ? days.indexOf(entry.to) : days.length - 1) - column + 1
      const free = lanes.findIndex((occupied) => occupied <= column)
      const lane = free < 0 ? lanes.length : free
      lanes[lane] = column + length
      return { entry, column, length, lane, startsHere: entry.from >= first, endsHere }
    })
}

/** The segments that fit in `lanes` lines, and the number of the others by column. The last line then shows the numbers. */
export function fitWeek(
  segments: readonly Segment[],
  lanes: number,
): { fitting: Segment[]; hidden: ReadonlyMap<number, number> } {
  if (segments.every(({ lane }) => lane < lanes)) return { fitting: [...segments], hidden: new Map() }
  const fitting = segments.filter(({ lane }) => lane < lanes - 1)
  const hidden = new Map<number, number>()
  for (const segment of segments) {
    if (fitting.includes(segment)) continue
    for (let column = segment.column; column < segment.column + segment.length; column++)
      hidden.set(column, (hidden.get(column) ?? 0) + 1)
  }
  return { fitting, hidden }
}

export const entriesOn = (entries: readonly Entry[], day: string): Entry[] =>
  entries.filter(({ from, to }) => from <= day && to >= day)

/** The id of a drag: a record has one in each week, such as `12@2026-11-16`. */
export const dragId = (id: string, day: string): string => `${id}@${day}`
export const getRecordId = (dragId: string): string => dragId.slice(0, dragId.lastIndexOf('@'))
