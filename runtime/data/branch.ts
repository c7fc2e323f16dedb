import type { DictItem } from '#runtime/schema/field-value.ts'

/** A side tree: the dictionary of its nodes, and the field that its nodes filter. */
export interface BranchTree {
  dictCode: string
  field: string
}

/** Whether the codes of the descendants of a node start with the code of the node. */
export const isCodedTree = ({ dictCode }: BranchTree): boolean => !dictCode.startsWith('tree:')

/**
 * The list condition of a node and its descendants. The nodes of a `tree:` dictionary are found by its items, parents
 * first, which have to be loaded; those of any other tree by their codes.
 */
export function branchCondition(
  tree: BranchTree,
  node: string,
  items: readonly DictItem[],
): Record<string, string> {
  if (isCodedTree(tree)) return { [tree.field]: `${node}*` }
  const branch = new Set([node])
  for (const { value, parent } of items) if (parent !== undefined && branch.has(parent)) branch.add(value)
  return { [`${tree.field}_MultiString`]: [...branch].join(',') }
}
