import { sql } from 'kysely'
import { builtInMenuParents } from '#runtime/schema/names/menu-parents.ts'
import type { Code, MenuEntry, PermissionRegistry, Registration } from '../../documents/services.ts'
import type { Database, Db, Trx } from '../../platform/store/database.ts'
import { runAsServer } from '../../platform/store/requester.ts'
import { propose } from './proposals.ts'
import { groupComponent } from './public-menu.ts'
import { type ShippedEntry, writeShipped } from './shipped-entries.ts'

/** A row of sys_permission, as the menu and the permission lists need it. */
export interface PermissionRow {
  id: string
  parentId: string
  name: string
  url: string | null
  component: string | null
  componentName: string | null
  redirect: string | null
  menuType: number
  perms: string | null
  permsType: string | null
  icon: string | null
  route: boolean
  keepAlive: boolean
  hidden: boolean
  alwaysShow: boolean
  internalOrExternal: boolean
  status: string
  /** 1: the entry has data rules. */
  ruleFlag: number
}

export interface Permissions extends PermissionRegistry {
  /** All rows in menu order; read once and again after a change. */
  rows(): Promise<readonly PermissionRow[]>
  /** Makes all instances read again. Changed rows do so by themselves (006-rights-watch). */
  changed(): Promise<void>
}

/** The payload is the id of the user whose roles changed, or empty when others may be affected. */
export const permissionChannel = 'permission'

const builtInGroups: ReadonlySet<string> = new Set(builtInMenuParents)
/** The row of a group; those of documents have a prefix, so that their names take no other row. */
const groupId = (name: string): string => (builtInGroups.has(name) ? name : `group:${name}`)

/** A menu entry, after its group where it adds one. A group without visible entries is not on the menu, so it stays. */
function menuRows(menu: MenuEntry): ShippedEntry[] {
  const { parent, group } = menu
  const entry: ShippedEntry = {
    id: menu.id,
    origin: 'document',
    parent_id: parent === undefined ? '' : groupId(parent),
    name: menu.title,
    url: menu.path,
    component: menu.component,
    menu_type: parent ? 1 : 0,
    sort_no: menu.order ?? 100,
    icon: menu.icon ?? null,
    keep_alive: menu.keepAlive === false ? 'N' : 'Y',
    hidden: menu.hidden ? 'Y' : 'N',
  }
  if (parent === undefined || group === undefined) return [entry]
  return [
    {
      id: groupId(parent),
      origin: 'document',
      parent_id: group.parent ?? '',
      name: group.title,
      url: `/${parent}`,
      component: groupComponent,
      menu_type: group.parent ? 1 : 0,
      sort_no: group.order ?? 100,
      icon: group.icon ?? null,
      keep_alive: 'Y',
    },
    entry,
  ]
}

/** Codes of documents; the module of a code that no document brings has no id with a slash. */
const getOrigin = (owner: string): ShippedEntry['origin'] => (owner.includes('/') ? 'document' : 'shell')

const codeRow = (owner: string, { code, title, type = '1' }: Code): ShippedEntry => ({
  id: code,
  origin: getOrigin(owner),
  parent_id: owner,
  name: title,
  menu_type: 2,
  perms: code,
  perms_type: type,
})

/** Writes permission codes of a document before its registration does, so that roles can be granted them. */
export const writeCodes = async (trx: Trx, owner: string, codes: readonly Code[]): Promise<void> =>
  void (await writeShipped(
    trx,
    codes.map((code) => codeRow(owner, code)),
  ))

