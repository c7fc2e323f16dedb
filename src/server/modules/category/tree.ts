import { sql } from 'kysely'
import type { Db } from '../../platform/store/database.ts'

export interface Category {
  id: string
  pid: string
  name: string
  code: string
  hasChild: string
  sysOrgCode: string | null
}

/** The contract's tree node. `leaf` is a boolean: clients only test whether it is true. */
export interface CategoryNode {
  key: string
  value: string
  title: string
  /** The same as `title`. */
  name: string
  code: string
  parentId: string
  icon: null
  leaf: boolean
  children: CategoryNode[] | null
}

const columns = sql`id, pid, name, code, has_child as "hasChild", sys_org_code as "sysOrgCode"`

/** The root of all trees is "0"; clients also send it empty. */
const rootId = '0'

export const findCategory = async (db: Db, id: string): Promise<Category | undefined> =>
  (await sql<Category>`select ${columns} from sys_category where id = ${id}`.execute(db)).rows[0]

export const readChildren = async (db: Db, pid: string): Promise<Category[]> =>
  (
    await sql<Category>`select ${columns} from sys_category where pid = ${pid} order by sort_no, code`.execute(
      db,
    )
  ).rows

const toNode = (row: Category, children: CategoryNode[] | null): CategoryNode => ({
  key: row.id,
  value: row.id,
  title: row.name,
  name: row.name,
  code: row.code,
  parentId: row.pid,
  icon: null,
  leaf: row.hasChild !== '1',
  children,
})

/** One level below a node. */
export const loadLevel = async (db: Db, pid: string): Promise<CategoryNode[]> =>
  (await readChildren(db, pid)).map((row) => toNode(row, null))

/** All nodes below a node, nested. A child's code continues its parent's, so one range contains the tree. */
export async function loadSubtree(db: Db, pid: string): Promise<CategoryNode[]> {
  const start = pid === rootId ? '' : pid
  const { rows } = await sql<Category>`select ${columns} from sys_category
    where starts_with(code, ${start}) order by sort_no, code`.execute(db)
  const byParent = new Map<string, Category[]>()
  for (const row of rows) byParent.set(row.pid, [...(byParent.get(row.pid) ?? []), row])
  const below = (id: string): CategoryNode[] =>
    (byParent.get(id) ?? []).map((row) => {
      const children = below(row.id)
      return toNode(row, children.length > 0 ? children : null)
    })
  return below(pid)
}

export const parseParentId = (text: string | undefined): string => (!text || text === rootId ? rootId : text)

export const readTexts = async (db: Db, ids: readonly string[]): Promise<Map<string, string>> => {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from sys_category where id = any(${ids})`.execute(db)
  return new Map(rows.map((row) => [row.id, row.name]))
}
