const dayLength = 86_400_000
/** Offsets change on a quarter of an hour at the earliest. */
const QUARTER_HOUR_MS = 900_000

/**
 * Converts between instants and wall-clock times of an IANA time zone. A wall-clock time is a number of milliseconds, as
 * if the clock showed UTC.
 */
export interface Zone {
  toWall(instant: number): number
  /**
   * The first instant at which the clock shows a time. A time that the clock skips has none: then `resume` is the time
   * that it shows after the gap.
   */
  toInstant(wall: number): { instant: number } | { resume: number }
  /** The time at which the clock, set back, has repeated all it showed before; the same time if nothing repeats. */
  endOfRepeat(wall: number): number
}

/** Throws a RangeError for an unknown time zone. */
export function createZone(timeZone: string): Zone {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const offsets = new Map<number, number>()
  const getOffset = (instant: number): number => {
    const at = Math.floor(instant / QUARTER_HOUR_MS) * QUARTER_HOUR_MS
    const cached = offsets.get(at)
    if (cached !== undefined) return cached
    const parts: Record<string, number> = {}
    for (const { type, value } of format.formatToParts(at)) parts[type] = Number(value)
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
    const offset = Date.UTC(year, month - 1, day, hour, minute, second) - at
    offsets.set(at, offset)
    return offset
  }
  /** The offsets two days before and after a time: no shift of a clock is longer. */
  const around = (wall: number) => [getOffset(wall - 2 * dayLength), getOffset(wall + 2 * dayLength)] as const

  /** The instant at which the offset changes near a time. */
  const transition = (wall: number): number => {
    let low = Math.floor((wall - 2 * dayLength) / QUARTER_HOUR_MS)
    let high = Math.floor((wall + 2 * dayLength) / QUARTER_HOUR_MS)
    const before = getOffset(low * QUARTER_HOUR_MS)
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if (getOffset(middle * QUARTER_HOUR_MS) === before) low = middle
      else high = middle
    }
    return high * QUARTER_HOUR_MS
  }
  return {
    toWall: (instant) => instant + getOffset(instant),
    toInstant(wall) {
      const candidates = around(wall)
        .map((offset) => wall - offset)
        .filter((instant) => instant + getOffset(instant) === wall)
      if (candidates.length > 0) return { instant: Math.min(...candidates) }
      const change = transition(wall)
      return { resume: change + getOffset(change) }
    },
    endOfRepeat(wall) {
      const [before, after] = around(wall)
      if (after >= before) return wall
      return Math.max(wall, transition(wall) + before)
    },
  }
}
