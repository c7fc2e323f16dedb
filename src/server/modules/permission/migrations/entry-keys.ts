import { type Migration, sql } from 'kysely'

/** The grants and data rules of an entry follow its id, which is that of its document: a rename changes both. */
export const entryKeys: Migration = {
  async up(trx) {
    await sql`
      do $$
      declare
        key record;
      begin
        for key in
          select conrelid::regclass as holder, conname as name, pg_get_constraintdef(oid) as definition
          from pg_constraint
          where contype = 'f' and confupdtype = 'a' and confrelid in
            ('sys_permission'::regclass, 'sys_role_permission'::regclass, 'sys_permission_data_rule'::regclass)
        loop
          execute format('alter table %s drop constraint %I, add constraint %I %s on update cascade',
            key.holder, key.name, key.name, key.definition);
        end loop;
      end $$`.execute(trx)
  },
}
