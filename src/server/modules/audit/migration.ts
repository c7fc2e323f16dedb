import { type Migration, sql } from 'kysely'

const statements = [
  /**
   * `seq` is the place in the chain, `hash` covers the row and the hash before it (`chain.ts`). Values of records are
   * texts: jsonb would change the order of their keys and so their hash.
   */
  `create table sys_audit (
    id varchar(36) primary key, rev integer not null default 1, seq bigint not null unique, log_type integer not null default 2,
    log_content varchar(1000) not null, operate_type integer, userid varchar(64), username varchar(100), tenant varchar(64),
    ip varchar(100), method varchar(500), request_url varchar(500), request_type varchar(10), request_param text,
    target text, before_values text, after_values text, cost_time integer, ok integer not null, hash char(64) not null,
    create_by varchar(64), create_time timestamp(0) not null, update_by varchar(64), update_time timestamp(0),
    sys_org_code varchar(64))`,
  'create index sys_audit_time on sys_audit (create_time)',
  // The sign-ins have a document too.
  'alter table sys_log alter id type varchar(36)',
  // The hash before the first row that is kept; moved only by the removal of old rows.
  `create table sys_audit_start (only_row boolean primary key default true check (only_row), seq bigint not null,
    hash char(64) not null)`,
  `insert into sys_audit_start (seq, hash) values (0, repeat('0', 64))`,
  // Roles that do not own the table may only add rows, whatever they were granted.
  `create function sys_append_only() returns trigger language plpgsql as $$
    begin
      if pg_has_role(current_user, (select relowner from pg_class where oid = tg_relid), 'USAGE') then
        return null;
      end if;
      raise exception 'table % is append-only', tg_table_name using errcode = 'insufficient_privilege';
    end $$`,
  `create trigger sys_audit_append_only before update or delete or truncate on sys_audit
    for each statement execute function sys_append_only()`,
  `create trigger sys_audit_start_fixed before insert or update or delete or truncate on sys_audit_start
    for each statement execute function sys_append_only()`,
]

/** The log of operations, append-only for the application's login and chained by hashes. */
export const auditTables: Migration = {
  async up(trx) {
    for (const statement of statements) await sql.raw(statement).execute(trx)
  },
}
