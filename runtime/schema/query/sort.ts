/** The order of rows as the request has it: columns as a comma list, and one direction, or one for each column. */
export interface Sort {
  column: string
  order: string
}

/** One column of an order. */
export interface SortEntry {
  key: string
  order: 'asc' | 'desc'
}

/** The columns of an order, in their sequence; one direction applies to all columns. */
export const sortEntries = ({ column, order }: Sort): SortEntry[] => {
  const orders = order.split(',')
  return column === ''
    ? []
    : column
        .split(',')
        .map((key, at) => ({ key, order: (orders[at] ?? orders[0]) === 'asc' ? 'asc' : 'desc' }))
}

/** The order as the request has it; columns of the same direction have one, as other servers of the contract expect. */
export function buildSort(entries: readonly SortEntry[]): Sort {
  const orders = entries.map(({ order }) => order)
  return {
    column: entries.map(({ key }) => key).join(','),
    order: new Set(orders).size > 1 ? orders.join(',') : (orders[0] ?? 'asc'),
  }
}

/** `-createTime,fno`: newest first, then by number. */
export const parseSort = (text = '-createTime'): Sort =>
  buildSort(
    text
      .split(',')
      .map((part) => ({ key: part.replace(/^-/, ''), order: part.startsWith('-') ? 'desc' : 'asc' })),
  )

/** The inverse of `parseSort`, for addresses. */
export const sortText = (sort: Sort): string =>
  sortEntries(sort)
    .map(({ key, order }) => (order === 'desc' ? `-${key}` : key))
    .join(',')

/** The order with the grouping column first: the rows of a group are adjacent in every order. */
export function groupedSort(sort: Sort, groupBy: string | undefined): Sort {
  if (groupBy === undefined) return sort
  const entries = sortEntries(sort)
  const group = entries.find(({ key }) => key === groupBy) ?? { key: groupBy, order: 'asc' }
  return buildSort([group, ...entries.filter(({ key }) => key !== groupBy)])
}
