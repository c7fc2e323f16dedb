import { type Migration, sql } from 'kysely'

/** A number for each start of a server. It comes again after a thousand starts. */
export const instanceNumber: Migration = {
  async up(trx) {
    await sql`create sequence sys_instance_number as integer minvalue 0 maxvalue 999 cycle`.execute(trx)
  },
}
