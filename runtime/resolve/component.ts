import { hasCapability } from '#runtime/schema/kinds/plans.ts'
import { findLayoutPlan, type LayoutName, layoutPlan, layoutPlans } from '#runtime/schema/layouts/plans.ts'
import { type IndexEntry, isDetail, type ScreenDocument } from '#runtime/schema/types.ts'

/** The part of a menu entry that decides its page. */
export interface MenuTarget {
  path: string
  component: string
  url?: string
}

/** The page of a menu entry. A closed union, so that a forgotten case is a compile error. */
export type Resolved =
  | { kind: 'skip' }
  | { kind: 'frame'; url: string }
  /** The list of the screen that `name` (a table, or the id of a head) names; `:code` where the address contains it. */
  | { kind: 'online'; layout: OnlineLayout; name: string }
  /** One record of such a screen. */
  | { kind: 'onlineRecord'; name: string; id: string }
  /** The report of a code, or of the id of its head. */
  | { kind: 'onlineReport'; name: string }
  /** A document with a page, of any kind. */
  | { kind: 'screen'; id: string }
  | { kind: 'view'; name: string }
  | { kind: 'missing'; component: string; tried: string[] }

const layouts = [
  'layouts/RouteView',
  'layouts/PageView',
  'layouts/BasicLayout',
  'layouts/BlankLayout',
  'layouts/TabLayout',
]

/** The arrangements of a list that an online component names; `own` is that of the screen. */
export type OnlineLayout = 'own' | LayoutName

/**
 * The online components that show the records of a form, by the last part of their name (both spellings of the contract).
 * The lists of forms, views and reports are documents, which claim the names of theirs.
 */
const onlineLists: Readonly<Record<string, OnlineLayout>> = {
  OnlCgformAutoList: 'own',
  OnlineAutoList: 'own',
  ...Object.fromEntries(
    layoutPlans.flatMap(({ name, components = [] }) => components.map((component) => [component, name])),
  ),
}

/** The layout in which a screen is drawn under an online component: the named one where its document has the parts for it. */
export function onlineLayout(layout: OnlineLayout, screen: ScreenDocument): ScreenDocument {
  const details = screen.fields.filter(isDetail)
  const isPossible =
    findLayoutPlan(layout)?.records === 'tree' ? screen.tree !== undefined : details.length > 0
  // Rows that are saved by themselves are edited below their record only.
  const isBound = details.some((field) => field.own) || (screen.panes?.length ?? 0) > 0
  if (layout === 'own' || layout === layoutPlan(screen).name || !isPossible || isBound) return screen
  return { ...screen, list: { ...screen.list, layout } }
}

/** Whether the document of the index entry can be opened as a page. */
export const hasPage = (entry: Pick<IndexEntry, 'kind'>): boolean => hasCapability(entry, 'isPage')

/** The page of a document without a valid version shows its problems. */
const isFaulty = ({ kind }: Pick<IndexEntry, 'kind'>): boolean => kind === 'faulty'

const splitSegments = (path: string): string[] => path.split(/[?#]/)[0]?.split('/').filter(Boolean) ?? []

/** Documents have precedence: one that claims the name of a component replaces a view of that name. */
export function resolveComponent(
  target: MenuTarget,
  index: readonly IndexEntry[],
  views: Pick<ReadonlySet<string>, 'has'>,
): Resolved {
  const { component, url } = target
  if (layouts.includes(component)) return { kind: 'skip' }
  if (component.endsWith('IframePageView')) return { kind: 'frame', url: url ?? target.path }
  const screens = index.filter((entry) => hasPage(entry) || isFaulty(entry))
  const id = target.path.replace(/^\//, '')
  const found =
    screens.find((entry) => entry.id === component || entry.components.includes(component)) ??
    screens.find((entry) => entry.id === id)
  if (found) return { kind: 'screen', id: found.id }
  if (views.has(component)) return { kind: 'view', name: component }
  const word = component.split('/').at(-1) ?? ''
  const [last = '', before = ''] = splitSegments(url ?? target.path).reverse()
  const layout = onlineLists[word]
  if (layout) return { kind: 'online', layout, name: last }
  if (word === 'OnlineDynamicForm') return { kind: 'onlineRecord', name: before, id: last }
  if (word === 'OnlCgreportAutoList') return { kind: 'onlineReport', name: last }
  return { kind: 'missing', component, tried: [`schemas/${component}.json`, `src/views/${component}`] }
}
