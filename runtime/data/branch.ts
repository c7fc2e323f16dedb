import type { DictItem } from '#runtime/schema/field-value.ts'

/** A side tree: the dictionary of its nodes, and the field that its nodes filter. */
export interface BranchTree {
  dictCode: string
  field: string
}

/** Whether the codes of the descendants of a node start with the code of the node. */
export const isCodedTree = ({ dictCode }: BranchTree): boolean => !dictCode.startsWith('tree:')

/** A node of a `tree:` dictionary and its descendants; its items, parents first, have to be loaded. */
export function listBranch(node: string, items: readonly DictItem[]): ReadonlySet<string> {
  const branch = new Set([node])
  for (const { value, parent } of items) if (parent !== undefined && branch.has(parent)) branch.add(value)
  return branch
}

/** The list condition of a node and its descendants: by its items in a `tree:` dictionary, by its code in any other. */
export const branchCondition = (
  tree: BranchTree,
  node: string,
  items: readonly DictItem[],
): Record<string, string> =>
  isCodedTree(tree)
    ? { [tree.field]: `${node}*` }
    : { [`${tree.field}_MultiString`]: [...listBranch(node, items)].join(',') }
