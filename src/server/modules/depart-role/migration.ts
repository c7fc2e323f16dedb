import { type Migration, sql } from 'kysely'

/** Clients of the contract name a permission of a department by an id. */
export const departGrantIds: Migration = {
  async up(trx) {
    await sql`alter table sys_depart_permission
      add id varchar(36) not null default gen_random_uuid()::text unique`.execute(trx)
  },
}
