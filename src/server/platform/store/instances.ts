import { sql } from 'kysely'
import type { Db } from './database.ts'

/** An instance of the server in the list of those that use the database. */
export interface Instance {
  /** A new one for each start. */
  id: string
  /** Its machine and port, for messages. */
  server: string
}

/** Seconds without a sign of life after which an instance has ended. */
const SILENCE_SECONDS = 60

const silence = sql`make_interval(secs => ${SILENCE_SECONDS})`

async function hasList(db: Db): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('sys_instance') is not null as exists`.execute(db)
  return rows[0]?.exists ?? false
}

/** The contracting migrations that some living instance does not know, each with such an instance. */
export async function findBlocked(db: Db, contracts: readonly string[]): Promise<Map<string, string>> {
  if (contracts.length === 0 || !(await hasList(db))) return new Map()
  const { rows } = await sql<{ name: string; server: string }>`
    select name, min(server) as server from sys_instance, jsonb_array_elements_text(${JSON.stringify(contracts)}::jsonb) as name
    where beat > now() - ${silence} and not contracts @> to_jsonb(name) group by name`.execute(db)
  return new Map(rows.map(({ name, server }) => [name, server]))
}

/** Adds the instance to the list, with the contracting migrations that it knows, and removes those that have ended. */
export async function register(
  db: Db,
  { id, server }: Instance,
  contracts: readonly string[],
): Promise<void> {
  await sql`delete from sys_instance where beat < now() - ${silence}`.execute(db)
  await sql`insert into sys_instance (id, server, contracts) values (${id}, ${server}, ${JSON.stringify(contracts)}::jsonb)
    on conflict (id) do update set beat = now()`.execute(db)
}

/** A sign of life; false where the instance was silent for so long that the others took it for ended. */
export async function giveSign(db: Db, { id }: Instance): Promise<boolean> {
  const { rows } = await sql`
    update sys_instance set beat = now() where id = ${id} and beat > now() - ${silence} returning 1`.execute(
    db,
  )
  return rows.length > 0
}

export const unregister = (db: Db, { id }: Instance) =>
  sql`delete from sys_instance where id = ${id}`.execute(db)
