import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../../platform/store/database.ts'
import { runAsServer } from '../../platform/store/requester.ts'
import type { RecordEvent, Subscriber } from '../events.ts'
import { recordRoom } from './sync-rooms.ts'

/** The channel of PostgreSQL for the rooms of open records. */
export const channel = 'table_sync'

interface NoticeServices {
  db: Pick<Database, 'app'>
  log: Pick<Logger, 'warn'>
}

const types = { 'record.saved': 'saved', 'record.moved': 'moved', 'record.removed': 'removed' } as const

const buildPayload = (event: RecordEvent): string => {
  const rev = event.type === 'record.saved' ? event.after.rev : undefined
  const notice = { type: types[event.type], rev, name: event.by.realname }
  return JSON.stringify({
    socketKey: recordRoom(event.screen, event.id),
    frame: 'record_notice',
    args: [notice],
  })
}

/** Tells the pages of all instances that something besides the records of a screen has changed, such as comments. */
export const announceChanges = (db: Pick<Database, 'notify'>): Promise<void> =>
  db.notify(channel, JSON.stringify({ changed: true }))

/**
 * Announces each committed save, move and deletion to the pages that have the record open. The records of one batch
 * are announced in one query, and no request waits for it.
 */
export function recordNotices(): Subscriber<NoticeServices>[] {
  let waiting: string[] = []
  const run = async (event: RecordEvent, { db, log }: NoticeServices) => {
    waiting.push(buildPayload(event))
    if (waiting.length > 1) return
    const send = () => {
      const payloads = waiting
      waiting = []
      sql`select pg_notify(${channel}, payload) from unnest(${payloads}::text[]) as payload`
        .execute(db.app)
        .catch((error: unknown) => log.warn({ err: error }, 'saved records could not be announced'))
    }
    // The saving page may disconnect before that.
    setImmediate(() => runAsServer(send))
  }
  return (Object.keys(types) as (keyof typeof types)[]).map((on) => ({ on, run }))
}
