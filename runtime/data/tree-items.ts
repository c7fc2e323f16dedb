import type { DictItem } from '#runtime/schema/field-value.ts'

export interface TreeItem {
  key: string
  title: string
  children: TreeItem[]
}

/** Builds a tree from items listed parents first; a filter keeps matches and their ancestors. */
export function buildTree(items: readonly DictItem[], filter: string): TreeItem[] {
  const roots: TreeItem[] = []
  const nodes = new Map<string, TreeItem>()
  for (const { value, text, parent } of items) {
    const node = { key: value, title: text, children: [] }
    nodes.set(value, node)
    const above = parent === undefined ? undefined : nodes.get(parent)
    if (above) above.children.push(node)
    else roots.push(node)
  }
  return filterTree(roots, filter)
}

/** The nodes that match the keyword, with their descendants and ancestors. */
export function filterTree(nodes: readonly TreeItem[], filter: string): TreeItem[] {
  const word = filter.trim()
  const keep = (node: TreeItem): TreeItem[] => {
    if (word === '' || node.title.includes(word)) return [node]
    const children = node.children.flatMap(keep)
    return children.length > 0 ? [{ ...node, children }] : []
  }
  return nodes.flatMap(keep)
}
