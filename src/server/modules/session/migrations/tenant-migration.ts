import { type Migration, sql } from 'kysely'

const statements = [
  'alter table sys_user add column if not exists rel_tenant_ids varchar(255)',
  // A session keeps the tenant that its user chose, so it ends with a change of the user's tenants.
  `create function sys_user_tenants_changed() returns trigger language plpgsql as $$
    begin
      delete from sys_session where user_id = new.id;
      perform pg_notify('user_changed', new.id);
      perform pg_notify('session_ended', json_build_object('userId', new.id)::text);
      return null;
    end $$`,
  `create trigger sys_user_tenants_changed after update on sys_user for each row
    when (coalesce(old.rel_tenant_ids, '') is distinct from coalesce(new.rel_tenant_ids, ''))
    execute function sys_user_tenants_changed()`,
]

/** The tenants of users, as the numbers that clients of the contract read (`relTenantIds`). */
export const userTenants: Migration = {
  async up(trx) {
    for (const statement of statements) await sql.raw(statement).execute(trx)
  },
}
