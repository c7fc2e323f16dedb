import { sql } from 'kysely'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { isStorable, storableText } from '#runtime/kernel/text/text.ts'
import { formatDateTime } from '#runtime/kernel/time.ts'
import { diffDocuments } from '#runtime/schema/changes/diff.ts'
import { migrate } from '#runtime/schema/versions.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import { currentTime } from '../../platform/store/clock.ts'
import type { Db, Trx } from '../../platform/store/database.ts'
import { ADVISORY_LOCKS } from '../../platform/store/queue/advisory-locks.ts'

const refuse = defineRefusals({ DESIGN_TEXT: '文档里有不能保存的字符，请重新输入这段文字：{text}' })

/** The designer's own draft of a document, and the document from which it was started. */
export interface Draft {
  /** Null: the document is new. */
  base: JsonObject | null
  body: JsonObject
  /** Another one after each change. */
  version: string
  updateTime: string
}

export interface DraftOwner {
  documentId: string
  userId: string
  realname: string
  updateTime: string
}

export interface Revision {
  revision: number
  note: string
  author: string
  createTime: string
}

const first = <Row>({ rows }: { rows: Row[] }): Row | null => rows[0] ?? null

export const readDraft = async (db: Db, id: string, userId: string): Promise<Draft | null> =>
  first(
    await sql<Draft>`
      select base, body, version, update_time as "updateTime" from sys_design_draft
      where document_id = ${id} and user_id = ${userId}`.execute(db),
  )

/** The drafts of one designer by the ids of their documents, the latest first. */
export const readDrafts = async (db: Db, userId: string): Promise<Map<string, Draft>> => {
  const { rows } = await sql<Draft & { id: string }>`
    select document_id as id, base, body, version, update_time as "updateTime" from sys_design_draft
    where user_id = ${userId} order by update_time desc`.execute(db)
  return new Map(rows.map(({ id, ...draft }) => [id, draft]))
}

/** The drafts of all designers, without their contents, which are private. */
export const readDraftOwners = async (db: Db): Promise<DraftOwner[]> =>
  (
    await sql<DraftOwner>`
      select d.document_id as "documentId", d.user_id as "userId", u.realname, d.update_time as "updateTime"
      from sys_design_draft d join sys_user u on u.id = d.user_id order by d.update_time desc`.execute(db)
  ).rows

/** The drafts of all designers that contain a word. */
export const readDraftBodies = async (
  db: Db,
  word: string,
): Promise<(Pick<Draft, 'base' | 'body'> & { id: string; userId: string })[]> =>
  (
    await sql<Pick<Draft, 'base' | 'body'> & { id: string; userId: string }>`
      select document_id as id, user_id as "userId", base, body from sys_design_draft
      where strpos(body::text, ${word}) > 0 or strpos(coalesce(base::text, ''), ${word}) > 0
      order by document_id, user_id`.execute(db)
  ).rows

/** The first text in a draft that the database cannot store. */
function unstorableText(draft: Pick<Draft, 'base' | 'body'>): string | undefined {
  let found: string | undefined
  JSON.stringify(draft, (key, value) => {
    for (const text of [key, value])
      if (found === undefined && typeof text === 'string' && !isStorable(text)) found = text
    return value
  })
  return found
}

/**
 * Which draft a request of a page changes, so that no page overwrites what another page of the user stored. A request
 * without it changes any.
 */
export interface DraftStep {
  /** The version that the page knows; null where it knows of no draft. */
  previous?: string | null
  /** The name of the new version; without it the server gives one. */
  version?: string
}

/** False when the draft is another one than the request knows; nothing is stored then. */
export async function storeDraft(
  db: Db,
  id: string,
  userId: string,
  { base, body }: Pick<Draft, 'base' | 'body'>,
  { previous, version }: DraftStep = {},
): Promise<boolean> {
  const text = unstorableText({ base, body })
  if (text !== undefined) throw refuse('DESIGN_TEXT', { values: { text: storableText(text).slice(0, 40) } })
  const next = sql`coalesce(${version ?? null}, gen_random_uuid()::text)`
  // A page of the former program, and a text that was pasted, may have words of a past format.
  const [baseText, bodyText] = [base, body].map(
    (document) => document && JSON.stringify(migrate(document).document),
  )
  const written =
    typeof previous === 'string'
      ? sql`
        update sys_design_draft
        set base = ${baseText}::json, body = ${bodyText}::json, version = ${next}, update_time = now()
        where document_id = ${id} and user_id = ${userId} and version = ${previous} returning 1`
      : sql`
        insert into sys_design_draft as d (document_id, user_id, base, body, version)
        values (${id}, ${userId}, ${baseText}::json, ${bodyText}::json, ${next})
        on conflict (document_id, user_id) do update
        set base = excluded.base, body = excluded.body, version = excluded.version, update_time = now()
        where ${previous === undefined} returning 1`
  return (await written.execute(db)).rows.length > 0
}

/** False when there is no such draft. */
export async function removeDraft(
  db: Db,
  id: string,
  userId: string,
  { previous }: Pick<DraftStep, 'previous'> = {},
): Promise<boolean> {
  const isKnown = previous === undefined ? sql`true` : sql`version = ${previous}`
  const { rows } = await sql`
    delete from sys_design_draft where document_id = ${id} and user_id = ${userId} and ${isKnown}
    returning 1`.execute(db)
  return rows.length > 0
}

