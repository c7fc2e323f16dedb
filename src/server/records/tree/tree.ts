import { sql } from 'kysely'
import { pointer } from '#runtime/kernel/problem.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { Db, Trx } from '../../platform/store/database.ts'
import { and, type Sql } from '../query/condition.ts'
import { isLive } from '../query/list.ts'
import type { Values } from '../read/record.ts'
import { badValues } from '../refuse.ts'
import type { Resource } from '../resource.ts'
import { parentIn } from './tree-shape.ts'

const refuse = defineRefusals({ HAS_CHILDREN: '「{name}」还有下级，请先删除下级，或把下级移到别处' })

/** Serialises changes of a tree: two simultaneous moves of branches below each other would form a circle. */
export async function lockTree(trx: Trx, { tree, table }: Resource): Promise<void> {
  if (tree) await sql`select pg_advisory_xact_lock(hashtext(${`tree:${table}`}))`.execute(trx)
}

/** Refuses an invalid parent: a missing record, the record itself or a record of its own branch. */
async function requirePlace(
  trx: Trx,
  resource: Resource,
  rules: readonly Sql[],
  id: string | null,
  parentId: string | null,
): Promise<void> {
  const { tree, table } = resource
  if (!tree || parentId === null) return
  const badPlace = (text: string) => badValues([{ path: pointer(tree.parent.key), code: 'tree', text }])
  const parentColumn = sql.id(tree.parent.name)
  const { rows } = await sql<{ id: string }>`
    with recursive above (id, parent, path) as (
      select t.id, t.${parentColumn}::text, array[t.id::text] from ${sql.id(table)} as t where t.id = ${parentId}
      union all
      select t.id, t.${parentColumn}::text, a.path || t.id::text
      from above as a join ${sql.id(table)} as t on t.id = a.parent where t.id::text <> all(a.path)
    )
    select id from above`.execute(trx)
  if (id !== null && rows.some((row) => row.id === id))
    throw badPlace('不能移到自己或自己的下级之下，请另选上级')
  const parentRows = await sql`
    select 1 from ${sql.id(table)} as t
    where ${and([sql`t.id = ${parentId}`, ...isLive(resource), ...rules])}`.execute(trx)
  if (parentRows.rows.length === 0) throw badPlace('上级不存在或已被删除，请重新选择')
}

/** Updates the children flags of the records. Their revision is unchanged, because no user edited them. */
async function refreshFlags(trx: Trx, resource: Resource, ids: Iterable<string | null>): Promise<void> {
  const { tree, table, softDelete } = resource
  const recordIds = [...new Set(ids)].filter((id) => id !== null)
  if (!tree?.flag || !tree.flagColumn || recordIds.length === 0) return
  const { withChildren, without } = tree.flag
  const name = sql.id(tree.flagColumn.name)
  const live = softDelete ? sql`and c.del_flag = 0` : sql``
  await sql`
    update ${sql.id(table)} as t set ${name} = f.flag
    from (select p.id, case when exists (
        select 1 from ${sql.id(table)} as c where c.${sql.id(tree.parent.name)} = p.id ${live}
      ) then ${withChildren} else ${without} end as flag
      from ${sql.id(table)} as p where p.id in (${sql.join(recordIds)})) as f
    where t.id = f.id and t.${name} is distinct from f.flag`.execute(trx)
}

/** Refuses to delete records that have children outside the deleted set. */
export async function requireNoneBelow(
  trx: Trx,
  resource: Resource,
  heads: readonly Values[],
  ids: readonly string[],
): Promise<void> {
  const { tree, table, screen } = resource
  if (!tree) return
  const parent = tree.parent.ref
  const { rows } = await sql<{ parent: string }>`
    select distinct ${parent}::text as parent from ${sql.id(table)} as t
    where ${and([sql`${parent} in (${sql.join(ids)})`, sql`t.id not in (${sql.join(ids)})`, ...isLive(resource)])}
    limit 1`.execute(trx)
  const [holding] = rows
  if (!holding) return
  const head = heads.find((entry) => entry.id === holding.parent)
  const name = (tree.text && head?.[tree.text.key]) || screen.title
  throw refuse('HAS_CHILDREN', { values: { name: String(name) } })
}

/** Ids of those records that have a child visible under the rules. */
export async function idsWithChildren(
  db: Db,
  resource: Resource,
  rules: readonly Sql[],
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { tree, table } = resource
  if (!tree || ids.length === 0) return new Set()
  const parent = tree.parent.ref
  const { rows } = await sql<{ parent: string }>`
    select distinct ${parent}::text as parent from ${sql.id(table)} as t
    where ${and([sql`${parent} in (${sql.join(ids)})`, ...isLive(resource), ...rules])}`.execute(db)
  return new Set(rows.map((row) => row.parent))
}

/** Ids of the ancestors that are visible under the rules; an invisible record ends the path. */
export async function idsAbove(
  db: Db,
  resource: Resource,
  rules: readonly Sql[],
  ids: readonly string[],
): Promise<string[]> {
  const { tree, table } = resource
  if (!tree || ids.length === 0) return []
  const isVisible = and([...isLive(resource), ...rules])
  const { rows } = await sql<{ id: string }>`
    with recursive above (id, parent) as (
      select t.id::text, ${tree.parent.ref}::text from ${sql.id(table)} as t
      where t.id in (${sql.join(ids)}) and ${isVisible}
      union
      select t.id::text, ${tree.parent.ref}::text
      from above as a join ${sql.id(table)} as t on t.id = a.parent where ${isVisible}
    )
    select id from above`.execute(db)
  return rows.map((row) => row.id)
}

/** A record is at the top when it has no parent, or when the rules hide its parent. */
export function isTop(resource: Resource, rules: readonly Sql[]): Sql {
  const { tree, table } = resource
  if (!tree) return sql`true`
  const hasNoParent = sql`coalesce(${tree.parent.ref}::text, '') in ('', '0')`
  if (rules.length === 0) return hasNoParent
  const visibleIds = sql`select t.id from ${sql.id(table)} as t where ${and([...isLive(resource), ...rules])}`
  return sql`(${hasNoParent} or ${tree.parent.ref} not in (${visibleIds}))`
}

/** Checks that a save has a valid parent. Called with the tree locked. */
export async function checkPlace(
  trx: Trx,
  resource: Resource,
  rules: readonly Sql[],
  before: Values | null,
  after: Values,
): Promise<void> {
  const { tree } = resource
  if (!tree) return
  const parent = parentIn(tree, after)
  if (before && parentIn(tree, before) === parent) return
  await requirePlace(trx, resource, rules, before ? String(before.id) : null, parent)
}

/** Updates the flags after records were written or deleted: their own, and those of their old and new parents. */
export async function keepFlags(trx: Trx, resource: Resource, records: readonly Values[]): Promise<void> {
  const { tree } = resource
  if (!tree) return
  await refreshFlags(
    trx,
    resource,
    records.flatMap((record) => [String(record.id), parentIn(tree, record)]),
  )
}
