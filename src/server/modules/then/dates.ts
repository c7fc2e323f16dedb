import { sql } from 'kysely'
import { fieldValues } from '#runtime/fields/values.ts'
import { formatDate } from '#runtime/kernel/time.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import { consequenceNames, type Then } from '#runtime/schema/kinds/screen/then/shapes.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'
import { tenantColumn } from '../../documents/plan/tables.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { currentTime } from '../../platform/store/clock.ts'
import type { Trx } from '../../platform/store/database.ts'
import { and } from '../../records/query/condition.ts'
import { isLive } from '../../records/query/list.ts'
import { readHead, type Values, withDetails } from '../../records/read/record.ts'
import type { RecordTransaction } from '../../records/record-transaction.ts'
import { getResource, needColumn, type Resource } from '../../records/resource.ts'
import type { RecordServices } from '../../records/services.ts'
import { systemAuthor } from '../../records/then/author.ts'
import { runEntry } from '../../records/then/run-then.ts'
import { writeRecords } from '../../records/transaction.ts'

type DateServices = RecordServices & Pick<PlatformServices, 'log'>

const DAY = 24 * 3_600_000
/** Days that were missed, because no server ran or a record refused, and are made up. */
const CATCH_UP_DAYS = 7
/** Records of one look. */
const BATCH = 500

/** An entry of a screen about a day. */
interface Dated {
  resource: Resource
  entry: Then & { field: string }
  /** Names the entry while its field, days and deed stay: the others of the document may move. */
  key: string
}

const isDated = (entry: Then): entry is Dated['entry'] => entry.on === 'date' && entry.field !== undefined

/** The entries of all screens; those of an overlay are its base's, over the same table. */
function listDated({ documents }: Pick<RecordServices, 'documents'>): Dated[] {
  return documents.entries().flatMap(({ document, documentHash, overlay }) => {
    const screen = overlay ? null : (asDocumentWith(document, 'hasTable') as StoredScreen | null)
    const entries = screen?.then?.filter(isDated) ?? []
    if (!screen || entries.length === 0) return []
    const resource = getResource(screen, documentHash, fieldValues)
    const keys = entries.map(
      (entry) => `${entry.field} ${entry.days ?? 0} ${consequenceNames.find((name) => entry[name])}`,
    )
    return entries.map((entry, at) => {
      const place = keys.slice(0, at).filter((key) => key === keys[at]).length
      return { resource, entry, key: `${keys[at]} ${place}` }
    })
  })
}

const formatDays = (title: string, days: number): string =>
  days === 0 ? `${title}当天` : `${title}${days > 0 ? '前' : '后'} ${Math.abs(days)} 天`

/** The records whose day has come and which the entry has not met, by the value of their field. */
async function findDue(
  { db }: Pick<DateServices, 'db'>,
  { resource, entry, key }: Dated,
  today: string,
  after: string,
): Promise<{ id: string; day: string; tenant: number }[]> {
  const { ref } = needColumn(resource.columns, entry.field)
  const due = sql`${ref}::date - ${entry.days ?? 0}::int`
  const tenant = resource.isTenantBound ? sql.ref(`t.${tenantColumn}`) : sql`0`
  const { rows } = await sql<{ id: string; day: string; tenant: number }>`
    select t.id, ${ref}::text as day, ${tenant} as tenant from ${sql.id(resource.table)} as t
    where ${and([sql`${due} between ${today}::date - ${CATCH_UP_DAYS}::int and ${today}::date`, ...isLive(resource)])}
      and t.id > ${after} and not exists (
        select 1 from sys_then_date d where d.data_table = ${resource.table} and d.data_id = t.id
          and d.entry = ${key} and d.day = ${ref}::text)
    order by t.id limit ${BATCH}`.execute(db.app)
  return rows
}

/** Whether a locked record still has the day: it may have been moved since the records were listed. */
async function hasDay(trx: Trx, { resource, entry }: Dated, id: string, day: string): Promise<boolean> {
  const { ref } = needColumn(resource.columns, entry.field)
  const { rows } = await sql`
    select 1 from ${sql.id(resource.table)} as t where t.id = ${id} and ${ref}::text = ${day}`.execute(trx)
  return rows.length > 0
}

/** Notes that an entry has met a record; false if another server did so first. */
async function take(trx: Trx, { resource, key }: Dated, id: string, day: string): Promise<boolean> {
  const { rows } = await sql`
    insert into sys_then_date (data_table, data_id, entry, day) values (${resource.table}, ${id}, ${key}, ${day})
    on conflict do nothing returning 1`.execute(trx)
  return rows.length > 0
}

/** What one entry does with a locked record. */
async function runWith(
  transaction: RecordTransaction,
  { resource, entry }: Dated,
  head: Values,
  tenant: number,
): Promise<void> {
  const field = resource.screen.fields.find(({ key }) => key === entry.field)
  await runEntry(transaction, entry, {
    change: 'date',
    title: formatDays(field ? getTitle(field) : entry.field, entry.days ?? 0),
    resource,
    id: String(head.id),
    record: await withDetails(transaction.trx, resource, head),
    before: null,
    by: {
      ...systemAuthor,
      orgCode: String(head.sysOrgCode ?? ''),
      ...(resource.isTenantBound && { tenantId: tenant }),
    },
  })
}

const runOne = (
  services: DateServices,
  found: Dated,
  { id, day, tenant }: { id: string; day: string; tenant: number },
): Promise<boolean> =>
  writeRecords(services, async (transaction) => {
    const { trx } = transaction
    const head = await readHead(trx, found.resource, id, [], true)
    if (!head || !(await hasDay(trx, found, id, day)) || !(await take(trx, found, id, day))) return false
    await runWith(transaction, found, head, Number(tenant))
    return true
  })

/**
 * Carries out the entries of a screen about a day with one record, whatever the day, and notes nothing: for a trial. Returns
 * what failed, by the indexes of the entries.
 */
export async function tryDated(
  services: RecordServices,
  screen: string,
  id: string,
): Promise<{ at: number; error: unknown }[]> {
  const failures: { at: number; error: unknown }[] = []
  for (const found of listDated(services).filter(({ resource }) => resource.screen.id === screen))
    try {
      await writeRecords(services, async (transaction) => {
        const head = await readHead(transaction.trx, found.resource, id, [], true)
        if (head) await runWith(transaction, found, head, 0)
      })
    } catch (error) {
      failures.push({ at: found.resource.screen.then?.indexOf(found.entry) ?? 0, error })
    }
  return failures
}

/** Carries out the entries about a day that are due, each record in a transaction of its own; returns their number. */
export async function runDue(services: DateServices, today: string, signal?: AbortSignal): Promise<number> {
  let count = 0
  for (const found of listDated(services))
    for (let after = '', isMore = true; isMore && !signal?.aborted; ) {
      const records = await findDue(services, found, today, after)
      for (const record of records) {
        if (signal?.aborted) break
        try {
          if (await runOne(services, found, record)) count += 1
        } catch (error) {
          // It is tried again on the next days.
          const { id: screen } = found.resource.screen
          services.log.warn({ err: error, screen, record: record.id }, 'an entry about a day was refused')
        }
      }
      after = records.at(-1)?.id ?? after
      isMore = records.length === BATCH
    }
  return count
}

export const dateJob: Job<DateServices> = {
  name: 'run-dated',
  // 06:10 in China.
  schedule: '10 22 * * *',
  catchUp: DAY,
  run: async (services, signal) => void (await runDue(services, formatDate(currentTime()), signal)),
}
