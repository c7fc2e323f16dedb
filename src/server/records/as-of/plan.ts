import { sql } from 'kysely'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { sameValue } from '#runtime/record/changes/delta.ts'
import type { Column } from '../../documents/plan/column.ts'
import type { Db } from '../../platform/store/database.ts'
import { readHeads, type Values, withAllDetails } from '../read/record.ts'
import type { DetailResource, Resource } from '../resource.ts'
import { readStates } from './states.ts'

/** A record that is not as it was. */
export interface Difference {
  id: string
  /** The values at the moment. */
  then: JsonObject
  /** The stored record; null where its row is gone. */
  stored: Values | null
  /** The record is listed today. */
  isLive: boolean
  /** The fields that have other values today. */
  keys: string[]
}

export interface Plan {
  /** Removed since the moment. */
  removed: Difference[]
  /** Changed since the moment. */
  changed: Difference[]
  /** Those that would need a move which posts or has an effect, or whose tenant is not in the history. */
  refused: { id: string; reason: string }[]
  /** The numbers of records that are as they were, and of those that were added since. */
  same: number
  added: number
}

/** The columns whose values the versions have, without those that follow from other records. */
const listKept = (columns: ReadonlyMap<string, Column>): Column[] =>
  [...columns.values()].filter(
    ({ field, isNative }) =>
      field !== null && !field.writeOnly && !isNative && !('rollup' in field) && !('follow' in field),
  )

/** The values that a record or a row gets back. */
export const pickKept = (columns: ReadonlyMap<string, Column>, then: JsonObject): JsonObject =>
  Object.fromEntries(listKept(columns).flatMap(({ key }) => (key in then ? [[key, then[key]]] : [])))

const differs = (columns: ReadonlyMap<string, Column>, then: JsonObject, now: Values): string[] =>
  Object.entries(pickKept(columns, then)).flatMap(([key, value]) => (sameValue(value, now[key]) ? [] : [key]))

export const readRowsThen = (then: JsonObject, { key }: Pick<DetailResource, 'key'>): JsonObject[] | null => {
  const rows = then[key]
  return Array.isArray(rows) ? rows.filter(isJsonObject) : null
}

/** The details that are saved with their record; the versions have no others. */
export const listDetails = ({ details }: Resource): DetailResource[] =>
  details.filter(({ field }) => !field.own)

function areRowsDifferent(detail: DetailResource, then: JsonObject, now: Values): boolean {
  const before = readRowsThen(then, detail)
  if (before === null) return false
  const after = now[detail.key] as Values[]
  return (
    before.length !== after.length ||
    before.some((row, at) => {
      const other = after[at]
      return !other || row.id !== other.id || differs(detail.columns, row, other).length > 0
    })
  )
}

const listDifferences = (resource: Resource, then: JsonObject, now: Values): string[] => [
  ...differs(resource.columns, then, now),
  ...listDetails(resource).flatMap((detail) => (areRowsDifferent(detail, then, now) ? [detail.key] : [])),
]

/** Why the record cannot get its values back; null where it can. */
function findObstacle(
  { screen, isTenantBound }: Resource,
  { then, stored, isLive }: Difference,
): string | null {
  if (!stored && isTenantBound) return 'its row is gone, and the history does not say its tenant'
  const { flow } = screen
  if (!flow?.moves.some(({ post, reverse, effect }) => post || reverse || effect)) return null
  const state = String(then[flow.field] ?? '')
  const present = isLive ? String(stored?.[flow.field] ?? '') : flow.initial
  if (state === present) return null
  return `its state was ${state}, and moves between ${state} and ${present} post or have effects: make them on the screen`
}

/** Compares the records of a screen with what they were at a moment; writes nothing. */
export async function buildPlan(db: Db, resource: Resource, time: string): Promise<Plan> {
  const plan: Plan = { removed: [], changed: [], refused: [], same: 0, added: 0 }
  for await (const states of readStates(db, resource.table, time)) {
    const ids = states.map(({ id }) => id)
    const heads = await readHeads(db, { ...resource, softDelete: false }, ids, [])
    const records = await withAllDetails(db, resource, heads)
    const byId = new Map(records.map((record) => [String(record.id), record]))
    const removed = resource.softDelete ? await listRemoved(db, resource, ids) : new Set()
    for (const { id, values: then } of states) {
      const stored = byId.get(id) ?? null
      const isLive = stored !== null && !removed.has(id)
      if (then === null) {
        if (isLive) plan.added += 1
        continue
      }
      const keys = stored ? listDifferences(resource, then, stored) : []
      if (isLive && keys.length === 0) {
        plan.same += 1
        continue
      }
      const difference = { id, then, stored, isLive, keys }
      const reason = findObstacle(resource, difference)
      if (reason !== null) plan.refused.push({ id, reason })
      else (isLive ? plan.changed : plan.removed).push(difference)
    }
  }
  return plan
}

async function listRemoved(db: Db, { table }: Resource, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.id(table)} where id = any(${ids}) and del_flag = 1`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
