import { pageVerbs } from '#runtime/schema/action-codes.ts'
import { groupComponent, publicMenu } from '../permission/interface.ts'
import { administratorCodes } from './role.ts'

/** A permission (docs/http.md, "Permission trees"). */
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
  /** 1: the document of the entry has rules of its own. */
  documentRuleFlag: number
  /** 1: the entry shows a document whose columns can be restricted for a role. */
  columnFlag: number
  /** 1: the right gives more than its page, such as approval or rows that a rule hides: it is given by itself only. */
  widenFlag: number
  /** What the form of this right needs besides it, its pickers: of each list one right is enough, the first gives the least. */
  needs: readonly (readonly string[])[]
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

/** What the documents say about their rights. */
export interface RightNotes {
  hasColumns(id: string): boolean
  /** Whether the document of a menu entry has row rules of its own. */
  hasRules(id: string): boolean
  /** The codes of moves of all documents, in the order of their flows. */
  moves: readonly string[]
  /** The codes that give more than a page, moves included. */
  widening: ReadonlySet<string>
  /** What the form behind a code needs besides it. */
  needs: ReadonlyMap<string, TreeNode['needs']>
}

const noNotes: RightNotes = {
  hasColumns: () => false,
  hasRules: () => false,
  moves: [],
  widening: new Set(),
  needs: new Map(),
}

/** The rights of a page in the order of work: what shows records, what changes them, the approval, others, what widens. */
const workOrder = [...pageVerbs, 'print']

function buildRank({ moves, widening }: RightNotes): (row: Pick<Row, 'id' | 'menuType'>) => number {
  const moveRanks = new Map(moves.map((code, at) => [code, workOrder.length + at]))
  const others = workOrder.length + moves.length
  return ({ id, menuType }) => {
    if (menuType !== 2) return -1
    const move = moveRanks.get(id)
    if (move !== undefined) return move
    if (widening.has(id)) return others + 1
    const at = workOrder.indexOf(id.slice(id.lastIndexOf(':') + 1))
    return at === -1 ? others : at
  }
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
  getTitle: (owner: string) => string,
  notes: RightNotes = noNotes,
): { treeList: TreeNode[]; ids: string[] } {
  const grantable = rows.filter(({ id }) => !publicMenu.has(id) && !administratorCodes.has(id))
  const existing = new Set(grantable.map(({ id }) => id))
  const byParent = new Map<string, Row[]>()
  for (const row of grantable) {
    const siblings = byParent.get(row.parentId)
    if (siblings) siblings.push(row)
    else byParent.set(row.parentId, [row])
  }

  const rank = buildRank(notes)
  for (const siblings of byParent.values()) siblings.sort((a, b) => rank(a) - rank(b))

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
    columnFlag: notes.hasColumns(part.id) ? 1 : 0,
    documentRuleFlag: notes.hasRules(part.id) ? 1 : 0,
    widenFlag: notes.widening.has(part.id) ? 1 : 0,
    needs: notes.needs.get(part.id) ?? [],
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
      { ...title, id: `${ownerPrefix}${owner}`, name: getTitle(owner), parentId: unlisted },
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
