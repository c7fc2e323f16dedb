import { type Migration, sql } from 'kysely'

/** Columns that say who made and changed a row, and when (China's time, as every `timestamp` here). */
const stamps = `
  create_by text, create_time timestamp(0) not null default now(),
  update_by text, update_time timestamp(0)`

const statements = [
  `create table sys_user (
    id text primary key, username text not null, realname text not null, password text not null,
    must_change boolean not null default false,
    avatar text, birthday date, sex integer, email text, phone text, telephone text, work_no text, post text,
    org_code text, status integer not null default 1, del_flag integer not null default 0,
    user_identity integer not null default 1, ${stamps})`,
  'create unique index sys_user_username on sys_user (username)',
  `create table sys_depart (
    id text primary key, parent_id text not null default '', depart_name text not null,
    depart_order integer not null default 0, org_category text not null default '2', org_type text not null,
    org_code text not null unique, status text not null default '1', del_flag text not null default '0', ${stamps})`,
  `create table sys_user_depart (
    user_id text not null references sys_user on delete cascade,
    dep_id text not null references sys_depart on delete cascade, primary key (user_id, dep_id))`,
  `create table sys_role (
    id text primary key, role_code text not null unique, role_name text not null, description text, ${stamps})`,
  `create table sys_user_role (
    user_id text not null references sys_user on delete cascade,
    role_id text not null references sys_role on delete cascade, primary key (user_id, role_id))`,
  `create table sys_permission (
    id text primary key, parent_id text not null default '', name text not null, url text, component text,
    component_name text, redirect text, menu_type integer not null, perms text, perms_type text,
    sort_no double precision not null default 0, icon text, route boolean not null default true,
    leaf boolean not null default true, keep_alive boolean not null default false, hidden boolean not null default false,
    hide_tab boolean not null default false, always_show boolean not null default false,
    internal_or_external boolean not null default false, description text, rule_flag integer not null default 0,
    status text not null default '1', del_flag integer not null default 0, ${stamps})`,
  'create index sys_permission_parent on sys_permission (parent_id)',
  'create unique index sys_permission_perms on sys_permission (perms) where menu_type = 2',
  `create table sys_role_permission (
    role_id text not null references sys_role on delete cascade,
    permission_id text not null references sys_permission on delete cascade, primary key (role_id, permission_id))`,
  `create table sys_dict (
    id text primary key, dict_code text not null unique, dict_name text not null, description text,
    type integer not null default 0, del_flag integer not null default 0, ${stamps})`,
  `create table sys_dict_item (
    id text primary key, dict_id text not null references sys_dict on delete cascade, item_text text not null,
    item_value text not null, description text, sort_order integer not null default 1,
    status integer not null default 1, ${stamps}, unique (dict_id, item_value))`,
  `create table sys_category (
    id text primary key, pid text not null default '0', name text not null, code text not null unique,
    has_child text not null default '0', sort_no integer not null default 0, sys_org_code text, ${stamps},
    check (id = code))`,
  'create index sys_category_pid on sys_category (pid)',
  `create table sys_session (
    token text primary key, user_id text not null references sys_user on delete cascade, ip text, agent text,
    created timestamptz not null default now(), last_seen timestamptz not null default now(),
    expires timestamptz not null)`,
  'create index sys_session_user on sys_session (user_id)',
  `create table sys_login_failure (
    username text not null, ip text not null, count integer not null, last timestamptz not null default now(),
    primary key (username, ip))`,
  `create table sys_captcha (
    key text primary key, answer text not null, expires timestamptz not null)`,
  `create table sys_file (
    path text primary key, original_name text not null, size bigint not null, type text not null, ${stamps})`,
  `create table sys_log (
    id text primary key, log_type integer not null, log_content text not null, username text, ip text, route text,
    cost_time integer, create_time timestamp(0) not null default now())`,
  'create index sys_log_time on sys_log (create_time)',
  'create table sys_number (scope text primary key, n bigint not null)',
  `create table sys_idempotency (
    user_id text not null, key text not null, body_hash text not null, status integer, response jsonb,
    create_time timestamptz not null default now(), primary key (user_id, key))`,
  `create table sys_document (
    id text primary key, rev integer not null, body jsonb, problems jsonb,
    update_time timestamp(0) not null default now())`,
]

/** The tables of the server itself; a screen's tables come from its document. */
export const base: Migration = {
  async up(trx) {
    for (const statement of statements) await sql.raw(statement).execute(trx)
  },
}
