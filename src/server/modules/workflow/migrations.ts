import { type Migration, sql } from 'kysely'

/** Who stands in for people on leave; the document `bpm/standin` shows it. */
export const standInTable: Migration = {
  async up(trx) {
    await sql`
      create table sys_workflow_stand_in (id varchar(36) primary key, rev integer not null default 1,
        person varchar(100) not null, stand_in varchar(100) not null, begin_date date not null, end_date date not null,
        categories varchar(100), reason varchar(200), sys_org_code varchar(64), create_by varchar(64),
        create_time timestamp(0) not null default now(), update_by varchar(64), update_time timestamp(0))`.execute(
      trx,
    )
  },
}

/** Attachments of opinions, the people whom they name, and the sentences that users often write. */
export const opinionTables: Migration = {
  async up(trx) {
    await sql`
      alter table sys_workflow_log add task integer, add files text[] not null default '{}',
        add mentions text[] not null default '{}'`.execute(trx)
    await sql`
      create table sys_workflow_phrase (id bigint generated always as identity primary key, username varchar(100) not null,
        phrase varchar(200) not null, create_time timestamp(0) not null default localtimestamp, unique (username, phrase))`.execute(
      trx,
    )
  },
}

/** Who stands in for people on leave in single workflows, and the workflows that start no new case. */
export const workflowChoices: Migration = {
  async up(trx) {
    await sql`alter table sys_workflow_stand_in add workflows varchar(1000)`.execute(trx)
    await sql`
      create table sys_workflow_off (workflow varchar(120) primary key, create_by varchar(100) not null,
        create_time timestamp(0) not null default localtimestamp)`.execute(trx)
  },
}

/** Workflows in the versions that cases have begun with, the cases, their tasks, and what has been done. */
export const workflowTables: Migration = {
  async up(trx) {
    await sql`
      create table sys_workflow_version (workflow varchar(120) not null, version integer not null, hash varchar(64) not null,
        document jsonb not null, create_time timestamp(0) not null default localtimestamp, primary key (workflow, version))`.execute(
      trx,
    )
    await sql`
      create table sys_workflow_case (id varchar(36) primary key, workflow varchar(120) not null, version integer not null,
        process varchar(200) not null, category varchar(20) not null, screen varchar(120) not null, record_id varchar(64) not null,
        biz_title varchar(200) not null, starter varchar(100) not null, starter_org varchar(64) not null default '',
        tenant_id integer not null default 0, status varchar(20) not null, state jsonb not null, node_name text, people text,
        start_time timestamp(0) not null, end_time timestamp(0), rev integer not null default 1)`.execute(trx)
    await sql`
      create unique index sys_workflow_case_once on sys_workflow_case (screen, record_id)
      where status in ('running', 'suspended', 'back')`.execute(trx)
    await sql`create index sys_workflow_case_record on sys_workflow_case (record_id, screen)`.execute(trx)
    await sql`create index sys_workflow_case_starter on sys_workflow_case (starter, start_time)`.execute(trx)
    await sql`
      create table sys_workflow_task (id varchar(36) primary key, case_id varchar(36) not null references sys_workflow_case,
        number integer not null, workflow varchar(120) not null, process varchar(200) not null, screen varchar(120) not null,
        record_id varchar(64) not null, biz_title varchar(200) not null, starter varchar(100) not null,
        start_time timestamp(0) not null, step varchar(64) not null, node_name varchar(200) not null, visit integer not null,
        kind varchar(10) not null, person varchar(100) not null, owner varchar(100), status varchar(10) not null,
        ended_at integer, added_to integer, due_time timestamp(0), arrive_time timestamp(0) not null, end_time timestamp(0),
        opinion text, urged integer not null default 0, rev integer not null default 1, unique (case_id, number))`.execute(
      trx,
    )
    await sql`
      create index sys_workflow_task_todo on sys_workflow_task (person, kind, arrive_time desc) where status = 'open'`.execute(
      trx,
    )
    await sql`create index sys_workflow_task_person on sys_workflow_task (person, status, end_time desc)`.execute(
      trx,
    )
    await sql`create index sys_workflow_task_record on sys_workflow_task (record_id, person)`.execute(trx)
    await sql`
      create index sys_workflow_task_due on sys_workflow_task (due_time) where status = 'open' and due_time is not null`.execute(
      trx,
    )
    await sql`
      create table sys_workflow_log (id bigint generated always as identity primary key,
        case_id varchar(36) not null references sys_workflow_case, action varchar(20) not null, node_name varchar(200) not null,
        author varchar(100) not null, opinion text not null, target text not null,
        create_time timestamp(0) not null default localtimestamp)`.execute(trx)
    await sql`create index sys_workflow_log_case on sys_workflow_log (case_id, id)`.execute(trx)
  },
}
