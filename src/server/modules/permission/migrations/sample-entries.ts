import { type Migration, sql } from 'kysely'

/** The sample pages of results and errors are documents, which bring their own entries. */
export const sampleEntries: Migration = {
  async up(trx) {
    const samples = sql`select id from sys_permission where origin = 'shell'
      and (id in ('result', 'exception') or parent_id in ('result', 'exception'))`
    await sql`delete from sys_role_permission where permission_id in (${samples})`.execute(trx)
    await sql`delete from sys_permission where id in (${samples})`.execute(trx)
  },
}
