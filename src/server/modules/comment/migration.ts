import { type Migration, sql } from 'kysely'

const statements = [
  `create table sys_comment (
    id varchar(36) primary key, table_name varchar(63) not null, table_data_id varchar(200) not null,
    from_user_id varchar(64) not null, to_user_id varchar(64), comment_id varchar(36), comment_content text not null,
    create_time timestamp(0) not null default localtimestamp(0))`,
  'create index sys_comment_record on sys_comment (table_name, table_data_id, id)',
  `create table sys_comment_file (
    comment_id varchar(36) not null references sys_comment on delete cascade, path text not null, place integer not null,
    primary key (comment_id, path))`,
]

/** Comments on records, and their attachments, which are files of the file store. */
export const commentTables: Migration = {
  async up(trx) {
    for (const statement of statements) await sql.raw(statement).execute(trx)
  },
}
