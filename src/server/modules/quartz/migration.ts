import { type Migration, sql } from 'kysely'

const audit = `rev integer not null default 1, create_by varchar(64), create_time timestamp(0),
  update_by varchar(64), update_time timestamp(0), sys_org_code varchar(64)`

const statements = [
  // The screen has the other columns; the engine reads these at each run.
  `create table sys_quartz_job (
    id varchar(36) primary key, ${audit}, del_flag integer not null default 0, job_class_name varchar(255) not null,
    cron_expression varchar(255) not null, description varchar(255), status integer not null,
    retries integer, report varchar(120), next_run timestamp(0), last_run timestamp(0), last_state varchar(20))`,
  // The next run of each job that is started, as it is planned in the queue.
  'create table sys_quartz_plan (job_id varchar(36) primary key, next_run timestamptz not null)',
  `create table sys_quartz_run (
    id varchar(36) primary key, ${audit}, job_id varchar(36) not null, job_class_name varchar(255) not null,
    description varchar(255), cause varchar(10) not null, state varchar(20) not null, attempt integer not null default 1,
    due_time timestamp(0), begin_time timestamp(0), end_time timestamp(0), cost_time integer, server varchar(100),
    result varchar(500), error varchar(2000), beat timestamptz)`,
  'create index sys_quartz_run_job on sys_quartz_run (job_id, create_time desc, id desc)',
  'create index sys_quartz_run_age on sys_quartz_run (create_time)',
  `create index sys_quartz_run_open on sys_quartz_run (job_id) where state in ('waiting', 'running')`,
]

/** Scheduled jobs, their next runs, and the log of their runs. */
export const quartzTables: Migration = {
  async up(trx) {
    for (const statement of statements) await sql.raw(statement).execute(trx)
  },
}
