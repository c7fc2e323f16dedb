import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { collectMigrations } from '#server/app/collect.ts'
import { modules } from '#server/app/modules.ts'
import { type Db, dynamicTables } from '#server/platform/store/database.ts'
import { migrate } from '#server/platform/store/migrate.ts'
import { base } from '#server/platform/store/migrations/20261121-0927-base.ts'
import { people } from '#server/platform/store/migrations/20261121-1058-people.ts'
import { checkRules } from '#server/platform/store/migrations/20261121-1250-check-rules.ts'
import { openTestDatabase, type TestDatabase } from '../../../support/test-database.ts'

/** Rows as the first version stored them, in an order that their foreign keys allow. */
const stored: readonly [table: string, row: Record<string, unknown>][] = [
  ['sys_depart', { id: 'd1', depart_name: '采编部', org_type: '1', org_code: 'A01' }],
  [
    'sys_user',
    {
      id: 'u1',
      username: 'clerk',
      realname: '李文澜',
      password: 'hash',
      phone: '13800000001',
      org_code: 'A01',
    },
  ],
  ['sys_user', { id: 'u2', username: 'gone', realname: '已删', password: 'hash', del_flag: 1 }],
  ['sys_user_depart', { user_id: 'u1', dep_id: 'd1' }],
  ['sys_role', { id: 'r1', role_code: 'clerk', role_name: '编目员' }],
  ['sys_user_role', { user_id: 'u1', role_id: 'r1' }],
  ['sys_permission', { id: 'p1', name: '入库单', menu_type: 1, url: '/stock/in-bill' }],
  ['sys_permission', { id: 'p2', parent_id: 'p1', name: '新增', menu_type: 2, perms: 'stock:in:add' }],
  ['sys_role_permission', { role_id: 'r1', permission_id: 'p2' }],
  ['sys_dict', { id: 'c1', dict_code: 'paper', dict_name: '纸张' }],
  ['sys_dict_item', { id: 'i1', dict_id: 'c1', item_text: '宣纸', item_value: 'x' }],
  ['sys_category', { id: 'B01', name: '地方志', code: 'B01' }],
  ['sys_number', { scope: 'stk_in_bill.fbillno:RK20250925', n: 17 }],
  ['sys_document', { id: 'demo/kept', rev: 3 }],
]

/**
 * Attempts to sign in are counted in another table; the unique index of a document replaced the one of permissions; the key of a
 * table with months contains the time.
 */
const replaced = ['sys_login_failure', 'sys_permission_perms', 'sys_log_pkey', 'sys_log PRIMARY KEY']

/** The migrations of the last version that numbered them. */
const numbered = `
  001-base 002-people 003-check-rules 004-accounts 005-people-watch 006-rights-watch 007-table-changes
  008-sweep-indexes 009-instance-number 010-saved-queries 011-imports 012-role-proposals
  012-role-rules 013-depart-codes 013-online-sessions 013-user-form 014-dictionary-documents
  014-operation-log 014-record-versions 015-menu-entries 016-session-views 016-user-tenants
  017-known-devices 017-outbox-delivery 017-password-policy 017-second-factor 017-settings
  018-data-source-secrets 018-depart-roles 018-operation-log-append 018-record-version-times
  019-exports 020-designed-documents 023-controlled-columns 027-pasted-rows 034-fill-rules
  035-depart-grant-ids 035-design-heads 035-role-home-pages 035-user-field-codes 036-head-descriptions
  037-draft-versions 038-administrators 038-undo 040-keyed-operation-log 041-pinyin 042-saved-views
  043-frozen-sessions 044-comments 046-backup-email 047-depart-orders 048-version-moves`
  .trim()
  .split(/\s+/)

let database: TestDatabase
let owner: Db
beforeAll(async () => {
  database = await openTestDatabase()
  owner = database.db.owner
  await sql`drop schema public cascade`.execute(owner)
  await sql`create schema public`.execute(owner)
  await owner.transaction().execute(async (trx) => {
    await sql`create table sys_migration (
      name text primary key, applied_at timestamp(0) not null default now())`.execute(trx)
    for (const [name, migration] of Object.entries({
      '001-base': base,
      '002-people': people,
      '003-check-rules': checkRules,
    })) {
      await migration.up(trx)
      // Long before this version: the column has whole seconds, and `now` would be rounded up to a time to come.
      const row = { name, applied_at: '2025-09-25 08:00:00' }
      await dynamicTables(trx).insertInto('sys_migration').values(row).execute()
    }
    for (const [table, row] of stored) await dynamicTables(trx).insertInto(table).values(row).execute()
  })
})
afterAll(() => database?.close())

