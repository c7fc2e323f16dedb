import { sql } from 'kysely'
import { fieldValues } from '#runtime/fields/values.ts'
import type { ChainRecord } from '#runtime/record/record-chain.ts'
import { amountField } from '#runtime/schema/amount-field.ts'
import { findNameKey } from '#runtime/schema/names/record-name.ts'
import { listCode } from '../../documents/kinds/list.ts'
import type { Caller } from '../caller.ts'
import { fromSource, fromTarget, listFrom, listInto, type OpenedFollowUp } from '../follow-up/follow-ups.ts'
import { and } from '../query/condition.ts'
import { isLive } from '../query/list.ts'
import { readHeads, type Values, visibleTo } from '../read/record.ts'
import { recordPath } from '../read/record-links.ts'
import { fieldText } from '../read/record-texts.ts'
import { addTexts } from '../read/wire.ts'
import { notFound } from '../refuse.ts'
import { isReadable, needColumn, type Resource } from '../resource.ts'
import type { ReadServices } from '../services.ts'

/** Records of a chain that an answer names. */
const MAX_RECORDS = 100

interface Found {
  resource: Resource
  ids: Set<string>
  step: number
}

type ChainServices = Pick<ReadServices, 'db' | 'documents' | 'dictionaries'>

/** The ids of the readable records that follow from these, or from which these follow. */
async function readNext(
  { db }: ChainServices,
  caller: Caller,
  entry: OpenedFollowUp,
  ids: readonly string[],
  isOnward: boolean,
): Promise<string[]> {
  const { source, target, targetRows, followUp } = entry
  const next = isOnward ? target : source
  if (!caller.can(listCode(next.screen))) return []
  const link = sql.ref(`d.${needColumn(targetRows.columns, followUp.rows.link).name}`)
  const rows = isOnward
    ? sql`${link} in (select d.id from ${fromSource(entry)} where t.id = any(${ids}))`
    : sql`d.id in (select ${link} from ${fromTarget(entry)} where t.id = any(${ids}))`
  const found = await sql<{ id: string }>`
    select distinct t.id from ${isOnward ? fromTarget(entry) : fromSource(entry)}
    where ${and([rows, ...isLive(next), ...caller.rules(next)])} order by t.id limit ${MAX_RECORDS}`.execute(
    db.app,
  )
  return found.rows.map(({ id }) => id)
}

/** Adds what follows from the records of a level, or what these follow from, level by level. */
async function walk(
  services: ChainServices,
  caller: Caller,
  start: Found,
  isOnward: boolean,
  found: Found[],
): Promise<void> {
  const waiting = [start]
  for (let level = waiting.shift(); level; level = waiting.shift()) {
    const { resource, ids, step } = level
    const entries = isOnward ? listFrom(services.documents, resource) : listInto(services.documents, resource)
    for (const entry of entries) {
      const next = isOnward ? entry.target : entry.source
      const present = new Set(
        found.filter((other) => other.resource.table === next.table).flatMap((other) => [...other.ids]),
      )
      const fresh = (await readNext(services, caller, entry, [...ids], isOnward)).filter(
        (id) => !present.has(id),
      )
      const count = found.reduce((sum, other) => sum + other.ids.size, 0)
      if (fresh.length === 0 || count >= MAX_RECORDS) continue
      const level = {
        resource: next,
        ids: new Set(fresh.slice(0, MAX_RECORDS - count)),
        step: step + (isOnward ? 1 : -1),
      }
      found.push(level)
      waiting.push(level)
    }
  }
}

/** The first records from which a record follows, and all that follow from these, as far as the caller may list them. */
export async function readChain(
  services: ChainServices,
  resource: Resource,
  caller: Caller,
  id: string,
): Promise<ChainRecord[]> {
  const [head] = await readHeads(services.db.app, resource, [id], caller.rules(resource))
  if (!head) throw notFound()
  const found: Found[] = [{ resource, ids: new Set([id]), step: 0 }]
  const [start] = found as [Found]
  await walk(services, caller, start, false, found)
  for (const level of [...found].sort((a, b) => a.step - b.step))
    await walk(services, caller, level, true, found)
  const chain: ChainRecord[] = []
  for (const level of found) chain.push(...(await describeLevel(services, caller, level, id)))
  const first = Math.min(...chain.map(({ step }) => step))
  return chain
    .map((record) => ({ ...record, step: record.step - first }))
    .sort((a, b) => a.step - b.step || a.title.localeCompare(b.title) || a.name.localeCompare(b.name))
}

async function describeLevel(
  { db, dictionaries }: ChainServices,
  caller: Caller,
  { resource, ids, step }: Found,
  self: string,
): Promise<ChainRecord[]> {
  const { screen, columns } = resource
  const heads = await readHeads(db.app, resource, [...ids], caller.rules(resource))
  const records = heads.map((head): Values => visibleTo(resource, head, caller.can))
  await addTexts(records, columns.values(), dictionaries)
  const readable = screen.fields.filter((field) => isReadable(field, caller.can))
  const state = readable.find(({ key }) => key === screen.flow?.field)
  const amount = amountField(readable)
  const nameKey = findNameKey(screen, fieldValues)
  return records.map((record) => {
    const value = state && String(record[state.key] ?? '')
    return {
      id: String(record.id),
      screen: screen.id,
      title: screen.title,
      name: String(record[nameKey ?? 'id'] ?? '') || screen.title,
      step,
      isSelf: record.id === self,
      state: state ? fieldText(state, record) : '',
      color: value === undefined ? undefined : state?.tag?.[value],
      amount: amount ? fieldText(amount, record) : '',
      path: recordPath(screen, String(record.id), caller.can),
    }
  })
}
