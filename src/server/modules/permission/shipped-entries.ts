import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../platform/store/database.ts'

/** Where an entry comes from: the pages of the application itself, a document, or an administrator. */
export type Origin = 'shell' | 'document' | 'manual'

type Flag = 'Y' | 'N'

/** The values of an entry that its document or the application declares, by column. */
interface ShippedValues {
  parent_id?: string
  name: string
  url?: string | null
  component?: string | null
  redirect?: string | null
  /** 0 and 1 menu entries, 2 a button. */
  menu_type: 0 | 1 | 2
  perms?: string | null
  perms_type?: string | null
  sort_no?: number
  icon?: string | null
  keep_alive?: Flag
  hidden?: Flag
}

export interface ShippedEntry extends ShippedValues {
  id: string
  origin: Exclude<Origin, 'manual'>
}

/** The columns of an entry with their types and the values of an entry that declares none. */
const columns = {
  parent_id: ['text', ''],
  name: ['text', ''],
  url: ['text', null],
  component: ['text', null],
  component_name: ['text', null],
  redirect: ['text', null],
  menu_type: ['integer', 0],
  perms: ['text', null],
  perms_type: ['text', null],
  sort_no: ['numeric', 0],
  icon: ['text', null],
  route: ['text', 'Y'],
  keep_alive: ['text', 'N'],
  hidden: ['text', 'N'],
  always_show: ['text', 'N'],
  internal_or_external: ['text', 'N'],
  status: ['text', '1'],
} as const

const names = Object.keys(columns)
const defaults = Object.fromEntries(Object.entries(columns).map(([name, [, value]]) => [name, value]))
const joinList = (of: (name: string) => RawBuilder<unknown>) => sql.join(names.map(of))
/** The declared values as a row `d`. */
const declaredRow = (declared: RawBuilder<unknown>) =>
  sql`jsonb_to_record(${declared}) as d(${sql.raw(
    Object.entries(columns)
      .map(([name, [type]]) => `${name} ${type}`)
      .join(', '),
  )})`

/** An entry with the complete values that it declares. */
interface Declared {
  id: string
  origin: ShippedEntry['origin']
  declared: object
}

const buildDeclared = ({ id, origin, ...values }: ShippedEntry): Declared => ({
  id,
  origin,
  declared: { ...defaults, ...values },
})

/** The entries that the database does not have as they are declared; none of them at most starts. */
async function differing(db: Db, entries: readonly Declared[]): Promise<Declared[]> {
  const { rows } = await sql<{ id: string }>`
    select x.id from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as x(id text, origin text, declared jsonb)
    left join sys_permission p on p.id = x.id
    where (p.origin, p.declared, p.del_flag) is distinct from (x.origin, x.declared, 0)`.execute(db)
  const ids = new Set(rows.map(({ id }) => id))
  return entries.filter(({ id }) => ids.has(id))
}

/** Writes the entries with one statement. */
async function writeEntries(db: Db, entries: readonly Declared[]): Promise<void> {
  const rows = JSON.stringify(entries)
  await sql`
    insert into sys_permission (id, origin, declared, ${joinList((name) => sql.id(name))})
    select x.id, x.origin, x.declared, ${joinList((name) => sql.ref(`d.${name}`))}
    from jsonb_to_recordset(${rows}::jsonb) as x(id text, origin text, declared jsonb),
      lateral ${declaredRow(sql`x.declared`)}
    on conflict (id) do update set origin = excluded.origin, declared = excluded.declared, del_flag = 0,
      rev = sys_permission.rev + 1, ${joinList(
        (name) => sql`${sql.id(name)} = case when ${name} = any(string_to_array(sys_permission.changed, ','))
          then ${sql.ref(`sys_permission.${name}`)} else ${sql.ref(`excluded.${name}`)} end`,
      )}`.execute(db)
}

/**
 * Makes room for codes that a document brings and an administrator had added by hand: the document wins, and the roles
 * keep what they were granted. `finish` is called when the rows of the document exist.
 */
async function takeOverCodes(db: Db, codes: readonly string[]): Promise<{ finish(): Promise<void> }> {
  const { rows } = await sql<{ id: string; code: string }>`
    with taken as (select id, perms from sys_permission
      where menu_type = 2 and perms = any(${[...codes]}::text[]) and id <> perms and origin = 'manual' for update)
    update sys_permission p set perms = null from taken t where p.id = t.id
    returning p.id, t.perms as code`.execute(db)
  return {
    async finish() {
      for (const { id, code } of rows) {
        await sql`
          insert into sys_role_permission (role_id, permission_id)
          select role_id, ${code} from sys_role_permission where permission_id = ${id}
          on conflict do nothing`.execute(db)
        await db.deleteFrom('sys_permission').where('id', '=', id).execute()
      }
    },
  }
}

/**
 * Writes entries of documents or of the application: new values are taken over, except in the columns that an
 * administrator changed; of several entries with one id, the last one counts. Returns whether anything was written; unchanged
 * entries must not make open pages load their menu.
 */
export async function writeShipped(db: Db, entries: readonly ShippedEntry[]): Promise<boolean> {
  const last = new Map(entries.map((entry) => [entry.id, buildDeclared(entry)]))
  const changed = await differing(db, [...last.values()])
  if (changed.length === 0) return false
  const { finish } = await takeOverCodes(
    db,
    changed.map(({ id }) => id),
  )
  await writeEntries(db, changed)
  await finish()
  return true
}

/** Notes in which columns an entry differs from its document, after an administrator saved it. */
export async function noteChanges(trx: Trx, id: string): Promise<void> {
  await sql`
    update sys_permission p set changed = (
      select string_agg(d.key, ',' order by d.key) from jsonb_each(p.declared) d
      where d.value is distinct from to_jsonb(p) -> d.key)
    where p.id = ${id} and p.declared is not null`.execute(trx)
}

/** Gives an entry the values that its document declares; returns its name, undefined when nothing was changed. */
export async function restoreShipped(trx: Trx, id: string, by: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    update sys_permission p set changed = null, rev = p.rev + 1, update_by = ${by}, update_time = now(),
      ${joinList((name) => sql`${sql.id(name)} = ${sql.ref(`d.${name}`)}`)}
    from (select d.* from sys_permission s, ${declaredRow(sql`s.declared`)} where s.id = ${id}) d
    where p.id = ${id} and p.changed is not null and p.del_flag = 0 returning p.name`.execute(trx)
  return rows[0]?.name
}
