import type { Logger } from 'pino'
import type { DocumentRegistry } from '../../documents/library/registry.ts'
import type { Database } from '../../platform/store/database.ts'
import { runAsServer } from '../../platform/store/requester.ts'
import type { RecordEvent, Subscriber } from '../../records/events.ts'
import { type Dictionaries, dictChannel } from './dictionaries.ts'

interface NoticeServices {
  db: Pick<Database, 'notify'>
  documents: Pick<DocumentRegistry, 'screen'>
  dictionaries: Pick<Dictionaries, 'codesOver'>
  log: Pick<Logger, 'warn'>
}

/** After a notice every page may read the dictionary again, so that a busy table has one notice in this time at most. */
const PAUSE_MS = 30_000

/**
 * Announces the dictionaries over the tables of saved and removed records. The first change is announced at once, and
 * those that follow within the pause together after it. No request waits for it.
 */
export function tableNotices(): Subscriber<NoticeServices>[] {
  /** The codes of the last notices, and whether their tables changed since. */
  const paused = new Map<string, boolean>()
  const announce = (code: string, { db, log }: Pick<NoticeServices, 'db' | 'log'>) => {
    paused.set(code, false)
    const endPause = () => {
      const isChanged = paused.get(code) === true
      paused.delete(code)
      if (isChanged) announce(code, { db, log })
    }
    setTimeout(endPause, PAUSE_MS).unref()
    runAsServer(() => db.notify(dictChannel, code)).catch((error: unknown) =>
      log.warn({ err: error, code }, 'changed dictionary could not be announced'),
    )
  }
  const run = async ({ screen }: RecordEvent, services: NoticeServices) => {
    const table = services.documents.screen(screen)?.document.table.name
    for (const code of table === undefined ? [] : services.dictionaries.codesOver(table))
      if (paused.has(code)) paused.set(code, true)
      else announce(code, services)
  }
  return [
    { on: 'record.saved', run },
    { on: 'record.removed', run },
  ]
}
