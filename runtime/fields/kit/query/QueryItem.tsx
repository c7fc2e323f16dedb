import { useId } from 'react'
import { titleOf } from '#runtime/schema/derive.ts'
import { InlineErrorBoundary } from '#runtime/ui/InlineErrorBoundary.tsx'
import type { AnyFieldType, QueryControlProps } from '../../contract.ts'
import { isFreeText } from '../../free-text.ts'
import { likeHints, WildcardHint } from '../text/WildcardHint.tsx'
import { useQueryParam } from './useQueryParam.ts'
import './query-item.css'

interface Props extends Omit<QueryControlProps, 'id'> {
  type: AnyFieldType
  required?: boolean
}

/** A query item with its label: the query control of the type, else its control with the value written by the rule. */
export function QueryItem({ type, required, ...props }: Props) {
  const id = useId()
  const { field } = props
  const { rule, filterValues, setFilterValues } = useQueryParam(props)
  const { QueryControl, Control } = type
  // Wildcards have no effect on selected values.
  const typed = isFreeText(type)
  return (
    <div className="pro-query-item" data-rule={rule}>
      <label htmlFor={id} data-required={required || undefined}>
        {titleOf(field)}
      </label>
      <div className="pro-query-control">
        <InlineErrorBoundary title={`「${titleOf(field)}」`}>
          {QueryControl && field.widget === undefined ? (
            <QueryControl {...props} id={id} />
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
      </div>
    </div>
  )
}
