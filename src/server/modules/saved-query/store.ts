import { sql } from 'kysely'
import type { MatchType } from '#runtime/rules/advanced-query/model.ts'
import type { SessionUser } from '../../platform/http/requests/user.ts'
import type { Db, Trx } from '../../platform/store/database.ts'
import type { ViewSettings } from './shape.ts'

export type Visibility = 'private' | 'depart' | 'public'

/** A saved query as its readers get it. */
export interface SavedQuery {
  id: string
  title: string
  matchType: MatchType
  records: unknown[]
  /** Null for a query that says nothing about the display of the list. */
  settings: ViewSettings | null
  visibility: Visibility
  owner: string
  isOwn: boolean
  isDefault: boolean
}

export interface NewQuery {
  title: string
  matchType: MatchType
  records: readonly unknown[]
  settings?: ViewSettings
  visibility: Visibility
}

/** A department's queries are for the department and those below it, whose codes begin with its code. */
const isVisible = ({ id, orgCode }: SessionUser) => sql`(q.user_id = ${id} or q.visibility = 'public'
  or (q.visibility = 'depart' and starts_with(${orgCode}, q.org_code)))`

/** The queries of a list that the user may see: in the order of the user, then own ones first, then by title. */
export const findQueries = async (db: Db, screen: string, user: SessionUser): Promise<SavedQuery[]> =>
  (
    await sql<SavedQuery>`
      select q.id, q.title, q.match_type as "matchType", q.records, q.settings, q.visibility, u.realname as owner,
        q.user_id = ${user.id} as "isOwn", d.query_id is not null as "isDefault"
      from sys_saved_query q join sys_user u on u.id = q.user_id
      left join sys_saved_query_default d on d.query_id = q.id and d.user_id = ${user.id}
      left join sys_saved_query_order o on o.user_id = ${user.id} and o.screen = q.screen
      where q.screen = ${screen} and ${isVisible(user)}
      order by array_position(o.ids, q.id) nulls last, q.user_id <> ${user.id}, q.title, q.id`.execute(db)
  ).rows

/** Counts the queries of a user for a list, which are added one after another from then on until the transaction ends. */
export const countOwn = async (trx: Trx, screen: string, user: SessionUser): Promise<number> => {
  await sql`select pg_advisory_xact_lock(hashtext(${`saved queries ${user.id} ${screen}`}))`.execute(trx)
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from sys_saved_query where screen = ${screen} and user_id = ${user.id}`.execute(trx)
  return Number(rows[0]?.n ?? 0)
}

/** Stores a query and returns its id; undefined when the user has one of this title and it may not be replaced. */
export async function storeQuery(
  db: Db,
  id: string,
  screen: string,
  user: SessionUser,
  { title, matchType, records, settings, visibility }: NewQuery,
  replaces: boolean,
): Promise<string | undefined> {
  const conflict = replaces
    ? sql`do update set match_type = excluded.match_type, records = excluded.records, settings = excluded.settings,
        visibility = excluded.visibility, org_code = excluded.org_code, update_time = now()`
    : sql`do nothing`
  const { rows } = await sql<{ id: string }>`
    insert into sys_saved_query (id, screen, title, match_type, records, settings, visibility, org_code, user_id)
    values (${id}, ${screen}, ${title}, ${matchType}, ${JSON.stringify(records)}::jsonb,
      ${settings ? JSON.stringify(settings) : null}::jsonb, ${visibility}, ${user.orgCode}, ${user.id})
    on conflict (screen, user_id, title) ${conflict} returning id`.execute(db)
  return rows[0]?.id
}

/** Who changes a query of a list: its owner, and with `anyPublic` the user any public one. */
export interface Editor {
  screen: string
  user: SessionUser
  anyPublic: boolean
}

const isChangeable = ({ screen, user, anyPublic }: Editor, id: string) => sql`(q.id = ${id}
  and q.screen = ${screen} and (q.user_id = ${user.id} or (q.visibility = 'public' and ${anyPublic})))`

/** Removes a query; false when the user may change none of this id. */
export async function removeQuery(db: Db, editor: Editor, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from sys_saved_query q where ${isChangeable(editor, id)} returning 1`.execute(db)
  return rows.length > 0
}

/** Gives a query another content; its title, its owner and who sees it stay. False when the user may change none of this id. */
export async function updateQuery(
  db: Db,
  editor: Editor,
  id: string,
  { matchType, records, settings }: Pick<NewQuery, 'matchType' | 'records' | 'settings'>,
): Promise<boolean> {
  const { rows } = await sql`
    update sys_saved_query q set match_type = ${matchType}, records = ${JSON.stringify(records)}::jsonb,
      settings = ${settings ? JSON.stringify(settings) : null}::jsonb, update_time = now()
    where ${isChangeable(editor, id)} returning 1`.execute(db)
  return rows.length > 0
}

/** Sets or removes the user's default query of a list; false when the user sees no such query. */
export async function setDefault(
  db: Db,
  screen: string,
  user: SessionUser,
  id: string | null,
): Promise<boolean> {
  await sql`delete from sys_saved_query_default where user_id = ${user.id} and screen = ${screen}`.execute(db)
  if (id === null) return true
  const { rows } = await sql`
    insert into sys_saved_query_default (user_id, screen, query_id)
    select ${user.id}, q.screen, q.id from sys_saved_query q
    where q.id = ${id} and q.screen = ${screen} and ${isVisible(user)} returning 1`.execute(db)
  return rows.length > 0
}

/**
 * Gives a query another title: `taken` when another one of its owner has it, `missing` when the user may change none of this
 * id.
 */
export async function renameQuery(
  db: Db,
  editor: Editor,
  { id, title }: { id: string; title: string },
): Promise<'renamed' | 'taken' | 'missing'> {
  const { rows } = await sql<{ isTaken: boolean }>`
    select exists (select 1 from sys_saved_query other where other.screen = q.screen and other.user_id = q.user_id
      and other.title = ${title} and other.id <> q.id) as "isTaken"
    from sys_saved_query q where ${isChangeable(editor, id)}`.execute(db)
  const [found] = rows
  if (!found) return 'missing'
  if (found.isTaken) return 'taken'
  await sql`update sys_saved_query set title = ${title}, update_time = now() where id = ${id}`.execute(db)
  return 'renamed'
}

/** Stores the order of the views of a list for the user. */
export const storeOrder = (db: Db, screen: string, user: SessionUser, ids: readonly string[]) =>
  sql`insert into sys_saved_query_order (user_id, screen, ids) values (${user.id}, ${screen}, ${[...ids]}::text[])
    on conflict (user_id, screen) do update set ids = excluded.ids`.execute(db)
