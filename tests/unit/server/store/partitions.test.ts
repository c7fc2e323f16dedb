import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { auditModule } from '#server/modules/audit/module.ts'
import { archiveLog } from '#server/modules/maintenance/archive-log.ts'
import {
  addPartitions,
  analyzePartitioned,
  archivePartition,
} from '#server/platform/store/partitions/partitions.ts'
import { createSnowflakes } from '#server/platform/store/snowflake.ts'
import { splitFirstPartition } from '../../../support/old-month.ts'
import { openTestDatabase, type TestDatabase } from '../../../support/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase({ migrations: auditModule.migrations ?? {} })
})
afterAll(() => database?.close())

/** Runs statements that are separated by a semicolon at the end of a line. */
const run = async (text: string): Promise<void> => {
  for (const statement of text.split(/;\s*\n/)) await sql.raw(statement).execute(database.db.owner)
}
const read = async <T = Record<string, unknown>>(text: string): Promise<T[]> =>
  (await sql.raw<T>(text).execute(database.db.owner)).rows
const listPartitions = async (table: string): Promise<string[]> =>
  (
    await read<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = '${table}'::regclass order by 1`,
    )
  ).map(({ name }) => name)

/** The first second of a month in China; 0 is this one. */
const monthStart = (months: number): Date => {
  const now = new Date(Date.now() + 8 * 3_600_000)
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months) - 8 * 3_600_000)
}
const suffix = (months: number): string => {
  const [year, month] = new Date(monthStart(months).getTime() + 8 * 3_600_000).toISOString().split('-')
  return `_y${year}m${month}`
}
const makeId = (time: number) => createSnowflakes(7, () => time)()

it('rows are in the partition of their month, and those of later months in the default one until their month is made', async () => {
  await run(
    `create table part_bill (id varchar(36), name varchar(20), primary key (id)) partition by range (id)`,
  )
  await sql`select sys_add_partitions('part_bill'::regclass)`.execute(database.db.owner)
  const months = [0, 1, 2, 3].map((n) => `partitions.part_bill${suffix(n)}`)
  expect(await listPartitions('part_bill')).toEqual(['partitions.part_bill_default', ...months])
  const second = monthStart(1).getTime()
  const places = [
    [makeId(second - 1), months[0]],
    [makeId(second), months[1]],
    [makeId(monthStart(4).getTime()), 'partitions.part_bill_default'],
    [makeId(monthStart(-1).getTime()), 'partitions.part_bill_default'],
    ['of-another-shape', 'partitions.part_bill_default'],
  ]
  for (const [id] of places) await sql`insert into part_bill (id) values (${id})`.execute(database.db.app)
  const found = await read(`select id, tableoid::regclass::text as place from part_bill`)
  expect(found).toHaveLength(places.length)
  expect(found).toEqual(expect.arrayContaining(places.map(([id, place]) => ({ id, place }))))
  // A month without its partition, as after a long pause.
  await run(`alter table part_bill detach partition ${months[3]};
    drop table ${months[3]}`)
  await sql`insert into part_bill (id) values (${makeId(monthStart(3).getTime() + 5)})`.execute(
    database.db.app,
  )
  const [first, second_] = await Promise.all([
    addPartitions(database.db.owner),
    addPartitions(database.db.owner),
  ])
  expect([...first, ...second_]).toEqual([months[3]])
  expect(await read(`select count(*)::int as n from ${months[3]}`)).toEqual([{ n: 1 }])
  expect(await addPartitions(database.db.owner)).toEqual([])
})

it('a table with rows becomes one with partitions and keeps rows, indexes, triggers, references and generated columns', async () => {
  const [early, late] = [makeId(monthStart(-3).getTime()), makeId(monthStart(2).getTime())]
  await run(`
    create table part_old (id varchar(36) primary key, n integer, twice integer generated always as (n * 2) stored,
      parent varchar(36) references part_old);
    create index part_old_n on part_old (n);
    create table part_row (id integer, bill varchar(36) references part_old);
    select sys_watch_table('part_old');
    insert into part_old values ('${early}', 1), ('${late}', 2), ('z', 3);
    update part_old set parent = '${early}' where n = 2;
    insert into part_row values (1, '${late}')`)
  await run(`select sys_partition_table('part_old', 'id')`)
  expect(
    await read(`select n, twice, parent, tableoid::regclass::text as place from part_old order by n`),
  ).toEqual([
    { n: 1, twice: 2, parent: null, place: 'partitions.part_old_first' },
    { n: 2, twice: 4, parent: early, place: `partitions.part_old${suffix(2)}` },
    { n: 3, twice: 6, parent: null, place: 'partitions.part_old_default' },
  ])
  await expect(run(`insert into part_row values (2, 'absent')`)).rejects.toThrow(/foreign key/)
  await expect(run(`insert into part_old (id) values ('${early}')`)).rejects.toThrow(/duplicate key/)
  const version = () =>
    read(`select sum(n)::int as n from sys_table_change where relid = 'part_old'::regclass`)
  const before = await version()
  await sql`insert into part_old (id, n) values (${makeId(Date.now())}, 4)`.execute(database.db.app)
  expect(await version()).not.toEqual(before)
  expect(await listPartitions('part_old_n')).toHaveLength(5)
})

it('a table that cannot have partitions says why', async () => {
  await run(`create table part_code (id varchar(36) primary key, code text unique, day date);
    create view part_view as select id from part_code`)
  const convert = (key: string) => run(`select sys_partition_table('part_code', '${key}')`)
  await expect(convert('id')).rejects.toThrow('有视图')
  await run('drop view part_view')
  await expect(convert('day')).rejects.toThrow('存的不是主键')
  await expect(convert('id')).rejects.toThrow('唯一索引 part_code_code_key 不含列 id')
})

it('the application cannot change lines of the past, in a partition or in the archive', async () => {
  const { app, owner } = database.db
  await sql`insert into sys_audit (id, seq, log_content, ok, hash, create_time)
    values ('a', 1, '甲', 1, '', '2025-03-05')`.execute(owner)
  await splitFirstPartition(owner, 'sys_audit', '2025-04-01')
  const name = 'sys_audit_first'
  await expect(sql`delete from sys_audit`.execute(app)).rejects.toThrow(/append-only/)
  await expect(sql`delete from partitions.${sql.id(name)}`.execute(app)).rejects.toThrow(/permission denied/)
  const { rows } = await sql<{ role: string }>`select current_user as role`.execute(app)
  await run(`grant usage on schema partitions, archive to ${rows[0]?.role};
    grant all on all tables in schema partitions to ${rows[0]?.role}`)
  await expect(sql`delete from partitions.${sql.id(name)}`.execute(app)).rejects.toThrow(/append-only/)
  await expect(sql`truncate partitions.${sql.id(`sys_audit${suffix(1)}`)}`.execute(app)).rejects.toThrow(
    /append-only/,
  )
  const archived = await owner
    .transaction()
    .execute((trx) => archivePartition(trx, 'sys_audit', `partitions.${name}`))
  expect(archived).toBe('archive.sys_audit_first')
  await expect(sql`delete from archive.${sql.id(name)}`.execute(app)).rejects.toThrow(/append-only/)
  expect(await read('select log_content from archive.sys_audit_first')).toEqual([{ log_content: '甲' }])
  // Back in its place, as docs/operations.md says.
  await run(`alter table archive.sys_audit_first set schema partitions;
    alter table sys_audit attach partition partitions.sys_audit_first for values from (minvalue) to ('2025-04-01')`)
  expect(await read('select log_content from sys_audit')).toEqual([{ log_content: '甲' }])
})

it('only months that ended before the days of the log are archived, and their visits still count', async () => {
  const { owner } = database.db
  await sql`insert into sys_log (id, log_type, log_content, ok, create_time) values
    ('old', 1, '', true, '2025-03-05'), ('refused', 1, '', false, '2025-03-05'), ('new', 1, '', true, now())`.execute(
    owner,
  )
  await splitFirstPartition(owner, 'sys_log', '2025-04-01')
  const days = Math.ceil((Date.now() - Date.parse('2025-04-01T00:00:00+08:00')) / 86_400_000)
  expect(await archiveLog(database.db, days)).toEqual([])
  expect(await archiveLog(database.db, days - 1)).toEqual(['archive.sys_log_first'])
  expect(await read('select id from sys_log')).toEqual([{ id: 'new' }])
  expect(await read(`select n::int from sys_number where scope = 'sys_log:visits'`)).toEqual([{ n: 1 }])
})

it('the first page of a log by time is read from indexes, and a period from its months only', async () => {
  await run(`insert into sys_log (id, log_type, log_content, create_time)
    select 'l' || n, 1, '', date_trunc('month', localtimestamp) - interval '1 day' + n * interval '20 minutes'
    from generate_series(1, 8000) n;
    analyze sys_log`)
  const explain = async (text: string) =>
    (await read<Record<string, string>>(`explain (costs off) ${text}`))
      .map((row) => Object.values(row)[0])
      .join('\n')
  const page = await explain('select * from sys_log order by create_time desc limit 20')
  expect(page).not.toMatch(/Seq Scan/)
  const period = await explain(
    `select * from sys_log where create_time >= date_trunc('month', localtimestamp) + interval '1 month' order by create_time desc limit 20`,
  )
  expect(period).not.toMatch(new RegExp(`sys_log(_first|${suffix(0)})`))
})

it('the planner knows the values of a whole partitioned table', async () => {
  await run(`create table part_stamp (id varchar(36), name varchar(20), primary key (id)) partition by range (id);
    select sys_add_partitions('part_stamp'::regclass);
    insert into part_stamp (id, name) values ('a', 'x'), ('b', 'x'), ('c', null)`)
  const known = () =>
    read(`select attname as name, null_frac as empty from pg_stats where tablename = 'part_stamp' order by 1`)
  expect(await known()).toEqual([])
  await analyzePartitioned(database.db.owner)
  expect(await known()).toEqual([
    { name: 'id', empty: 0 },
    { name: 'name', empty: expect.closeTo(1 / 3) },
  ])
})
