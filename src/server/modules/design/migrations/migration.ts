import { type Migration, sql } from 'kysely'

// Type `json` and not `jsonb`, which loses the order of keys.
const statements = [
  `create table sys_design_document (
    id varchar(110) primary key, body json, changes json, revision integer not null,
    update_time timestamp(0) not null default now(), check ((body is null) <> (changes is null)))`,
  `create table sys_design_revision (
    document_id varchar(110) not null, revision integer not null, body json not null, note varchar(500) not null,
    create_by varchar(100) not null, create_time timestamp(0) not null default now(), primary key (document_id, revision))`,
  `create table sys_design_draft (
    document_id varchar(110) not null, user_id varchar(36) not null references sys_user on delete cascade,
    base json, body json not null, update_time timestamp(0) not null default now(), primary key (document_id, user_id))`,
]

/**
 * Documents that designers released: whole ones, and changes of files. Their revisions, and the drafts of each designer.
 */
export const designTables: Migration = {
  async up(trx) {
    for (const statement of statements) await sql.raw(statement).execute(trx)
  },
}

/** Changes with each change of a draft, so that two pages of one designer do not overwrite each other. */
export const draftVersions: Migration = {
  async up(trx) {
    await sql`
      alter table sys_design_draft add version varchar(80) not null default gen_random_uuid()::text`.execute(
      trx,
    )
  },
}