/** Those of the ids that have a row. */
async function registeredIds(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('sys_permission')
    .select('id')
    .where('id', 'in', [...ids])
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** The rows of the entries and codes, in the order of the registrations; a code of another document only where it is absent. */
async function listRows(trx: Trx, registrations: readonly Registration[]): Promise<ShippedEntry[]> {
  const foreign = registrations.flatMap(({ codes }) =>
    codes.flatMap(({ code, isForeign }) => (isForeign ? code : [])),
  )
  const present = await registeredIds(trx, foreign)
  return registrations.flatMap(({ menu, owner, codes }) => {
    const written = codes.filter(({ code, isForeign }) => !isForeign || !present.has(code))
    for (const { code } of written) present.add(code)
    return [...(menu ? menuRows(menu) : []), ...written.map((code) => codeRow(owner, code))]
  })
}

/** Grants entries to the roles with the list right; they received its code from the registration or from an administrator. */
async function grantEntries(trx: Trx, registrations: readonly Registration[]): Promise<boolean> {
  const entries = registrations.flatMap(({ menu, listCode }) => (menu ? { id: menu.id, code: listCode } : []))
  const { numAffectedRows = 0n } = await sql`
    insert into sys_role_permission (role_id, permission_id)
    select g.role_id, x.id from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as x(id text, code text)
    join sys_role_permission g on g.permission_id = x.code
    on conflict do nothing`.execute(trx)
  return numAffectedRows > 0n
}

/** Returns whether the menu or the codes have changed. */
async function writeRegistrations(trx: Trx, registrations: readonly Registration[]): Promise<boolean> {
  const wrote = await writeShipped(trx, await listRows(trx, registrations))
  const granted = await grantEntries(trx, registrations)
  const proposals = registrations.flatMap(({ owner, roles, menu, listCode }) =>
    roles ? { owner, roles, menu: menu?.id, listCode } : [],
  )
  await propose(trx, proposals)
  return wrote || granted
}

const isOn = (column: string) => sql<boolean>`${sql.id(column)} = 'Y'`

const readRows = (db: Db): Promise<PermissionRow[]> =>
  db
    .selectFrom('sys_permission')
    .select(['id', 'parent_id as parentId', 'name', 'url', 'component', 'component_name as componentName'])
    .select(['redirect', 'menu_type as menuType', 'perms', 'perms_type as permsType', 'icon'])
    .select([
      isOn('route').as('route'),
      isOn('keep_alive').as('keepAlive'),
      isOn('hidden').as('hidden'),
      isOn('always_show').as('alwaysShow'),
      isOn('internal_or_external').as('internalOrExternal'),
    ])
    .select(['status', 'rule_flag as ruleFlag'])
    .where('del_flag', '=', 0)
    .orderBy('sort_no')
    .orderBy('id')
    .execute()

/** The menu and the permission codes in the database, with one cache per instance. */
export async function openPermissions(db: Database): Promise<Permissions> {
  let cached: Promise<PermissionRow[]> | null = null
  const listeners = new Set<(userId?: string) => void>()
  const forget = (userId = '') => {
    if (userId === '') cached = null
    for (const listener of listeners) listener(userId || undefined)
  }
  await db.listen(permissionChannel, forget, forget)

  const rows = () => {
    if (cached) return cached
    const reading = runAsServer(() => readRows(db.app))
    cached = reading
    reading.catch(() => {
      if (cached === reading) cached = null
    })
    return reading
  }

  return {
    async register(...registrations) {
      if (registrations.length === 0) return
      // This instance reads its own write before the database's notification arrives.
      if (await db.write((trx) => writeRegistrations(trx, registrations))) cached = null
    },
    async retire(...menuIds) {
      if (menuIds.length === 0) return
      const done = await db.app
        .updateTable('sys_permission')
        .set({ del_flag: 1 })
        .where('id', 'in', [...menuIds])
        .where('del_flag', '=', 0)
        .executeTakeFirst()
      if (done.numUpdatedRows > 0n) cached = null
    },
    rows,
    async explain(code) {
      const row = (await rows()).find((entry) => entry.perms === code)
      return { action: row?.name ?? code, code, ask: '系统管理员' }
    },
    onChange: (listener) => void listeners.add(listener),
    changed: () => db.notify(permissionChannel, ''),
  }
}
