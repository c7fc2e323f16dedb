/** A node of the permission tree as the server sends it (`queryTreeList`); `menuType` 2 is a button, 3 a title. */
export interface PermissionNode {
  key: string
  title: string
  parentId: string
  menuType: number
  /** 1: the menu entry has data rules. */
  ruleFlag: number
  /** 1: the document of the entry has rules of its own. */
  documentRuleFlag?: number
  /** 1: the columns of the entry's document can be restricted for a role. */
  columnFlag?: number
  /** 1: the right gives more than its page; it is ticked by itself only. */
  widenFlag?: number
  /** What the form of the right needs besides it: of each list one right is enough, the first gives the least. */
  needs?: readonly (readonly string[])[]
  children?: PermissionNode[]
}

/** The nodes of a tree by their keys, and the key of each node's parent. */
export interface TreeIndex {
  nodes: ReadonlyMap<string, PermissionNode>
  parents: ReadonlyMap<string, string>
}

/** A title groups codes; it is no permission. */
export const isGrantable = ({ menuType }: PermissionNode): boolean => menuType !== 3

export function indexTree(tree: readonly PermissionNode[]): TreeIndex {
  const nodes = new Map<string, PermissionNode>()
  const parents = new Map<string, string>()
  const add = (node: PermissionNode, parent: string) => {
    nodes.set(node.key, node)
    parents.set(node.key, parent)
    for (const child of node.children ?? []) add(child, node.key)
  }
  for (const node of tree) add(node, '')
  return { nodes, parents }
}

/** A right that gives more than its page, such as approval, prices or the rows of other departments. */
export const isWidening = ({ widenFlag }: PermissionNode): boolean => widenFlag === 1

const keysBelow = (node: PermissionNode): string[] => [
  ...(isGrantable(node) ? [node.key] : []),
  ...(node.children ?? []).flatMap(keysBelow),
]

/** The keys that come with a node: rights that widen are ticked one by one. */
export const keysTogether = (node: PermissionNode): string[] => [
  ...(isGrantable(node) ? [node.key] : []),
  ...(node.children ?? []).flatMap((child) => (isWidening(child) ? [] : keysTogether(child))),
]

/** Whether rules limit the records of a menu entry: data rules, or those of its document. */
export const hasRules = ({ ruleFlag, documentRuleFlag }: PermissionNode): boolean =>
  ruleFlag === 1 || documentRuleFlag === 1

/** All keys that can be granted. */
export const grantableKeys = (tree: readonly PermissionNode[]): string[] => tree.flatMap(keysBelow)

/**
 * The granted keys after a press on a node. Linked: its descendants follow it, except that rights that widen are never
 * added with it, and what is granted below a page grants the page too, because a button without its page cannot be
 * reached.
 */
export function toggled(
  granted: ReadonlySet<string>,
  key: string,
  { nodes, parents }: TreeIndex,
  isLinked: boolean,
): Set<string> {
  const next = new Set(granted)
  const node = nodes.get(key)
  if (!node) return next
  if (granted.has(key)) {
    for (const entry of isLinked ? keysBelow(node) : [key]) next.delete(entry)
    return next
  }
  for (const entry of isLinked ? keysTogether(node) : [key]) next.add(entry)
  for (let up = parents.get(key) ?? ''; isLinked && up !== ''; up = parents.get(up) ?? '') {
    const parent = nodes.get(up)
    if (parent && isGrantable(parent)) next.add(up)
  }
  return next
}

/** The part of the tree whose titles contain the word, with the nodes above; a match keeps everything below it. */
export function matching(tree: readonly PermissionNode[], word: string): PermissionNode[] {
  if (word === '') return [...tree]
  return tree.flatMap((node) => {
    if (node.title.toLowerCase().includes(word.toLowerCase())) return [node]
    const children = matching(node.children ?? [], word)
    return children.length > 0 ? [{ ...node, children }] : []
  })
}

/** The keys of all nodes that have children. */
export const branchKeys = (tree: readonly PermissionNode[]): string[] =>
  tree.flatMap((node) => (node.children ? [node.key, ...branchKeys(node.children)] : []))

/** The keys of nodes that are not granted themselves but have something granted below them. */
export function partlyGranted(granted: ReadonlySet<string>, { parents }: TreeIndex): string[] {
  const partly = new Set<string>()
  for (const key of granted)
    for (let up = parents.get(key) ?? ''; up !== '' && !partly.has(up); up = parents.get(up) ?? '')
      partly.add(up)
  return [...partly].filter((key) => !granted.has(key))
}

/** The rights that the forms of the granted rights need and that are not granted: of each need the one that gives the least. */
export function missingNeeds(granted: ReadonlySet<string>, { nodes }: TreeIndex): PermissionNode[] {
  const missing = new Map<string, PermissionNode>()
  for (const key of granted)
    for (const codes of nodes.get(key)?.needs ?? []) {
      const least = codes.find((code) => nodes.has(code)) ?? ''
      const node = nodes.get(least)
      if (node && !codes.some((code) => granted.has(code))) missing.set(least, node)
    }
  return [...missing.values()]
}
