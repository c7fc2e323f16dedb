import type { SavedQuery, ViewSettings } from '#runtime/data/saved-queries.ts'
import { emptyQuery } from '#runtime/rules/advanced-query/draft.ts'
import { withoutAdvancedQuery } from '#runtime/rules/advanced-query/params.ts'
import { fromQueryParams } from '#runtime/rules/advanced-query/read.ts'
import { sortText } from '#runtime/schema/query/sort.ts'
import type { ListMemory } from '../list-memory.ts'
import type { List } from '../useList.ts'

/** The query and the settings that make a list look as it does now. */
export function buildView(
  { state }: List,
  memory: ListMemory,
): Pick<SavedQuery, 'query'> & { settings: ViewSettings } {
  const { density, hidden, order, pinned } = memory
  return {
    query: fromQueryParams(state.conditions) ?? { ...emptyQuery, params: [] },
    settings: {
      conditions: withoutAdvancedQuery(state.conditions),
      sort: sortText(state.sort),
      ...(state.group === undefined ? {} : { group: state.group }),
      ...(state.tree === undefined ? {} : { tree: state.tree }),
      density,
      hidden,
      order,
      ...(pinned ? { pinned } : {}),
    },
  }
}

/** Whether the list looks otherwise than the saved view. */
export function isChanged(list: List, memory: ListMemory, { query, settings }: SavedQuery): boolean {
  const now = buildView(list, memory)
  const text = (view: Pick<SavedQuery, 'query' | 'settings'>) =>
    JSON.stringify(
      [view.query, Object.entries(view.settings ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))],
      sortKeys,
    )
  return text(now) !== text({ query, settings })
}

/** Objects with their keys in one order, as the server does not keep it. */
const sortKeys = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value