/** The drafts of others of a document that is removed stay: they are of a new document then. */
export async function detachDrafts(db: Db, id: string): Promise<void> {
  await sql`
    update sys_design_draft set base = null, version = gen_random_uuid()::text, update_time = now()
    where document_id = ${id}`.execute(db)
}

/** The revisions of a document, the latest first. */
export const readRevisions = async (db: Db, id: string): Promise<Revision[]> =>
  (
    await sql<Revision>`
      select r.revision, r.note, coalesce(u.realname, r.create_by) as author, r.create_time as "createTime"
      from sys_design_revision r left join sys_user u on u.username = r.create_by
      where r.document_id = ${id} order by r.revision desc`.execute(db)
  ).rows

export const readRevision = async (db: Db, id: string, revision: number): Promise<JsonObject | null> =>
  first(
    await sql<{ body: JsonObject }>`
      select body from sys_design_revision where document_id = ${id} and revision = ${revision}`.execute(db),
  )?.body ?? null

/** The documents of a revision and of all later ones; none where there is no such revision. */
export const readStates = async (db: Db, id: string, revision: number): Promise<JsonObject[]> =>
  (
    await sql<{ body: JsonObject }>`
      select body from sys_design_revision where document_id = ${id} and revision >= ${revision}
        and exists (select 1 from sys_design_revision where document_id = ${id} and revision = ${revision})
      order by revision`.execute(db)
  ).rows.map(({ body }) => body)

/** Grows with each release. */
export const countReleases = async (db: Db): Promise<number> =>
  first(await sql<{ count: number }>`select count(*)::integer as count from sys_design_revision`.execute(db))
    ?.count ?? 0

/** The documents of the latest revisions with their authors, the latest first. */
export const readAuthors = async (
  db: Db,
  id: string,
): Promise<{ body: JsonObject; username: string; realname: string }[]> =>
  (
    await sql<{ body: JsonObject; username: string; realname: string }>`
      select r.body, r.create_by as username, coalesce(u.realname, r.create_by) as realname
      from sys_design_revision r left join sys_user u on u.username = r.create_by
      where r.document_id = ${id} order by r.revision desc limit 50`.execute(db)
  ).rows

/** The number of the latest revision; 0 when the document has none. */
export const latestRevision = async (db: Db, id: string): Promise<number> =>
  Number(
    first(
      await sql<{ revision: number }>`
        select max(revision) as revision from sys_design_revision where document_id = ${id}`.execute(db),
    )?.revision ?? 0,
  )

/** Those of the ids whose documents have a revision. */
export const findRevised = async (db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ id: string }>`
    select distinct document_id as id from sys_design_revision where document_id = any(${ids}::text[])`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

/** The released document that a client read as `revision`, where others released since; else null. */
export const readOlder = async (db: Db, id: string, revision: number): Promise<JsonObject | null> =>
  revision < (await latestRevision(db, id)) ? readRevision(db, id, revision) : null

/** Lets the releases of all designers follow each other, until the end of the transaction. */
export const lockReleases = (trx: Trx) =>
  sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.release})`.execute(trx)

export interface NewRevision {
  /** The id of the document. */
  id: string
  body: JsonObject
  /** The document of its file; null without one. */
  shipped: JsonObject | null
  note: string
  author: string
}

/**
 * Stores released documents as their next revisions, whose numbers it returns by the ids: as changes of `shipped` where a
 * file has it, else as a whole. Without changes the file alone is served again. Their time is of the same clock as the times
 * of the versions of records.
 */
export async function storeRevisions(
  db: Db,
  revisions: readonly NewRevision[],
): Promise<ReadonlyMap<string, number>> {
  if (revisions.length === 0) return new Map()
  const { rows } = await sql<{ id: string; revision: number }>`
    insert into sys_design_revision (document_id, revision, body, note, create_by, create_time)
    select n.id, 1 + coalesce((select max(revision) from sys_design_revision where document_id = n.id), 0), n.body,
      n.note, n.author, ${formatDateTime(currentTime())}::timestamp
    from json_to_recordset(${JSON.stringify(revisions)}::json) as n(id text, body json, note text, author text)
    returning document_id as id, revision`.execute(db)
  const numbers = new Map(rows.map(({ id, revision }) => [id, revision]))
  const designed = revisions.flatMap(({ id, body, shipped }) => {
    const changes = shipped && diffDocuments(shipped, body)
    if (changes?.length === 0) return []
    return { id, body: changes ? null : body, changes, revision: numbers.get(id) }
  })
  const ids = new Set(designed.map(({ id }) => id))
  const undesigned = revisions.flatMap(({ id }) => (ids.has(id) ? [] : [id]))
  if (undesigned.length > 0)
    await sql`delete from sys_design_document where id = any(${undesigned}::text[])`.execute(db)
  await sql`
    insert into sys_design_document (id, body, changes, revision)
    select id, body, changes, revision
    from json_to_recordset(${JSON.stringify(designed)}::json) as n(id text, body json, changes json, revision integer)
    on conflict (id) do update set body = excluded.body, changes = excluded.changes, revision = excluded.revision,
      update_time = now()`.execute(db)
  return numbers
}

export const isDesigned = async (db: Db, id: string): Promise<boolean> =>
  (await sql`select 1 from sys_design_document where id = ${id}`.execute(db)).rows.length > 0

export async function removeDesigned(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`delete from sys_design_document where id = ${id} returning 1`.execute(db)
  return rows.length > 0
}
