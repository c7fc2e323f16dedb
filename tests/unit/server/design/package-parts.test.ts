import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { readPackage } from '#runtime/schema/package/package-file.ts'
import { importWithDatabase } from '#server/app/package-command.ts'
import { seedMenu } from '#server/modules/permission/interface.ts'
import { buildDatabaseUrl } from '../../../support/test-database.ts'
import { permissionDocuments } from '../menu/permission-documents.ts'
import { type Person, TestServer } from '../resources/test-server.ts'
import { roleScreen } from '../roles/role-screen.ts'
import { member, screen } from './screens.ts'

/** A screen with a menu entry, and one whose button needs a code of another document. */
const shelf = { ...screen('demo/shelf', member('fname', '名称')), title: '书架', menu: { parent: 'base' } }
const box = {
  ...screen('demo/box', member('fname', '名称')),
  title: '箱',
  menu: { parent: 'base' },
  actions: {
    toolbar: [
      'add',
      { code: 'order', title: '订', needs: 'demo:order:delete', call: { method: 'POST', url: '/x' } },
    ],
  },
}
const designer = ['design:read', 'design:write', 'design:release']

let source: TestServer
let target: TestServer
const addRole = (server: TestServer, code: string, name: string) =>
  server.test.db.app.insertInto('sys_role').values({ id: code, role_code: code, role_name: name }).execute()
const system = { ...permissionDocuments, 'system/role.json': roleScreen }
beforeAll(async () => {
  source = await TestServer.open({ ...system, 'demo/shelf.json': shelf, 'demo/box.json': box })
  target = await TestServer.open(system, {
    clerk: [...designer, 'permission:edit', 'permission:add', 'permission:list', 'role:grant'],
    other: designer,
  })
  for (const { test } of [source, target]) await seedMenu(test.db.app)
  await addRole(source, 'keeper', '库管员')
  await addRole(source, 'porter', '搬运工')
  await addRole(target, 'mover', '搬运工')
  const grants = { keeper: ['demo/shelf', 'demo:shelf:list', 'demo:shelf:add'], porter: ['demo:shelf:list'] }
  for (const [role_id, codes] of Object.entries(grants))
    for (const permission_id of [...codes, 'demo:order:list'])
      await source.test.db.app.insertInto('sys_role_permission').values({ role_id, permission_id }).execute()
  const group = await save(source, 'POST', 'add', {
    ...{ menuType: 1, parentId: 'base', name: '库房', component: 'layouts/RouteView', url: '/room' },
  })
  await save(source, 'PUT', 'edit', { id: 'demo/shelf', name: '书架一览', parentId: group.id, sortNo: 7 })
}, 240_000)
afterAll(async () => {
  await source?.close()
  await target?.close()
})

async function save(server: TestServer, method: 'POST' | 'PUT', verb: string, body: object) {
  const answer = await server.call('admin', method, `/sys/permission/${verb}`, { body })
  if (!answer.body.success) throw new Error(JSON.stringify(answer.body))
  return answer.body.result
}
const post = async (server: TestServer, who: Person, part: string, body: object) =>
  (await server.call(who, 'POST', `/design/packages${part}`, { body })).body
const exported = async (who: Person, wanted: object): Promise<JsonObject> =>
  (await post(source, who, '/export', { ids: ['demo/shelf', 'demo/box'], ...wanted })).result
const both = { roles: true, menu: true }
const inspect = async (file: object, more: object = {}, who: Person = 'clerk') =>
  (await post(target, who, '/inspect', { text: JSON.stringify(file), choices: [], ...more })).result
const take = (file: object, more: object = {}, who: Person = 'clerk') =>
  post(target, who, '', { text: JSON.stringify(file), choices: [], release: { note: '' }, ...more })
const entryIn = async (server: TestServer, id = 'demo/shelf') =>
  (
    await sql<{ name: string; parent: string; sort: number; changed: string | null }>`
      select p.name, g.name as parent, p.sort_no::int as sort, p.changed
      from sys_permission p left join sys_permission g on g.id = p.parent_id where p.id = ${id}`.execute(
      server.test.db.app,
    )
  ).rows[0]
const proposals = async () =>
  (
    await sql<{ role: string; id: string; state: string }>`
      select role_code as role, permission_id as id, state from sys_role_proposal
      where owner like 'demo/%' and role_code in ('keeper', 'porter', 'mover') order by 1, 2`.execute(
      target.test.db.app,
    )
  ).rows.map(({ role, id, state }) => `${role} ${id} ${state}`)
/** All rows of the tables with records, and of those that an import may write. */
async function contents(tables: readonly string[]) {
  const read = (table: string) =>
    sql<{ rows: string }>`
      select coalesce(jsonb_agg(to_jsonb(t) order by to_jsonb(t)::text), '[]')::text as rows from ${sql.table(table)} t`.execute(
      target.test.db.app,
    )
  return Promise.all(tables.map(async (table) => (await read(table)).rows[0]?.rows))
}
const recordTables = ['demo_order', 'demo_order_item', 'sys_user', 'sys_user_role']
const writtenTables = [
  ...recordTables,
  'sys_role',
  'sys_role_permission',
  'sys_role_proposal',
  'sys_permission',
]

