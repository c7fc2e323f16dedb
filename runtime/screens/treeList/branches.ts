import type { TreePlan } from '#runtime/compile/plan.ts'
import type { ListPage, ListRow } from '#runtime/data/list-source.ts'

/** Tree structure of one response: the top level, and the children of each record. */
export interface TreeAnswer {
  top: readonly ListRow[]
  below: ReadonlyMap<string, readonly ListRow[]>
  /** Ancestors that do not match the search; they show the position of the matches. */
  above: ReadonlySet<string>
}

const nothing = new Set<unknown>([undefined, null, '', '0', 0])

/** The id of the parent record. */
export const findParent = (row: ListRow, { parent }: Pick<TreePlan, 'parent'>): string | undefined =>
  nothing.has(row[parent]) ? undefined : String(row[parent])

/** Whether the data of a row declare that it has children. */
export function declaresChildren(
  row: ListRow,
  { hasChild, leaf }: Pick<TreePlan, 'hasChild' | 'leaf'>,
): boolean {
  const holds = (key: string) => row[key] === true || String(row[key] ?? '') === '1'
  if (hasChild !== undefined) return holds(hasChild)
  return leaf !== undefined && !holds(leaf)
}

/** Some servers return a whole tree with children nested in their records. */
export function flattened(rows: readonly ListRow[], plan: Pick<TreePlan, 'parent'>): ListRow[] {
  return rows.flatMap(({ children, ...row }) => {
    const inner = Array.isArray(children) ? (children as ListRow[]) : []
    return [
      row,
      ...flattened(
        inner.map((child) => ({ ...child, id: String(child.id), [plan.parent]: row.id })),
        plan,
      ),
    ]
  })
}

/** Builds the tree of a response in its order; an ancestor takes the position of its first match. */
export function readTree({ records, above = [] }: ListPage, plan: Pick<TreePlan, 'parent'>): TreeAnswer {
  const hits = flattened(records, plan)
  const rows = new Map([...hits, ...above].map((row) => [row.id, row]))
  const rank = new Map<string, number>()
  for (const [at, hit] of hits.entries()) {
    for (let row: ListRow | undefined = hit; row && !rank.has(row.id); ) {
      rank.set(row.id, at)
      row = rows.get(findParent(row, plan) ?? '')
    }
  }
  const top: ListRow[] = []
  const below = new Map<string, ListRow[]>()
  const ordered = [...rows.values()].sort((a, b) => (rank.get(a.id) ?? 0) - (rank.get(b.id) ?? 0))
  for (const row of ordered) {
    const parent = findParent(row, plan)
    if (parent === undefined || !rows.has(parent)) top.push(row)
    else below.set(parent, [...(below.get(parent) ?? []), row])
  }
  const found = new Set(hits.map((row) => row.id))
  return { top, below, above: new Set(above.flatMap(({ id }) => (found.has(id) ? [] : [id]))) }
}

export interface TreeRow {
  row: ListRow
  depth: number
  parent: string | undefined
}

/** The visible rows in order. A record that a faulty response lists below itself appears once. */
export function layoutTree(
  top: readonly ListRow[],
  findChildren: (row: ListRow) => readonly ListRow[] | undefined,
): TreeRow[] {
  const seen = new Set<string>()
  const laid: TreeRow[] = []
  const lay = (rows: readonly ListRow[], depth: number, parent: string | undefined) => {
    for (const row of rows) {
      if (seen.has(row.id)) continue
      seen.add(row.id)
      laid.push({ row, depth, parent })
      lay(findChildren(row) ?? [], depth + 1, row.id)
    }
  }
  lay(top, 0, undefined)
  return laid
}
