import { type Migration, sql } from 'kysely'

const statements = [
  `create table sys_design_review (
    id varchar(36) primary key, document_id varchar(110) not null,
    author_id varchar(36) not null references sys_user on delete cascade,
    reviewer_id varchar(36) not null references sys_user on delete cascade,
    base json, body json not null, fingerprint char(64) not null, note varchar(500) not null,
    state varchar(10) not null default 'open' check (state in ('open', 'approved', 'returned')),
    answer varchar(500), create_time timestamp(0) not null default now(), decide_time timestamp(0))`,
  'create index sys_design_review_document on sys_design_review (document_id, author_id)',
  'create index sys_design_review_author on sys_design_review (author_id)',
  'create index sys_design_review_reviewer on sys_design_review (reviewer_id)',
  `create table sys_design_review_comment (
    id varchar(36) primary key, review_id varchar(36) not null references sys_design_review on delete cascade,
    thread_id varchar(36) references sys_design_review_comment on delete cascade,
    path json not null, part varchar(300) not null, user_id varchar(36) not null references sys_user on delete cascade,
    text varchar(2000) not null, resolved boolean not null default false, create_time timestamp(0) not null default now())`,
  'create index sys_design_review_comment_review on sys_design_review_comment (review_id)',
]

/** The operations on documents that are reviewed, in words; null for drafts. */
export const reviewedOperations: Migration = {
  async up(trx) {
    await sql`alter table sys_design_review add column operation varchar(500)`.execute(trx)
  },
}

/** When an approval was used: it allows one release, or one operation. */
export const usedApprovals: Migration = {
  async up(trx) {
    await sql`alter table sys_design_review add column use_time timestamp(0)`.execute(trx)
  },
}

/** Drafts as they were sent to a second person, with the comments at their parts and the decision. */
export const reviewTables: Migration = {
  async up(trx) {
    for (const statement of statements) await sql.raw(statement).execute(trx)
  },
}
