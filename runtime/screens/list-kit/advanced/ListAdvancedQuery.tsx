import { AdvancedQuery } from '#runtime/fields/kit/advanced-query/AdvancedQuery.tsx'
import { withoutAdvancedQuery } from '#runtime/rules/advanced-query/params.ts'
import { fromQueryParams } from '#runtime/rules/advanced-query/read.ts'
import type { ReportDocument, ScreenDocument } from '#runtime/schema/types.ts'
import type { List } from '../useList.ts'

interface Props {
  /** The document of the list. */
  source: ScreenDocument | ReportDocument
  list: List
  onClose(): void
}

/** The dialog of the advanced query over a list or a report, whose address holds the query. */
export function ListAdvancedQuery({ source, list, onClose }: Props) {
  const { plan, state, conditions } = list
  return (
    <AdvancedQuery
      source={source}
      url={plan.url.list}
      query={fromQueryParams(state.conditions)}
      conditions={withoutAdvancedQuery(conditions)}
      hasDefault
      onQuery={(params) => list.search({ ...withoutAdvancedQuery(state.conditions), ...params })}
      onClose={onClose}
    />
  )
}
