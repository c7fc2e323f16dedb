import type { List } from '../useList.ts'

/** What a query bar is given: the list's items and conditions, and how to ask anew or begin again. */
export const queryBarProps = ({ plan, state, search }: List) => ({
  items: plan.query,
  conditions: state.conditions,
  onSearch: search,
  onReset: () => search(Object.assign({}, ...plan.query.map((item) => item.defaults))),
})
