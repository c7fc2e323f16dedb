import type { DictItem } from '#runtime/schema/field-value.ts'

export interface TreeItem {
  key: string
  title: string
  children: TreeItem[]
}

/** Items come parents first; a filter keeps what matches and the way to it. */
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

/** What matches the word, with all below it and the way to it. */
export function filterTree(nodes: readonly TreeItem[], filter: string): TreeItem[] {
  const word = filter.trim()
  const keep = (node: TreeItem): TreeItem[] => {
    if (word === '' || node.title.includes(word)) return [node]
    const children = node.children.flatMap(keep)
    return children.length > 0 ? [{ ...node, children }] : []
  }
  return nodes.flatMap(keep)
}
