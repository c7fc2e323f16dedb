import { fieldValues } from '#runtime/fields/values.ts'
import { currentTime } from '../platform/store/clock.ts'
import type { Trx } from '../platform/store/database.ts'
import { databaseFailure } from '../platform/store/failures.ts'
import { confirmFollowed } from './confirm-followed.ts'
import type { RecordEvent } from './events.ts'
import { checkTaken, readTaken } from './follow-up/take.ts'
import type { RecordTransaction } from './record-transaction.ts'
import { getResource } from './resource.ts'
import type { RecordServices } from './services.ts'
import { runThen } from './then/run-then.ts'
import { startCases } from './workflow/start-cases.ts'
import { keepFollowing } from './write/followed.ts'
import { checkLimits } from './write/limits.ts'
import { keepRollups } from './write/rollups.ts'

/** What writing records uses. */
export type WriteServices = Pick<
  RecordServices,
  | 'db'
  | 'documents'
  | 'effects'
  | 'hooks'
  | 'consequences'
  | 'dictionaries'
  | 'handlers'
  | 'sessions'
  | 'events'
  | 'versions'
>

/**
 * Runs the work in one transaction, then publishes its events. After a deadlock the work runs a second time. Where the database
 * ends before it has answered the commit, it is unknown whether there was one.
 */
export async function writeRecords<T>(
  {
    db,
    documents,
    effects,
    hooks,
    sessions,
    events,
    versions,
    consequences,
    dictionaries,
    handlers,
  }: WriteServices,
  work: (transaction: RecordTransaction) => Promise<T>,
): Promise<T> {
  let published: RecordEvent[] = []
  let isCommitting = false
  const write = async (trx: Trx): Promise<T> => {
    published = []
    isCommitting = false
    const others: RecordEvent[] = []
    let unsettled: RecordEvent[] = []
    const checkChanged = async (events: readonly RecordEvent[]) => {
      const changed = new Map<string, Set<string>>()
      for (const { type, screen, id } of events)
        if (type !== 'record.removed') changed.set(screen, (changed.get(screen) ?? new Set()).add(id))
      for (const [screen, ids] of changed) {
        const entry = documents.screen(screen)
        if (!entry) continue
        await checkLimits(trx, getResource(entry.document, entry.documentHash, fieldValues), [...ids])
      }
    }
    const settleOnce = async (depth: number) => {
      const events = unsettled
      unsettled = []
      const taken = await readTaken(trx, documents, events)
      await keepRollups(trx, documents, events)
      const by = events[0]?.by
      if (by) await checkTaken(trx, taken, { user: { orgCode: '', ...by }, now: currentTime(), mode: 'edit' })
      await checkChanged(events)
      await runThen(transaction, events, depth)
      await startCases(transaction, events)
    }
    const settle = async () => {
      for (let depth = 0; unsettled.length > 0; depth++) await settleOnce(depth)
    }
    const transaction: RecordTransaction = {
      trx,
      documents,
      effects,
      hooks,
      sessions,
      consequences,
      dictionaries,
      handlers,
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
      mark() {
        const lists = [published, others, transaction.notes, transaction.remaining]
        const lengths = lists.map(({ length }) => length)
        const waiting = [...unsettled]
        return () => {
          for (const [at, list] of lists.entries()) list.length = lengths[at] ?? 0
          unsettled = waiting
        }
      },
      keepFollowing: (target, ids, env) => keepFollowing(trx, documents, target, ids, env),
      notes: [],
      remaining: [],
    }
    const done = await work(transaction)
    await settle()
    const confirmed = await confirmFollowed(trx, documents, [...published, ...others])
    await keepRollups(trx, documents, confirmed)
    await checkChanged(confirmed)
    await versions.write(trx, [...published, ...others])
    isCommitting = true
    return done
  }
  const result = await db.write(write).catch(async (error: unknown) => {
    if (isCommitting && databaseFailure(error) === 'gone') await events.publish(published, true)
    throw error
  })
  await events.publish(published)
  return result
}
