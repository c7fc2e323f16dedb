import type { DictItem } from '#runtime/schema/field-value.ts'
import { type BranchTree, isCodedTree, listBranch } from './branch.ts'
import type { ListGroup } from './list-source.ts'

/** The number of records that `branchCondition` finds, from their numbers by the value of the field. */
export function branchCount(
  tree: BranchTree,
  node: string,
  items: readonly DictItem[],
  groups: readonly ListGroup[],
): number {
  const branch = isCodedTree(tree) ? null : listBranch(node, items)
  const isInside = (value: string) => (branch ? branch.has(value) : value.startsWith(node))
  return groups.reduce((sum, { value, total }) => (isInside(String(value ?? '')) ? sum + total : sum), 0)
}