let file: JsonObject
it('a package has the roles and the menu of its documents, for those who may read them', async () => {
  file = await exported('admin', both)
  expect(file.roles).toEqual([
    {
      code: 'keeper',
      name: '库管员',
      grants: [{ document: 'demo/shelf', hasEntry: true, codes: ['demo:shelf:add', 'demo:shelf:list'] }],
    },
    {
      code: 'porter',
      name: '搬运工',
      grants: [{ document: 'demo/shelf', hasEntry: false, codes: ['demo:shelf:list'] }],
    },
  ])
  expect(file.menu).toMatchObject({
    groups: [{ name: '库房', parentId: 'base', url: '/room' }],
    entries: [{ document: 'demo/shelf', values: { name: '书架一览', sortNo: 7 } }],
  })
  expect(Object.keys(await exported('admin', {}))).not.toContain('roles')
})

it('the plan names missing roles, those of the same name, and new groups; looking stores nothing', async () => {
  const before = await contents(writtenTables)
  const { parts, faults, missing, problems } = await inspect(file)
  expect({ faults, missing, problems }).toEqual({ faults: [], missing: [], problems: [] })
  expect(parts.roles).toEqual([
    {
      ...{ code: 'keeper', name: '库管员', isMissing: true, sameName: [] },
      grants: [
        { title: '书架', gains: ['菜单', '新增', '查询'], present: 0, waiting: 0, decided: [], notes: [] },
      ],
    },
    {
      ...{ code: 'porter', name: '搬运工', isMissing: true, sameName: ['mover'] },
      grants: [{ title: '书架', gains: ['查询'], present: 0, waiting: 0, decided: [], notes: [] }],
    },
  ])
  expect(parts.menu).toEqual({
    groups: ['库房'],
    entries: [
      {
        ...{ id: 'demo/shelf', title: '书架', conflicts: [] },
        changes: ['名称：「书架一览」', '上级：「库房」', '排序：「7」'],
      },
    ],
    notes: [],
    refused: null,
  })
  expect((await inspect(file, {}, 'other')).parts.menu.refused).toContain('permission:edit')
  expect(await contents(writtenTables)).toEqual(before)
})

it.each([
  ['a permission of another document', { codes: ['demo:order:list'] }, '不是「箱」的'],
  ['a permission of the application', { codes: ['role:grant'] }, '不是「箱」的'],
])('%s in the grants of a package refuses the import', async (_, grant, text) => {
  const roles = [
    { code: 'clerk', name: '办事员', grants: [{ document: 'demo/box', hasEntry: false, ...grant }] },
  ]
  const forged = { ...file, roles }
  expect((await inspect(forged)).faults.join()).toContain(text)
  expect((await take(forged)).message).toContain(text)
  expect(target.services.documents.entry('demo/box')).toBeUndefined()
})

it('a code that a button only names stays with its own document and is not proposed', async () => {
  const grants = [{ document: 'demo/box', hasEntry: false, codes: ['demo:order:delete'] }]
  const { parts } = await inspect({ ...file, roles: [{ code: 'clerk', name: '办事员', grants }] })
  expect(parts.roles[0].grants[0]).toMatchObject({
    gains: [],
    notes: ['「订」是 demo/order 的权限，不拟授'],
  })
})

it('drafts leave roles and the menu as they are', async () => {
  const before = await contents(writtenTables)
  expect(await take(file, { release: null }, 'other')).toMatchObject({ success: true })
  expect(await contents(writtenTables)).toEqual(before)
  for (const id of ['demo/shelf', 'demo/box'])
    await target.call('other', 'DELETE', `/design/documents/${id}/draft`)
})

it('a released package proposes grants, moves its entries under its group, and touches no record', async () => {
  await target.add()
  const before = await contents(recordTables)
  const answer = await take(file)
  expect(answer.message).toBe('已导入并发布 2 份文档；拟授权 4 项，等人在角色管理里确认；菜单改了 2 处')
  expect(await contents(recordTables)).toEqual(before)
  expect(await entryIn(target)).toEqual({
    ...{ name: '书架一览', parent: '库房', sort: 7, changed: 'name,parent_id,sort_no' },
  })
  expect(await proposals()).toEqual([
    'keeper demo/shelf open',
    'keeper demo:shelf:add open',
    'keeper demo:shelf:list open',
    'porter demo:shelf:list open',
  ])
  const { rows } = await sql<{ content: string }>`
    select log_content as content from sys_log where route = '/design/packages' and username = 'clerk'`.execute(
    target.test.db.app,
  )
  expect(rows.map(({ content }) => content)).toEqual(['导入文档包：发布 2 份文档；拟授权 4 项；菜单 2 处'])
}, 120_000)

