/** A record that the user opened in this browser. */
export interface RecentRecord {
  screen: string
  id: string
  /** The kind of the record and its number. */
  title: string
  /** Milliseconds since 1970. */
  at: number
}

const MAX_RECENT = 20
const buildKey = (userId: string): string => `pro-recent ${userId}`

const isRecent = (raw: unknown): raw is RecentRecord => {
  const { screen, id, title, at } = (raw ?? {}) as Partial<RecentRecord>
  return [screen, id, title].every((text) => typeof text === 'string') && typeof at === 'number'
}

/** The records that the user opened last, the newest first. */
export function recentRecords(userId: string): RecentRecord[] {
  try {
    const raw: unknown = JSON.parse(localStorage.getItem(buildKey(userId)) ?? '[]')
    return Array.isArray(raw) ? raw.filter(isRecent) : []
  } catch {
    return []
  }
}

/** Puts a record first in the list of the user's opened records. */
export function noteRecent(userId: string, record: Omit<RecentRecord, 'at'>): void {
  const others = recentRecords(userId).filter(
    ({ screen, id }) => screen !== record.screen || id !== record.id,
  )
  try {
    const list = [{ ...record, at: Date.now() }, ...others].slice(0, MAX_RECENT)
    localStorage.setItem(buildKey(userId), JSON.stringify(list))
  } catch {
    // A full or forbidden storage: the list stays as it is.
  }
}
