import { fieldValues } from '#runtime/fields/values.ts'
import type { DocumentRegistry } from '../documents/library/registry.ts'
import type { Authenticator } from '../platform/services.ts'
import type { Trx } from '../platform/store/database.ts'
import type { Effects } from './effects/effects.ts'
import type { RecordHooks } from './effects/hooks.ts'
import type { RecordEvent } from './events.ts'
import { getResource } from './resource.ts'
import type { RecordServices } from './services.ts'
import { checkLimits } from './write/limits.ts'
import { keepRollups } from './write/rollups.ts'

/** A transaction that changes records. */
export interface RecordTransaction {
  trx: Trx
  documents: Pick<DocumentRegistry, 'entries' | 'screen'>
  effects: Effects
  hooks: RecordHooks
  /** Compares the rights of two users. */
  sessions: Pick<Authenticator, 'excess'>
  /** Sends a message to every instance at the commit. */
  notify(channel: string, payload: string): Promise<void>
  /** Publishes the event after the commit. */
  publish(event: RecordEvent): void
  /** Stores the version of a change that is part of another record's operation, and is not published. */
  keepVersion(change: RecordEvent): void
  /** Keeps the roll-ups and checks the limits of the records published since the last call. The commit does it too; an import does it for each group. */
  settle(): Promise<void>
  /** Texts of hooks for the result of an import. */
  notes: string[]
}

/** Runs the work in one transaction, then publishes its events. After a deadlock the work runs a second time. */
export async function writeRecords<T>(
  {
    db,
    documents,
    effects,
    hooks,
    sessions,
    events,
    versions,
  }: Pick<RecordServices, 'db' | 'documents' | 'effects' | 'hooks' | 'sessions' | 'events' | 'versions'>,
  work: (transaction: RecordTransaction) => Promise<T>,
): Promise<T> {
  let published: RecordEvent[] = []
  const result = await db.write(async (trx) => {
    published = []
    const others: RecordEvent[] = []
    let unsettled: RecordEvent[] = []
    const settle = async () => {
      const changed = new Map<string, Set<string>>()
      for (const { type, screen, id } of unsettled)
        if (type !== 'record.removed') changed.set(screen, (changed.get(screen) ?? new Set()).add(id))
      const events = unsettled
      unsettled = []
      await keepRollups(trx, documents, events)
      for (const [screen, ids] of changed) {
        const entry = documents.screen(screen)
        if (!entry) continue
        await checkLimits(trx, getResource(entry.document, entry.documentHash, fieldValues), [...ids])
      }
    }
    const done = await work({
      trx,
      documents,
      effects,
      hooks,
      sessions,
      notify: (channel, payload) => db.notify(channel, payload, trx),
      publish(event) {
        published.push(event)
        unsettled.push(event)
      },
      keepVersion(change) {
        others.push(change)
        unsettled.push(change)
      },
      settle,
      notes: [],
    })
    await settle()
    await versions.write(trx, [...published, ...others])
    return done
  })
  await events.publish(published)
  return result
}
