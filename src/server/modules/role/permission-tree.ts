import { groupComponent, publicMenu } from '../permission/interface.ts'
import { administratorCodes } from './role.ts'

/** A permission in the format of the contract (section 6.1). */
export interface TreeNode {
  key: string
  value: string
  title: string
  label: string
  slotTitle: string
  parentId: string
  icon: string | null
  isLeaf: boolean
  /** 1: the menu entry has data rules. */
  ruleFlag: number
  /** 1: the entry shows a document whose columns can be restricted for a role. */
  columnFlag: number
  scopedSlots: { title: 'hasDatarule' }
  /** 0 and 1 menu entries, 2 buttons; 3 the title of a document without an entry, which is no permission. */
  menuType: number
  children?: TreeNode[]
}

interface Row {
  id: string
  parentId: string
  name: string
  component: string | null
  menuType: number
  icon: string | null
  ruleFlag: number
}

/** The rights of a screen in the order of work: first what shows records, then what changes them; others follow. */
const workOrder = ['list', 'detail', 'add', 'edit', 'delete', 'import', 'export']
const rankOf = ({ id, menuType }: Pick<Row, 'id' | 'menuType'>): number => {
  if (menuType !== 2) return -1
  const at = workOrder.indexOf(id.slice(id.lastIndexOf(':') + 1))
  return at === -1 ? workOrder.length : at
}

/** The prefix of the nodes that group codes of documents without a menu entry. */
export const ownerPrefix = 'owner:'
const unlisted = ownerPrefix

/**
 * All permissions that can be granted, as a tree: menu entries with their buttons, then the codes of documents without an
 * entry under the title of their document. `ids` has each permission once.
 */
export function permissionTree(
  rows: readonly Row[],
  titleOf: (owner: string) => string,
  hasColumns: (id: string) => boolean = () => false,
): { treeList: TreeNode[]; ids: string[] } {
  const grantable = rows.filter(({ id }) => !publicMenu.has(id) && !administratorCodes.has(id))
  const existing = new Set(grantable.map(({ id }) => id))
  const byParent = new Map<string, Row[]>()
  for (const row of grantable) {
    const siblings = byParent.get(row.parentId)
    if (siblings) siblings.push(row)
    else byParent.set(row.parentId, [row])
  }

  for (const siblings of byParent.values()) siblings.sort((a, b) => rankOf(a) - rankOf(b))

  const node = (part: Omit<Row, 'component'>, children: TreeNode[]): TreeNode => ({
    key: part.id,
    value: part.id,
    title: part.name,
    label: part.name,
    slotTitle: part.name,
    parentId: part.parentId,
    icon: part.icon,
    isLeaf: children.length === 0,
    ruleFlag: part.ruleFlag,
    columnFlag: hasColumns(part.id) ? 1 : 0,
    scopedSlots: { title: 'hasDatarule' },
    menuType: part.menuType,
    ...(children.length > 0 && { children }),
  })
  const nodesUnder = (parentId: string): TreeNode[] =>
    (byParent.get(parentId) ?? []).flatMap((row) => {
      const children = nodesUnder(row.id)
      const isEmptyGroup = row.component === groupComponent && children.length === 0
      return isEmptyGroup ? [] : [node(row, children)]
    })

  const owners = [...byParent.keys()].filter((id) => id !== '' && !existing.has(id)).sort()
  const title = { parentId: '', icon: null, ruleFlag: 0, menuType: 3 }
  const ownerNodes = owners.map((owner) =>
    node(
      { ...title, id: `${ownerPrefix}${owner}`, name: titleOf(owner), parentId: unlisted },
      nodesUnder(owner),
    ),
  )
  const entries = nodesUnder('')
  const treeList =
    ownerNodes.length > 0 ? [...entries, node({ ...title, id: unlisted, name: '其他' }, ownerNodes)] : entries
  return { treeList, ids: idsIn(treeList) }
}

const idsIn = (nodes: readonly TreeNode[]): string[] =>
  nodes.flatMap(({ key, menuType, children = [] }) => [...(menuType === 3 ? [] : [key]), ...idsIn(children)])
