import { errorText } from '#runtime/kernel/errors.ts'
import type { ConditionGroup } from '#runtime/rules/advanced-query/model.ts'
import { isIncomplete, normalizeQuery, readQuery } from '#runtime/rules/advanced-query/read.ts'

/** Why a query can be neither run nor stored; null when it can. What `readQuery` cannot read back would be lost. */
export function findQueryFault(
  query: ConditionGroup,
  empty: 'EMPTY_QUERY' | 'EMPTY_QUERY_SAVE',
): string | null {
  if (isIncomplete(query)) return errorText(empty)
  const { matchType, params } = normalizeQuery(query)
  return readQuery(matchType, params) ? null : '查询条件太多或太长，请删减后再试'
}
