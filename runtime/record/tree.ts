import { isEmpty } from '#runtime/kernel/json.ts'
import { type Problem, pointer } from '#runtime/kernel/problem.ts'
import type { DetailField } from '#runtime/schema/types.ts'
import type { Values } from './scope.ts'

type Keyed = Values & { readonly id: string }

/** The id of the parent row; null at the top level. */
export const findParent = (row: Values, parent: string): string | null =>
  isEmpty(row[parent]) ? null : String(row[parent])

/** A row in its tree: its level, 1 at the top, and whether it has children. */
export interface TreeNode<R extends Keyed> {
  row: R
  level: number
  /** The id of the parent row, '' at the top level. */
  above: string
  hasChildren: boolean
}

/** Rows by parent id, '' at the top level; a row with an unknown parent is at the top level. */
function groupByParent<R extends Keyed>(rows: readonly R[], parent: string | undefined): Map<string, R[]> {
  const ids = new Set(parent === undefined ? [] : rows.map((row) => row.id))
  const branches = new Map<string, R[]>()
  for (const row of rows) {
    const parentId = parent === undefined ? null : findParent(row, parent)
    const above = parentId !== null && parentId !== row.id && ids.has(parentId) ? parentId : ''
    const branch = branches.get(above)
    if (branch) branch.push(row)
    else branches.set(above, [row])
  }
  return branches
}

/**
 * Every row once, parents before their children and siblings in the order of `rows` or of `compare`. Rows of a parent
 * cycle are last, at the top level: no row is lost. Without `parent` all rows are siblings.
 */
export function growTree<R extends Keyed>(
  rows: readonly R[],
  parent: string | undefined,
  arrange: (siblings: R[]) => readonly R[] = (siblings) => siblings,
): TreeNode<R>[] {
  const branches = groupByParent(rows, parent)
  const nodes: TreeNode<R>[] = []
  const seen = new Set<string>()
  // Iterative: the depth of the tree depends on the data.
  const grow = (top: readonly R[]): void => {
    const stack = [...top].reverse().map((row) => ({ row, above: '', level: 1 }))
    for (let next = stack.pop(); next; next = stack.pop()) {
      const { row, level } = next
      if (seen.has(row.id)) continue
      seen.add(row.id)
      const below = (branches.get(row.id) ?? []).filter(({ id }) => !seen.has(id))
      nodes.push({ ...next, hasChildren: below.length > 0 })
      for (const child of [...arrange(below)].reverse())
        stack.push({ row: child, above: row.id, level: level + 1 })
    }
  }
  grow(arrange(branches.get('') ?? []))
  for (const row of rows) if (!seen.has(row.id)) grow([row])
  return nodes
}

/** The ids with those of all descendants. */
export function withDescendants(
  rows: readonly Keyed[],
  parent: string | undefined,
  ids: Iterable<string>,
): Set<string> {
  const found = new Set(ids)
  if (parent === undefined) return found
  const branches = groupByParent(rows, parent)
  // Iterating a set includes elements added during the iteration.
  for (const id of found) for (const row of branches.get(id) ?? []) found.add(row.id)
  return found
}

/** The ids of all rows with each group of siblings reordered, children under their parents. */
export const sortedIds = <R extends Keyed>(
  rows: readonly R[],
  parent: string | undefined,
  compare: (a: R, b: R) => number,
): string[] =>
  parent === undefined
    ? [...rows].sort(compare).map((row) => row.id)
    : growTree(rows, parent, (siblings) => [...siblings].sort(compare)).map(({ row }) => row.id)

/**
 * The ids of all rows with the selected ones moved one position up (-1) or down (1) among their siblings, with their
 * descendants. Adjacent selected rows move together; rows at the end already stay.
 */
export function shiftedIds(
  rows: readonly Keyed[],
  parent: string | undefined,
  chosen: ReadonlySet<string>,
  by: -1 | 1,
): string[] {
  const shift = (siblings: Keyed[]): Keyed[] => {
    const result = by === -1 ? [...siblings] : [...siblings].reverse()
    for (let at = 1; at < result.length; at += 1) {
      const [before, row] = [result[at - 1] as Keyed, result[at] as Keyed]
      if (chosen.has(row.id) && !chosen.has(before.id)) result.splice(at - 1, 2, row, before)
    }
    return by === -1 ? result : result.reverse()
  }
  return growTree(rows, parent, shift).map(({ row }) => row.id)
}

/** The ids of all rows with one row and its descendants placed beside a sibling; null if they are no siblings. */
export function besideIds(
  rows: readonly Keyed[],
  parent: string | undefined,
  id: string,
  sibling: string,
  isAfter: boolean,
): string[] | null {
  const group = [...groupByParent(rows, parent).values()].find((siblings) =>
    siblings.some((row) => row.id === id),
  )
  if (id === sibling || !group?.some((row) => row.id === sibling)) return null
  const place = (siblings: Keyed[]): Keyed[] => {
    const moved = siblings.find((row) => row.id === id)
    if (!moved) return siblings
    const rest = siblings.filter((row) => row !== moved)
    rest.splice(rest.findIndex((row) => row.id === sibling) + (isAfter ? 1 : 0), 0, moved)
    return rest
  }
  return growTree(rows, parent, place).map(({ row }) => row.id)
}

/** The position after a row and all its descendants. */
export function placeBehind(rows: readonly Keyed[], parent: string | undefined, id: string): number {
  const below = withDescendants(rows, parent, [id])
  return rows.findLastIndex((row) => below.has(row.id)) + 1
}

/**
 * Rows with a parent outside their record, or in a parent cycle; the problem is reported at the column with the
 * arrows.
 */
export function treeProblems(detail: DetailField, rows: readonly Values[]): Problem[] {
  const { tree } = detail
  if (!tree) return []
  const column = tree.text ?? detail.fields.find((field) => field.type !== 'hidden')?.key ?? tree.parent
  const byId = new Map(rows.map((row) => [String(row.id), row]))
  /** Rows known to reach the top level, or a row already reported. */
  const sound = new Set<string>()
  const problems: Problem[] = []
  for (const [index, row] of rows.entries()) {
    const above = findParent(row, tree.parent)
    const fault =
      above === null ? null : byId.has(above) ? circle(row, tree.parent, byId, sound) : '上级不是这张单据的行'
    if (fault !== null) problems.push({ path: pointer(detail.key, index, column), code: 'tree', text: fault })
  }
  return problems
}

function circle(
  row: Values,
  parent: string,
  byId: ReadonlyMap<string, Values>,
  sound: Set<string>,
): string | null {
  const way = new Set<string>()
  let at: Values | undefined = row
  while (at && !sound.has(String(at.id))) {
    if (way.has(String(at.id))) return '不能挂在自己或自己的下级之下'
    way.add(String(at.id))
    const above = findParent(at, parent)
    at = above === null ? undefined : byId.get(above)
  }
  for (const id of way) sound.add(id)
  return null
}