/** All rows of the tables as JSON, by table. */
async function readRows(tables: Iterable<string>): Promise<Map<string, Record<string, unknown>[]>> {
  const found = new Map<string, Record<string, unknown>[]>()
  for (const table of tables) {
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(t) as row from ${sql.table(table)} as t order by to_jsonb(t)::text`.execute(owner)
    found.set(
      table,
      rows.map(({ row }) => row),
    )
  }
  return found
}

/** Primary keys, foreign keys, unique and check constraints, and unique indexes, each as its definition. */
/** Without what follows a change of a key, which later versions added. */
async function constraints(): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select c.conrelid::regclass || ' ' || pg_get_constraintdef(c.oid) as text from pg_constraint c
    where c.connamespace = 'public'::regnamespace and c.contype in ('p', 'f', 'u', 'c')
    union select i.indrelid::regclass || ' ' || pg_get_indexdef(i.indexrelid) from pg_index i
      join pg_class t on t.oid = i.indrelid
    where t.relnamespace = 'public'::regnamespace and i.indisunique order by 1`.execute(owner)
  return rows
    .map(({ text }) => text.replace(' ON UPDATE CASCADE', ''))
    .filter((text) => !text.startsWith('sys_migration'))
}

it('a database of the first version has its rows and constraints when this version has migrated it', async () => {
  const tables = new Set(stored.map(([table]) => table))
  const former = await constraints()
  const added = collectMigrations(modules)
  const ran = await migrate(owner, added)
  expect(ran).toEqual(expect.arrayContaining(Object.keys(added)))
  const after = await readRows(tables)
  // Migrations add columns and change the type of others, such as flags; the stored values stay.
  for (const [table, row] of stored)
    expect(after.get(table), table).toContainEqual(expect.objectContaining(row))
  const now = new Set(await constraints())
  const missing = former.filter((text) => !now.has(text) && !replaced.some((name) => text.includes(name)))
  expect(missing).toEqual([])
  expect(await migrate(owner, added)).toEqual([])
})

it('a database with numbered migrations is at this version, and its migrations have their times', async () => {
  const readNames = async () => {
    const rows = await dynamicTables(owner).selectFrom('sys_migration').select('name').execute()
    return rows.map(({ name }) => String(name)).sort()
  }
  const current = await readNames()
  for (const name of numbered)
    await sql`update sys_migration set name = ${name} where name ~ ${`^[0-9]{8}-[0-9]{4}-${name.slice(4)}$`}`.execute(
      owner,
    )
  const former = await readNames()
  expect(former).toEqual(expect.arrayContaining(numbered))
  const tables = new Set(stored.map(([table]) => table))
  const before = await readRows(tables)
  const ran = await migrate(owner, collectMigrations(modules))
  expect(ran).toEqual([])
  expect(await readNames()).toEqual(current)
  expect(await readRows(tables)).toEqual(before)
})

it.each<[string, () => Promise<unknown>]>([
  [
    'a second user of a name',
    () =>
      sql`insert into sys_user (id, username, realname, password) values ('u3', 'clerk', 'x', 'x')`.execute(
        owner,
      ),
  ],
  [
    'an item of no dictionary',
    () =>
      sql`insert into sys_dict_item (id, dict_id, item_text, item_value) values ('i2', 'none', 'x', 'y')`.execute(
        owner,
      ),
  ],
  [
    'a grant to no role',
    () => sql`insert into sys_role_permission (role_id, permission_id) values ('none', 'p2')`.execute(owner),
  ],
  [
    'a check rule with a used code',
    () =>
      sql`insert into sys_check_rule (id, rule_name, rule_code) values ('c', 'x', 'common')`.execute(owner),
  ],
])('a migrated database refuses %s', async (_, insert) => {
  await expect(insert()).rejects.toThrow()
})
