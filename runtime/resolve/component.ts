import { ofKind } from '#runtime/schema/kinds/narrow.ts'
import type { IndexEntry } from '#runtime/schema/types.ts'

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
  /** An online list of the table or report `code`; `:name` where the address contains it. */
  | { kind: 'online'; list: string; code: string }
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

/**
 * The online list components that show the records of a form or a report, by the last part of their name (both spellings
 * of the contract). The lists of forms, views and reports are documents, which claim the names of theirs.
 */
const online: Record<string, string> = {
  OnlCgformAutoList: 'auto',
  OnlineAutoList: 'auto',
  OnlCgformTreeList: 'tree',
  OnlineAutoTreeList: 'tree',
  OnlCgformErpList: 'erp',
  OnlCgformTabList: 'tab',
  OnlCgformInnerTableList: 'innerTable',
  OnlCgreportAutoList: 'reportAuto',
}

/** The screen behind an online list: the document of its table, drawn in its own `list.layout`. */
export function onlineDocument(table: string, index: readonly IndexEntry[]): string | undefined {
  const id = `online/${table.toLowerCase()}`
  return index.find((entry) => ofKind(entry, 'screen') && (entry.id === id || entry.id === table))?.id
}

/** The kinds of documents that have a page of their own; the page of a `faulty` document shows its problems. */
const pageKinds: ReadonlySet<string> = new Set(['screen', 'report', 'panel', 'form', 'faulty'])

/** Whether the document of the index entry can be opened as a page. */
export const hasPage = ({ kind }: Pick<IndexEntry, 'kind'>): boolean =>
  kind !== 'faulty' && pageKinds.has(kind)

const lastOf = (path: string): string => path.split(/[?#]/)[0]?.split('/').at(-1) ?? ''

/** Documents have precedence: one that claims the name of a component replaces a view of that name. */
export function resolveComponent(
  target: MenuTarget,
  index: readonly IndexEntry[],
  views: ReadonlySet<string>,
): Resolved {
  const { component, url } = target
  if (layouts.includes(component)) return { kind: 'skip' }
  if (component.endsWith('IframePageView')) return { kind: 'frame', url: url ?? target.path }
  const screens = index.filter((entry) => pageKinds.has(entry.kind))
  const id = target.path.replace(/^\//, '')
  const found =
    screens.find((entry) => entry.id === component || entry.components.includes(component)) ??
    screens.find((entry) => entry.id === id)
  if (found) return { kind: 'screen', id: found.id }
  if (views.has(component)) return { kind: 'view', name: component }
  const list = online[component.split('/').at(-1) ?? '']
  if (list) return { kind: 'online', list, code: lastOf(url ?? target.path) }
  return { kind: 'missing', component, tried: [`schemas/${component}.json`, `src/views/${component}`] }
}
