import { listDays } from './days.ts'
import { type CronExpression, cronRules, listValues } from './expression.ts'
import { createZone } from './zone.ts'

const SECOND_MS = 1000

/** The first of ascending values that is not below `least`. */
const from = (values: readonly number[], least: number): readonly number[] => {
  const index = values.findIndex((value) => value >= least)
  return index < 0 ? [] : values.slice(index)
}

/** Finds wall-clock times of an expression: the first one at or after a time, in milliseconds as if in UTC. */
function createSearch(expression: CronExpression) {
  const seconds = listValues(expression.second, 'second')
  const minutes = listValues(expression.minute, 'minute')
  const hours = listValues(expression.hour, 'hour')
  const months = listValues(expression.month, 'month')
  const years = listValues(expression.year, 'year')

  /** The first time of a day at or after hour, minute and second; null: the day has no more. */
  const timeOfDay = (hour: number, minute: number, least: number): number | null => {
    for (const h of from(hours, hour)) {
      for (const m of from(minutes, h > hour ? 0 : minute)) {
        const [s] = from(seconds, h > hour || m > minute ? 0 : least)
        if (s !== undefined) return ((h * 60 + m) * 60 + s) * SECOND_MS
      }
    }
    return null
  }
  return (wall: number): number | null => {
    const least = new Date(wall)
    const [year, month, day] = [least.getUTCFullYear(), least.getUTCMonth() + 1, least.getUTCDate()]
    for (const y of from(years, year)) {
      const isFirstYear = y === year
      for (const m of from(months, isFirstYear ? month : 1)) {
        const isFirstMonth = isFirstYear && m === month
        for (const d of from(listDays(expression, y, m), isFirstMonth ? day : 1)) {
          const time =
            isFirstMonth && d === day
              ? timeOfDay(least.getUTCHours(), least.getUTCMinutes(), least.getUTCSeconds())
              : timeOfDay(0, 0, 0)
          if (time !== null) return Date.UTC(y, m - 1, d) + time
        }
      }
    }
    return null
  }
}

/**
 * The next runs after an instant, at most `count`, ascending; fewer if the expression ends, none if its date never comes.
 * It runs by the clock of the time zone: a time that the clock skips when it is set forward is no run, and a time that
 * it repeats when it is set back is one run, at its first occurrence. Throws a RangeError for an unknown time zone.
 */
export function nextRuns(expression: CronExpression, after: Date, count: number, timeZone: string): Date[] {
  const zone = createZone(timeZone)
  const search = createSearch(expression)
  const start = after.getTime()
  const runs: Date[] = []
  const earliest = Date.UTC(cronRules.year.min, 0, 1)
  let wall = Math.max(earliest, (Math.floor(zone.toWall(start) / SECOND_MS) + 1) * SECOND_MS)
  while (runs.length < count) {
    const found = search(wall)
    if (found === null) break
    const place = zone.toInstant(found)
    if ('resume' in place) {
      wall = Math.max(place.resume, found + SECOND_MS)
      continue
    }
    if (place.instant > start) runs.push(new Date(place.instant))
    // The clock shows this time again: the run was at its first occurrence.
    wall = place.instant > start ? found + SECOND_MS : Math.max(found + SECOND_MS, zone.endOfRepeat(found))
  }
  return runs
}

/**
 * What is suspicious about a valid expression, in Chinese: its date never comes, its last run is over, or its runs
 * follow each other within a minute.
 */
export function cronWarnings(expression: CronExpression, now: Date, timeZone: string): string[] {
  if (nextRuns(expression, now, 1, timeZone).length === 0) {
    const beginning = new Date(Date.UTC(cronRules.year.min - 1, 11, 30))
    const hasRun = nextRuns(expression, beginning, 1, timeZone).length > 0
    return [hasRun ? '时间已经过去，不会再执行' : '没有这样的日期，永远不会执行']
  }
  // Two values of the second lie in each minute of a run.
  return listValues(expression.second, 'second').length > 1 ? ['两次执行的间隔不到 1 分钟，请确认'] : []
}
