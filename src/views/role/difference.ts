import type { TreeIndex } from './grant-tree.ts'

/** How many active users gain or lose a permission. */
export interface Effect {
  id: string
  people: number
}

export interface Effects {
  gained: readonly Effect[]
  lost: readonly Effect[]
}

/** How many pages a sentence names. */
const MAX_TITLES = 5

interface Group {
  people: number
  /** The title of the button; absent: the pages themselves. */
  button?: string
  pages: Set<string>
}

/** Permissions that the same number of people gain: the pages together, and each button over its pages. */
function listGroups(effects: readonly Effect[], { nodes, parents }: TreeIndex): Group[] {
  const groups = new Map<string, Group>()
  for (const { id, people } of effects) {
    const node = nodes.get(id)
    // The groups of the menu open nothing by themselves.
    const isGroup = node && node.menuType !== 2 && node.children?.some(({ menuType }) => menuType !== 2)
    if (!node || isGroup) continue
    const isButton = node.menuType === 2
    const page = isButton ? nodes.get(parents.get(id) ?? '') : node
    const key = `${people} ${isButton ? node.title : ''}`
    const group = groups.get(key) ?? { people, ...(isButton && { button: node.title }), pages: new Set() }
    group.pages.add(page?.title ?? node.title)
    groups.set(key, group)
  }
  return [...groups.values()].sort((a, b) => b.people - a.people || b.pages.size - a.pages.size)
}

const formatTitles = (pages: ReadonlySet<string>): string => {
  const titles = [...pages].slice(0, MAX_TITLES).map((title) => `「${title}」`)
  return titles.join('、') + (pages.size > MAX_TITLES ? '等' : '')
}

const sentence = (verb: string, { people, button, pages }: Group): string => {
  const subject = people > 0 ? `${people} 人将${verb}` : `角色将${verb}`
  return button === undefined
    ? `${subject} ${pages.size} 个页面：${formatTitles(pages)}`
    : `${subject} ${pages.size} 个页面的「${button}」：${formatTitles(pages)}`
}

/** A change in sentences; a permission that nobody gains or loses is said of the role. */
export const differenceSentences = ({ gained, lost }: Effects, index: TreeIndex): string[] => [
  ...listGroups(gained, index).map((group) => sentence('获得', group)),
  ...listGroups(lost, index).map((group) => sentence('失去', group)),
]
