import { type Migration, sql } from 'kysely'

const statements = [
  // The code names the place: A01 to A99, then B01, and a child's code begins with its parent's. Deleted rows keep theirs.
  `create function sys_depart_coded() returns trigger language plpgsql as $$
    declare prefix text := ''; last text; letter text; n integer;
    begin
      new.parent_id := coalesce(new.parent_id, '');
      new.depart_order := coalesce(new.depart_order, 0);
      if tg_op = 'UPDATE' then return new; end if;
      if new.parent_id <> '' then
        select org_code into prefix from sys_depart where id = new.parent_id;
        prefix := coalesce(prefix, '');
      end if;
      new.org_type := coalesce(new.org_type, (length(prefix) / 3 + 1)::text);
      if new.org_code is not null then return new; end if;
      select max(substr(org_code, length(prefix) + 1) collate "C") into last from sys_depart
        where parent_id = new.parent_id and starts_with(org_code, prefix)
          and substr(org_code, length(prefix) + 1) ~ '^[A-Z][0-9][0-9]$';
      letter := coalesce(left(last, 1), 'A');
      n := coalesce(right(last, 2)::integer, 0) + 1;
      if n > 99 then letter := chr(ascii(letter) + 1); n := 1; end if;
      if letter > 'Z' collate "C" then
        raise exception 'no department code is left below %', prefix;
      end if;
      new.org_code := prefix || letter || lpad(n::text, 2, '0');
      return new;
    end $$`,
  `create trigger sys_depart_coded before insert or update on sys_depart
    for each row execute function sys_depart_coded()`,
]

/** Departments receive their code and level from the database, so that no two writers choose the same code. */
export const departCodes: Migration = {
  async up(trx) {
    for (const statement of statements) await sql.raw(statement).execute(trx)
  },
}

/** A new department without an order comes behind the departments of the same parent. */
export const departOrders: Migration = {
  async up(trx) {
    await sql`alter table sys_depart alter depart_order drop default`.execute(trx)
    await sql`create function sys_depart_ordered() returns trigger language plpgsql as $$
      begin
        if new.depart_order is null then
          select coalesce(max(depart_order) + 1, 0) into new.depart_order from sys_depart
            where parent_id = coalesce(new.parent_id, '') and del_flag = 0;
        end if;
        return new;
      end $$`.execute(trx)
    // Triggers run by name: this one before sys_depart_coded, which turns a missing order into 0.
    await sql`create trigger sys_depart_a_ordered before insert on sys_depart
      for each row execute function sys_depart_ordered()`.execute(trx)
  },
}
