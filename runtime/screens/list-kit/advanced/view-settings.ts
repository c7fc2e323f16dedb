import type { SavedQuery, ViewSettings } from '#runtime/data/saved-queries.ts'
import { emptyQuery } from '#runtime/rules/advanced-query/draft.ts'
import { hasAdvancedQuery, withoutAdvancedQuery } from '#runtime/rules/advanced-query/params.ts'
import { fromQueryParams } from '#runtime/rules/advanced-query/read.ts'
import { sortText } from '#runtime/schema/query/sort.ts'
import type { ListMemory } from '../list-memory.ts'
import type { List } from '../useList.ts'

/** The refusal to save a list without a view. */
export const NO_VIEW = '列表的高级查询条件无法识别，不能保存为视图，请重新设置条件后再保存'

/**
 * The query and the settings that make a list look as it does now. Null when its advanced query cannot be read: a view
 * without it would show other records.
 */
export function buildView(
  { state }: List,
  memory: ListMemory,
): (Pick<SavedQuery, 'query'> & { settings: ViewSettings }) | null {
  const { density, hidden, order, pinned, widths } = memory
  const query = hasAdvancedQuery(state.conditions)
    ? fromQueryParams(state.conditions)
    : { ...emptyQuery, params: [] }
  return (
    query && {
      query,
      settings: {
        conditions: withoutAdvancedQuery(state.conditions),
        sort: sortText(state.sort),
        ...(state.group === undefined ? {} : { group: state.group }),
        ...(state.tree === undefined ? {} : { tree: state.tree }),
        density,
        hidden,
        order,
        ...(pinned ? { pinned } : {}),
        ...(Object.keys(widths).length > 0 ? { widths } : {}),
      },
    }
  )
}

/** Whether the list looks otherwise than the saved view. */
export function isChanged(list: List, memory: ListMemory, { query, settings }: SavedQuery): boolean {
  const now = buildView(list, memory)
  const text = (view: Pick<SavedQuery, 'query' | 'settings'>) =>
    JSON.stringify(
      [view.query, Object.entries(view.settings ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))],
      sortKeys,
    )
  return now === null || text(now) !== text({ query, settings })
}

/** Objects with their keys in one order, as the server does not keep it. */
const sortKeys = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value
