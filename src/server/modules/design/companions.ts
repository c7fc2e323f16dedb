import { sql } from 'kysely'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { kindPlans } from '#runtime/schema/kinds/plans.ts'
import type { Db } from '../../platform/store/database.ts'
import { readDrafts } from './store.ts'
import type { DocumentSource } from './tables/sources.ts'

/** A draft of a new dictionary or picker that is checked and released with the document that names it. */
export interface Companion {
  id: string
  body: JsonObject
}

/** The keywords by which a document names dictionaries and pickers. */
const namingKeys: ReadonlySet<string> = new Set(['dictCode', 'popupCode'])

/** The codes that a document names at any depth. */
function namedCodes(value: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const member of value) namedCodes(member, found)
  else if (isJsonObject(value))
    for (const [key, inner] of Object.entries(value)) {
      if (namingKeys.has(key) && typeof inner === 'string') found.add(inner)
      namedCodes(inner, found)
    }
  return found
}

/** The kinds of the documents that are released with the document that names them. */
const namedKinds = kindPlans.flatMap(({ name, isNamedByFields }) => (isNamedByFields ? [name] : []))

/**
 * The user's drafts of new dictionaries and pickers that a document names, directly or through one of them. A draft of a
 * document that is released already waits for a release of its own.
 */
export async function readCompanions(
  db: Db,
  sources: ReadonlyMap<string, DocumentSource>,
  { id, body }: Companion,
  userId: string,
): Promise<Companion[]> {
  const { rows } = await sql<Companion>`
    select document_id as id, body from sys_design_draft
    where user_id = ${userId} and document_id <> ${id} and base is null
      and body ->> 'kind' in (${sql.join(namedKinds)}) order by document_id`.execute(db)
  const drafts = rows.filter((draft) => !sources.has(draft.id))
  const companions: Companion[] = []
  const pending = [body]
  for (let named = pending.pop(); named; named = pending.pop()) {
    const codes = namedCodes(named)
    for (const draft of drafts)
      if (codes.has(String(draft.body.code)) && !companions.includes(draft)) {
        companions.push(draft)
        pending.push(draft.body)
      }
  }
  return companions
}

/**
 * The companions of a draft that no other draft of the user names: nothing uses them when the draft is discarded. They
 * were never released, so no released document names them.
 */
export async function readOwnCompanions(
  db: Db,
  sources: ReadonlyMap<string, DocumentSource>,
  draft: Companion,
  userId: string,
): Promise<Companion[]> {
  const companions = await readCompanions(db, sources, draft, userId)
  if (companions.length === 0) return []
  const gone = new Set([draft.id, ...companions.map(({ id }) => id)])
  const named = new Set<string>()
  for (const [id, { body }] of await readDrafts(db, userId))
    if (!gone.has(id))
      for (const companion of await readCompanions(db, sources, { id, body }, userId)) named.add(companion.id)
  return companions.filter(({ id }) => !named.has(id))
}
