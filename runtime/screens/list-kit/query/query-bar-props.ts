import type { List } from '../useList.ts'

/** Props of a query bar: id, items and conditions of the list, and its search and reset functions. */
export const queryBarProps = ({ plan, state, search }: List) => ({
  memoryId: plan.id,
  items: plan.query,
  conditions: state.conditions,
  onSearch: search,
  onReset: () => search(Object.assign({}, ...plan.query.map((item) => item.defaults))),
})
