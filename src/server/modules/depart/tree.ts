import type { JsonObject } from '#runtime/kernel/json.ts'
/** The contract's department: the record, and the keys for antd's trees. */
export interface DepartNode extends Readonly<JsonObject> {
  key: string
  value: string
  title: string
  isLeaf: boolean
  children: DepartNode[] | null
}

export interface DepartIdNode {
  key: string
  value: string
  title: string
  children: DepartIdNode[]
}

/** Builds the tree of departments; a department whose parent is missing is at the top. */
export function departTree(records: readonly Readonly<JsonObject>[]): DepartNode[] {
  const ids = new Set(records.map((record) => String(record.id)))
  const below = new Map<string, Readonly<JsonObject>[]>()
  for (const record of records) {
    const parent = ids.has(String(record.parentId)) ? String(record.parentId) : ''
    below.set(parent, [...(below.get(parent) ?? []), record])
  }
  const nodes = (parent: string): DepartNode[] =>
    (below.get(parent) ?? []).map((record) => departNode(record, nodes(String(record.id))))
  return nodes('')
}

export function departNode(record: Readonly<JsonObject>, children: DepartNode[]): DepartNode {
  const id = String(record.id)
  return {
    ...record,
    key: id,
    value: id,
    title: String(record.departName ?? ''),
    isLeaf: children.length === 0,
    children: children.length > 0 ? children : null,
  }
}

export const idTree = (nodes: readonly DepartNode[]): DepartIdNode[] =>
  nodes.map(({ key, value, title, children }) => ({ key, value, title, children: idTree(children ?? []) }))
