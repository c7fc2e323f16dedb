import { type Migration, sql } from 'kysely'

const statements = [
  // A grant of a code says which roles have the column; the row says that the column needs the code.
  `create table sys_controlled_column (
    document_id text not null, path text not null, verb text not null check (verb in ('read', 'edit')),
    create_by text, create_time timestamp(0) not null default now(), primary key (document_id, path, verb))`,
]

/** The columns of documents that only some roles may read or change. */
export const controlledColumns: Migration = {
  async up(trx) {
    for (const statement of statements) await sql.raw(statement).execute(trx)
  },
}
