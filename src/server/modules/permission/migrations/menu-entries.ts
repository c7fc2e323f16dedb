import { type Migration, sql } from 'kysely'

/** Columns that a form writes as Y or N. */
const flags = ['route', 'hidden', 'keep_alive', 'always_show', 'internal_or_external']

const toFlag = (column: string): string => `
  alter column ${column} drop default,
  alter column ${column} type text using case when ${column} then 'Y' else 'N' end,
  alter column ${column} set default '${column === 'route' ? 'Y' : 'N'}'`

const statements = [
  `alter table sys_permission ${flags.map(toFlag).join(',')},
    alter column sort_no drop default, alter column sort_no type numeric, alter column sort_no set default 0,
    add column rev integer not null default 1, add column sys_org_code varchar(64),
    add column origin text not null default 'manual' check (origin in ('shell', 'document', 'manual')),
    add column declared jsonb, add column changed text`,
  // Nobody could add an entry before; each start writes the origin and the values of its entries again.
  `update sys_permission set origin = 'document'`,
  // An entry of the top level has no parent, so an entry with one is of the next level.
  `update sys_permission set menu_type = 1 where menu_type = 0 and parent_id <> ''`,
  // The unique index of the document, whose violation is a problem of the field, takes its place.
  'drop index sys_permission_perms',
  // A form clears a column with null, which the menu has never had; an entry of the top level has no parent.
  `create function sys_permission_filled() returns trigger language plpgsql as $$
    begin
      new.parent_id := case when new.menu_type = 0 then '' else coalesce(new.parent_id, '') end;
      new.sort_no := coalesce(new.sort_no, 0);
      new.route := coalesce(new.route, 'Y');
      new.hidden := coalesce(new.hidden, 'N');
      new.keep_alive := coalesce(new.keep_alive, 'N');
      new.always_show := coalesce(new.always_show, 'N');
      new.internal_or_external := coalesce(new.internal_or_external, 'N');
      new.status := coalesce(new.status, '1');
      return new;
    end $$`,
  `create trigger sys_permission_filled before insert or update on sys_permission
    for each row execute function sys_permission_filled()`,
]

/** Entries know where they come from, the values that their document declares, and what administrators changed. */
export const menuEntryColumns: Migration = {
  async up(trx) {
    for (const statement of statements) await sql.raw(statement).execute(trx)
  },
}