it('the proposals wait for their role, outlast a registration of the document, and stay decided', async () => {
  const open = async () => (await target.call('admin', 'GET', '/sys/role/proposals')).body.result
  expect(await open()).toEqual([])
  await addRole(target, 'keeper', '库管员')
  expect(await open()).toHaveLength(3)
  // The document proposes something itself, for another role, and is registered again.
  const documents = [{ ...shelf, roles: { clerk: ['demo:shelf:list'] } }]
  expect(await take({ ...file, documents, roles: undefined, menu: undefined })).toMatchObject({
    success: true,
  })
  expect((await proposals()).filter((line) => line.startsWith('keeper'))).toHaveLength(3)
  const decide = (state: string, permissionIds: string) =>
    target.call('admin', 'POST', '/sys/role/decideProposals', {
      body: { roleId: 'keeper', state, permissionIds },
    })
  await decide('dismissed', 'demo:shelf:add')
  await decide('granted', 'demo/shelf,demo:shelf:list')
  const { parts } = await inspect(file)
  expect(parts.roles.map(({ grants }: JsonObject) => grants)).toEqual([
    [{ title: '书架', gains: [], present: 2, waiting: 0, decided: ['新增'], notes: [] }],
    [{ title: '书架', gains: [], present: 0, waiting: 1, decided: [], notes: [] }],
  ])
  // Who may not see what roles have is not answered with it.
  expect((await inspect(file, {}, 'other')).parts.roles[0].grants[0].present).toBe(0)
})

it('what an administrator has set here stays, unless it is to be replaced', async () => {
  await save(target, 'PUT', 'edit', { id: 'demo/shelf', name: '本馆书架' })
  const { parts } = await inspect(file)
  expect(parts.menu.entries).toEqual([
    { id: 'demo/shelf', title: '书架', changes: [], conflicts: ['名称：「本馆书架」 → 「书架一览」'] },
  ])
  expect(parts.menu.groups).toEqual([])
  const choices = [{ id: 'demo/shelf', action: 'skip' }]
  expect((await take(file, { choices })).message).toContain('没有要导入的文档')
  expect((await take(file)).message).toBe('已导入并发布 1 份文档')
  expect(await entryIn(target)).toMatchObject({ name: '本馆书架' })
  // Now the documents are the same: only what administrators have set is imported.
  const replace = { roles: false, menu: true, replace: ['demo/shelf'] }
  expect((await take(file, { parts: replace }, 'other')).message).toContain('没有要导入的文档')
  expect((await take(file, { parts: replace })).message).toContain('菜单改了 1 处')
  expect(await entryIn(target)).toMatchObject({ name: '书架一览', parent: '库房' })
})

it('the command shows the same plan, stores nothing in a dry run, then writes the parts and a line of the log', async () => {
  const rack = { ...shelf, id: 'demo/rack', title: '架子', perm: 'demo:rack', table: { name: 'demo_rack' } }
  const grants = [{ document: 'demo/rack', hasEntry: true, codes: ['demo:rack:list'] }]
  const menu = { groups: [], entries: [{ document: 'demo/rack', values: { sortNo: 3 } }] }
  const packed = { ...file, documents: [rack], roles: [{ code: 'mover', name: '搬运工', grants }], menu }
  const content = readPackage(JSON.stringify(packed))
  if ('fault' in content) throw new Error(content.fault)
  const url = buildDatabaseUrl(target.test.links.owner)
  const config = { ...target.services.config, databaseUrl: url }
  const lines: string[] = []
  const print = vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
  const run = async (write: (() => number) | null) => {
    lines.length = 0
    return [await importWithDatabase(config, content, { choices: [] }, write), ...lines]
  }
  const planned = [
    '角色 mover 搬运工\n',
    '    架子：拟授 菜单、查询\n',
    '菜单 demo/rack 架子\n',
    '    排序：「3」\n',
  ]
  try {
    const before = await contents(writtenTables)
    expect(await run(null)).toEqual([0, ...planned])
    expect(await contents(writtenTables)).toEqual(before)
    expect(await entryIn(target, 'demo/rack')).toBeUndefined()
    const write = () => {
      writeFileSync(join(target.folder, 'demo/rack.json'), JSON.stringify(rack))
      return 1
    }
    expect(await run(write)).toEqual([0, ...planned, '拟授权 2 项，等人在角色管理里确认；菜单改了 1 处\n'])
  } finally {
    print.mockRestore()
  }
  expect(await entryIn(target, 'demo/rack')).toMatchObject({
    parent: '基础资料',
    sort: 3,
    changed: 'sort_no',
  })
  expect(await proposals()).toContain('mover demo/rack open')
  const { rows } = await sql<{ content: string }>`
    select log_content as content from sys_log where route = '/design/packages' and username = 'system'`.execute(
    target.test.db.app,
  )
  expect(rows).toEqual([{ content: '命令 import 导入文档包：写了 1 份文档；拟授权 2 项；菜单 1 处' }])
}, 120_000)
