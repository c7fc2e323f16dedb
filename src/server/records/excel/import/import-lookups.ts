import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import type { Field } from '#runtime/schema/types.ts'
import type { Caller } from '../../caller.ts'
import { lookupAccess } from '../../read/lookup-access.ts'
import { type LookupRequest, type PickerLookups, readLookup } from '../../read/picker-lookup.ts'
import type { ReadServices } from '../../services.ts'
import type { RowDraft, RowValues } from './import-drafts.ts'

/** Requests of one query. */
const BATCH = 500

export interface LookupServices extends Pick<ReadServices, 'db' | 'documents'> {
  lookups: PickerLookups
}

/** The lookup of a field after picking: the parameters with the keys of their values, and the keys that it fills. */
interface FieldLookup {
  lookup: string
  send: Readonly<Record<string, string>>
  fill: readonly string[]
}

function findLookup({ onPick }: Field): FieldLookup | null {
  if (!isJsonObject(onPick) || typeof onPick.lookup !== 'string' || !Array.isArray(onPick.fill)) return null
  const send = isJsonObject(onPick.send) ? onPick.send : {}
  return {
    lookup: onPick.lookup,
    send: Object.fromEntries(Object.entries(send).map(([name, key]) => [name, String(key)])),
    fill: onPick.fill.map(String),
  }
}

/** The request of a row; null where one of its values is missing. */
function buildRequest(send: FieldLookup['send'], row: RowValues): LookupRequest | null {
  const texts = Object.entries(send).map(([name, key]) => [name, row[key]] as const)
  return texts.length > 0 && texts.every(([, text]) => typeof text === 'string' && text !== '')
    ? (Object.fromEntries(texts) as LookupRequest)
    : null
}

async function requestAnswers(
  services: LookupServices,
  name: string,
  requests: ReadonlyMap<string, LookupRequest>,
  user: Caller['user'],
): Promise<Map<string, JsonObject>> {
  const answers = new Map<string, JsonObject>()
  const all = [...requests]
  for (let at = 0; at < all.length; at += BATCH) {
    const batch = all.slice(at, at + BATCH)
    const found = await readLookup(
      services,
      services.lookups.get(name),
      batch.map(([, request]) => request),
      user,
    )
    for (const [index, [key]] of batch.entries()) answers.set(key, found[index] ?? {})
  }
  return answers
}

/**
 * Adds to `fills` the values that choosing the records by hand looks up (`onPick`), for the rows that name a record: one
 * query for many rows. None for a user who may not request the lookup.
 */
export async function addLookedUp(
  services: LookupServices,
  { user, can }: Pick<Caller, 'user' | 'can'>,
  field: Field,
  picked: readonly { row: RowDraft; read: RowValues }[],
  writable: ReadonlySet<string>,
  fills: Map<RowDraft, RowValues>,
): Promise<void> {
  const wanted = findLookup(field)
  if (!wanted || picked.length === 0 || !can(lookupAccess(services, wanted.lookup)({ user }))) return
  const requests = new Map<string, LookupRequest>()
  const keys = new Map<RowDraft, string>()
  for (const { row, read } of picked) {
    const request = buildRequest(wanted.send, read)
    if (!request) continue
    const key = JSON.stringify(request)
    requests.set(key, request)
    keys.set(row, key)
  }
  const answers = await requestAnswers(services, wanted.lookup, requests, user)
  for (const [row, key] of keys) {
    const answer = answers.get(key) ?? {}
    const filled = wanted.fill.flatMap((name) =>
      writable.has(name) && name in answer ? [[name, answer[name]] as const] : [],
    )
    fills.set(row, { ...fills.get(row), ...Object.fromEntries(filled) })
  }
}
