import { type Migration, sql } from 'kysely'

const zone = `'Asia/Shanghai'`

const statements = [
  // Neither schema is granted to the restricted logins: they reach the rows through the partitioned table only.
  'create schema if not exists partitions',
  'create schema if not exists archive',
  /** The month after the last one of a partition, as the time of its first second in China; null for the default partition. */
  `create function sys_partition_end(partition oid) returns timestamp language sql stable as $$
    select case when bound ~ '^\\d{13}' then to_timestamp(left(bound, 13)::bigint / 1000) at time zone ${zone}
      else bound::timestamp end
    from (select substring(pg_get_expr(relpartbound, oid) from $re$TO \\('([^']+)'\\)$re$) as bound
      from pg_class where oid = partition) as found $$`,
  /** The smallest value of a partition key in a month: a time, or an id that begins with the milliseconds of its making. */
  `create function sys_month_start(month timestamp, is_time boolean) returns text language sql immutable as $$
    select case when is_time then to_char(month, 'YYYY-MM-DD')
      else (extract(epoch from month at time zone ${zone}) * 1000)::bigint || '000000' end $$`,
  /** A free name in \`partitions\`, of at most 63 letters. A renamed table leaves the names of its partitions taken. */
  `create function sys_partition_name(parent regclass, suffix text) returns text language plpgsql as $$
    declare name text; free text; n integer := 1;
    begin
      select relname into name from pg_class where oid = parent;
      if length(name) > 48 then name := left(name, 39) || '_' || left(md5(name), 8); end if;
      free := name || suffix;
      while to_regclass(format('partitions.%I', free)) is not null loop
        n := n + 1;
        free := name || suffix || '_' || n;
      end loop;
      return free;
    end $$`,
  /** What forbids changes of a table forbids them in its partitions too. */
  `create function sys_guard_partition(parent regclass, part text) returns void language plpgsql as $$
    begin
      if exists (select 1 from pg_trigger t join pg_proc p on p.oid = t.tgfoid
        where t.tgrelid = parent and p.proname = 'sys_append_only') then
        execute format('create trigger sys_append_only before update or delete or truncate on %s
          for each statement execute function sys_append_only()', part);
      end if;
    end $$`,
  /** Moves the rows with a key in a range, of which either end may be null, from one table to another. */
  `create function sys_move_rows(source text, target text, key name, first text, after text) returns void language plpgsql as $$
    declare columns text; found boolean; range text := concat_ws(' and ', 'true',
      case when first is not null then format('%I >= %L', key, first) end,
      case when after is not null then format('%I < %L', key, after) end);
    begin
      execute format('select exists (select 1 from %s where %s)', source, range) into found;
      if not found then return; end if;
      select string_agg(quote_ident(attname), ', ') into columns from pg_attribute
        where attrelid = source::regclass and attnum > 0 and not attisdropped and attgenerated = '';
      execute format('with moved as (delete from %s where %s returning %s) insert into %s (%s) select %s from moved',
        source, range, columns, target, columns, columns);
    end $$`,
  /**
   * Makes the partitions that a table lacks: the default one, this month's and those of the coming three months. Rows of the
   * default partition move into the month that they belong to. Returns the names of the new ones.
   */
  `create function sys_add_partitions(parent regclass) returns text[] language plpgsql as $$
    declare
      this_month timestamp := date_trunc('month', now() at time zone ${zone});
      month timestamp; key name; is_time boolean; rest text; part text; made text[] := '{}';
    begin
      select a.attname, a.atttypid = 'timestamp'::regtype, nullif(p.partdefid, 0)::regclass into strict key, is_time, rest
        from pg_partitioned_table p join pg_attribute a on a.attrelid = p.partrelid and a.attnum = p.partattrs[0]
        where p.partrelid = parent;
      if rest is null then
        rest := 'partitions.' || quote_ident(sys_partition_name(parent, '_default'));
        execute format('create table %s partition of %s default', rest, parent);
        perform sys_guard_partition(parent, rest);
        made := made || rest;
      end if;
      select greatest(this_month, max(sys_partition_end(inhrelid))) into month from pg_inherits where inhparent = parent;
      while month <= this_month + interval '3 months' loop
        part := 'partitions.' || quote_ident(sys_partition_name(parent, to_char(month, '"_y"YYYY"m"MM')));
        -- Attached afterwards: unlike a table that is made as a partition, this lets others read and write meanwhile.
        execute format('create table %s (like %s including defaults including generated including constraints
          including storage including compression)', part, parent);
        perform sys_move_rows(rest, part, key, sys_month_start(month, is_time),
          sys_month_start(month + interval '1 month', is_time));
        execute format('alter table %s attach partition %s for values from (%L) to (%L)', parent, part,
          sys_month_start(month, is_time), sys_month_start(month + interval '1 month', is_time));
        perform sys_guard_partition(parent, part);
        made := made || part;
        month := month + interval '1 month';
      end loop;
      return made;
    end $$`,
  /**
   * Makes a plain table one with partitions, by a column \`key\` of times or ids: the table itself becomes the partition of all
   * months up to this one, so that few rows are copied. The primary key becomes \`id\` with the key. Indexes, triggers and
   * foreign keys stay; a unique index without the key must be gone before.
   */
  `create function sys_partition_table(source regclass, key name) returns void language plpgsql as $$
    declare
      name text; place name; old text; rest text; bound text; is_time boolean; was_watched boolean; parent regclass;
      links text[]; indexes text[]; triggers text[]; statement text;
    begin
      execute format('lock table %s in access exclusive mode', source);
      select relname, relnamespace::regnamespace into name, place from pg_class where oid = source;
      if exists (select 1 from pg_depend d join pg_rewrite r on r.oid = d.objid
        where d.classid = 'pg_rewrite'::regclass and d.refobjid = source and r.ev_class <> source) then
        raise exception '表 % 上有视图，不能按月分区；请先在数据库里去掉视图', name;
      end if;
      select atttypid = 'timestamp'::regtype into is_time from pg_attribute where attrelid = source and attname = key
        and atttypid in ('timestamp'::regtype, 'varchar'::regtype, 'text'::regtype);
      if is_time is null then
        raise exception '表 % 的列 % 存的不是主键，不能按月分区', name, key;
      end if;
      for statement in
        select indexrelid::regclass::text from pg_index i where indrelid = source and indisunique and not indisprimary
          and not exists (select 1 from pg_attribute where attrelid = source and attname = key and attnum = any(i.indkey))
      loop
        raise exception '表 % 的唯一索引 % 不含列 %，不能按月分区；请先在数据库里去掉它', name, statement, key;
      end loop;
      was_watched := exists (select 1 from pg_trigger where tgrelid = source and tgname = 'sys_table_changed');
      select array_agg(format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)))
        into links from pg_constraint where contype = 'f' and (conrelid = source or confrelid = source);
      select array_agg(pg_get_triggerdef(oid)) into triggers from pg_trigger
        where tgrelid = source and not tgisinternal and tgname <> 'sys_table_changed';
      select array_agg(pg_get_indexdef(indexrelid)) into indexes from pg_index i
        where indrelid = source and not exists (select 1 from pg_constraint where conindid = i.indexrelid);
      for statement in
        select format('alter table %s drop constraint %I', conrelid::regclass, conname) from pg_constraint
          where contype = 'f' and (conrelid = source or confrelid = source)
            or contype = 'p' and conrelid = source and key <> 'id'
        union all select format('drop trigger %I on %s', tgname, source) from pg_trigger
          where tgrelid = source and not tgisinternal
      loop
        execute statement;
      end loop;
      execute format('alter table %s alter id set not null, alter %I set not null', source, key);
      old := sys_partition_name(source, '_first');
      execute format('alter table %s rename to %I', source, old);
      execute format('alter table %s set schema partitions', source);
      old := 'partitions.' || quote_ident(old);
      execute format('create table %s.%I (like %s including defaults including generated including constraints
        including storage including compression, primary key (%s)) partition by range (%I)',
        place, name, old, concat_ws(', ', 'id', quote_ident(nullif(key, 'id'))), key);
      parent := format('%s.%I', place, name)::regclass;
      foreach statement in array coalesce(indexes, '{}') loop execute statement; end loop;
      rest := 'partitions.' || quote_ident(sys_partition_name(parent, '_default'));
      execute format('create table %s partition of %s default', rest, parent);
      bound := sys_month_start(date_trunc('month', now() at time zone ${zone}) + interval '1 month', is_time);
      perform sys_move_rows(old, rest, key, bound, null);
      execute format('alter table %s attach partition %s for values from (minvalue) to (%L)', parent, old, bound);
      foreach statement in array coalesce(triggers, '{}') loop execute statement; end loop;
      perform sys_guard_partition(parent, old);
      perform sys_guard_partition(parent, rest);
      if was_watched then
        delete from sys_table_change where relid = source;
        perform sys_watch_table(parent);
      end if;
      perform sys_add_partitions(parent);
      foreach statement in array coalesce(links, '{}') loop execute statement; end loop;
    end $$`,
]

/** What makes and fills the partitions of a table. */
export const partitions: Migration = {
  async up(trx) {
    for (const statement of statements) await sql.raw(statement).execute(trx)
  },
}

/**
 * The log of sign-ins; its random ids are each made once. The version before removes rows by their place in the table, which is
 * no longer unique: so it must have ended, as with the other logs.
 */
export const dividedLog: Migration = {
  async up(trx) {
    await sql`select sys_partition_table('sys_log', 'create_time')`.execute(trx)
  },
}
