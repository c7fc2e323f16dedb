import { type Migration, sql } from 'kysely'

/** The blocks of panels as each user arranged them. */
export const arrangementTable: Migration = {
  async up(trx) {
    await sql`create table sys_panel_arrangement (
      user_id text not null references sys_user on delete cascade, panel text not null, blocks jsonb not null,
      defaults text[] not null, update_time timestamp(0) not null default now(), primary key (user_id, panel))`.execute(
      trx,
    )
  },
}
