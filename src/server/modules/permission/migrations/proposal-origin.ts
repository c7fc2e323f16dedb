import { type Migration, sql } from 'kysely'

/** Open proposals of a document are removed when it does not make them any more; those of a package are not. */
export const proposalOrigin: Migration = {
  async up(trx) {
    await sql`
      alter table sys_role_proposal add column origin text not null default 'document'
        check (origin in ('document', 'package'))`.execute(trx)
  },
}
