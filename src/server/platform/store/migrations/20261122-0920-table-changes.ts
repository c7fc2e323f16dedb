import { type Migration, sql } from 'kysely'

const statements = [
  /**
   * The number of writes to each table. A table has several rows, as many as simultaneous writing transactions: a writer
   * uses a row that no other holds, so writers never wait for each other. The version is the sum of the rows: it changes
   * with the commit that changes the data and not before. Updates of `n` touch no index, so pages clean themselves.
   */
  `create table sys_table_change (
    relid oid not null, slot bigint generated always as identity, n bigint not null, primary key (relid, slot)
  ) with (fillfactor = 50)`,
  // Once per transaction and table: a bulk load of single inserts must not pile up versions of one row.
  `create function sys_table_changed() returns trigger language plpgsql as $$
    declare mark text := 'office.changed_' || tg_relid; own bigint;
    begin
      if current_setting(mark, true) = pg_current_xact_id()::text then return null; end if;
      -- Under a stricter isolation a row that somebody else moved meanwhile would be an error.
      if current_setting('transaction_isolation') = 'read committed' then
        select slot into own from sys_table_change where relid = tg_relid limit 1 for update skip locked;
      end if;
      if own is null then insert into sys_table_change (relid, n) values (tg_relid, 1);
      else update sys_table_change set n = n + 1 where relid = tg_relid and slot = own;
      end if;
      perform set_config(mark, pg_current_xact_id()::text, true);
      return null;
    end $$`,
  // A table without a row is not watched: its totals are not cached.
  `create function sys_watch_table(watched regclass) returns void language plpgsql as $$
    begin
      execute format('create or replace trigger sys_table_changed after insert or update or delete or truncate on %s
        for each statement execute function sys_table_changed()', watched);
      if not exists (select 1 from sys_table_change where relid = watched) then
        insert into sys_table_change (relid, n) values (watched, 0);
      end if;
    end $$`,
  /**
   * The three letters from each position on, fewer at the end, for indexes of searches inside a text: one or two
   * letters are searched as the prefix of a triple. The extension pg_trgm is unsuitable: in a cluster whose LC_CTYPE
   * is C it ignores Chinese, and it supports no search of two letters, as most Chinese ones are. A text of more than
   * 2,000 letters has one marker instead, which every search includes. Not for parallel queries: starting workers
   * takes longer than a search.
   */
  `create function sys_letter_triples(value text) returns tsvector language plpgsql
    immutable strict parallel restricted as $$
    declare triples text[] := '{}'; letters int := length(value);
    begin
      if letters > 2000 then return array_to_tsvector(array['<long>']); end if;
      for i in 1..letters loop triples[i] := substr(value, i, 3); end loop;
      return array_to_tsvector(triples);
    end $$`,
]

/** Versions of tables for cached totals, and index values for searches. */
export const tableChanges: Migration = {
  async up(trx) {
    for (const statement of statements) await sql.raw(statement).execute(trx)
    // Any role that may write a table changes its version, but gains no other right of the owner.
    const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(trx)
    const schema = sql.id(rows[0]?.name ?? 'public')
    await sql`alter function sys_table_changed() security definer set search_path = ${schema}, pg_temp`.execute(
      trx,
    )
  },
}
