import { type Migration, sql } from 'kysely'

/** The audit columns of every table that has a document. */
const asDocument = (table: string): string => `
  alter table ${table}
    alter id type varchar(36), alter create_by type varchar(64), alter update_by type varchar(64),
    add rev integer not null default 1, add sys_org_code varchar(64)`

const statements = [
  ...['sys_user', 'sys_role', 'sys_depart'].map(asDocument),
  `alter table sys_user
    alter username type varchar(100), alter realname type varchar(100), alter email type varchar(100),
    alter phone type varchar(45), alter telephone type varchar(45), alter work_no type varchar(100),
    alter post type varchar(500), alter org_code type varchar(64)`,
  `alter table sys_role
    alter role_code type varchar(100), alter role_name type varchar(200), alter description type varchar(255)`,
  `alter table sys_depart
    alter parent_id type varchar(36), alter depart_name type varchar(100), alter org_category type varchar(10),
    alter org_code type varchar(64), alter del_flag drop default, alter del_flag type integer using del_flag::integer,
    alter del_flag set default 0`,
  'create index sys_depart_parent on sys_depart (parent_id)',
  'create index sys_user_depart_dep on sys_user_depart (dep_id)',
  `create table sys_position (
    id varchar(36) primary key, rev integer not null default 1, code varchar(100) not null unique,
    name varchar(100) not null, post_rank varchar(2), company_id varchar(255), sys_org_code varchar(64),
    create_by varchar(64), create_time timestamp(0) not null default now(),
    update_by varchar(64), update_time timestamp(0))`,
]

/** Positions; users, roles and departments become tables with documents. */
export const people: Migration = {
  async up(trx) {
    for (const statement of statements) await sql.raw(statement).execute(trx)
  },
}
