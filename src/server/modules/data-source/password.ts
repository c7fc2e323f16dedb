import { sql } from 'kysely'
import type { Secrets } from '../../platform/secrets.ts'
import type { Db, Trx } from '../../platform/store/database.ts'

/** With the id in it, an encrypted password that was copied to another data source cannot be read. */
const buildPurpose = (id: string): string => `data-source.password:${id}`

export async function storePassword(trx: Trx, secrets: Secrets, id: string, password: string): Promise<void> {
  await sql`
    insert into sys_data_source_secret (data_source_id, db_password)
    values (${id}, ${secrets.encrypt(password, buildPurpose(id))})
    on conflict (data_source_id) do update set db_password = excluded.db_password`.execute(trx)
}

export async function hasPassword(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from sys_data_source_secret where data_source_id = ${id}`.execute(db)
  return rows.length > 0
}

/** Null: no password is stored, or it cannot be decrypted with the key of this installation. */
export async function readPassword(db: Db, secrets: Secrets, id: string): Promise<string | null> {
  const { rows } = await sql<{ stored: string }>`
    select db_password as stored from sys_data_source_secret where data_source_id = ${id}`.execute(db)
  return rows[0] ? secrets.decrypt(rows[0].stored, buildPurpose(id)) : null
}

export async function removePasswords(trx: Trx, ids: readonly string[]): Promise<void> {
  await sql`delete from sys_data_source_secret where data_source_id = any(${[...ids]}::text[])`.execute(trx)
}
