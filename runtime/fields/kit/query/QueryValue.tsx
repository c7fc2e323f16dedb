import type { ComponentProps } from 'react'
import { getTitle } from '#runtime/schema/derive.ts'
import { InlineErrorBoundary } from '#runtime/ui/errors/InlineErrorBoundary.tsx'
import { lazyControl } from '#runtime/ui/lazy.tsx'
import type { AnyFieldType, QueryControlProps } from '../../../contract/contract.ts'
import { isFreeText } from '../../../contract/free-text.ts'
import type { ListQuery as ListQueryPart } from './ListQuery.tsx'
import { useQueryParam } from './useQueryParam.ts'
import { likeHints, WildcardHint } from './WildcardHint.tsx'
import './query-item.css'

const ListQuery = lazyControl<ComponentProps<typeof ListQueryPart>>(
  async () => (await import('./ListQuery.tsx')).ListQuery,
)

interface Props extends QueryControlProps {
  type: AnyFieldType
}

/**
 * The value of a query: a list of typed values, the query control of the type, else its control with the value written by
 * the rule.
 */
export function QueryValue({ type, ...props }: Props) {
  const { field, id } = props
  const { rule, filterValues, setFilterValues } = useQueryParam(props)
  const { QueryControl, Control } = type
  // Wildcards have no effect on selected values.
  const typed = isFreeText(type)
  return (
    <InlineErrorBoundary title={`「${getTitle(field)}」`}>
      {typed && rule === 'in' && field.widget === undefined ? (
        <ListQuery {...props} type={type} />
      ) : QueryControl && field.widget === undefined ? (
        <QueryControl {...props} />
      ) : (
        <WildcardHint rule={typed ? rule : 'eq'}>
          <span className="pro-query-text">
            <Control
              id={id}
              field={field}
              value={type.fromWire(filterValues.join(',') || null, field)}
              onChange={(value: unknown) => setFilterValues([String(type.toWire(value, field) ?? '')])}
              placeholder={typed ? likeHints[rule] : undefined}
              values={{}}
              patch={() => {}}
            />
          </span>
        </WildcardHint>
      )}
    </InlineErrorBoundary>
  )
}
