import { useId } from 'react'
import { titleOf } from '../../schema/derive.ts'
import type { AnyFieldType, QueryControlProps } from '../contract.ts'
import { Contained } from './Contained.tsx'
import { useAsked } from './query-params.ts'
import { isTyped } from './typed.ts'
import { likeHints, WildcardHint } from './WildcardHint.tsx'
import './query.css'

interface Props extends Omit<QueryControlProps, 'id'> {
  type: AnyFieldType
  required?: boolean
}

/** A query item with its label: the type's own query control, else its control with the value written by the rule. */
export function QueryItem({ type, required, ...props }: Props) {
  const id = useId()
  const { field } = props
  const { rule, asked, ask } = useAsked(props)
  const { QueryControl, Control } = type
  // Wildcards say nothing to what is chosen.
  const typed = isTyped(type)
  return (
    <div className="pro-query-item" data-rule={rule}>
      <label htmlFor={id} data-required={required || undefined}>
        {titleOf(field)}
      </label>
      <div className="pro-query-control">
        <Contained what={`「${titleOf(field)}」`}>
          {QueryControl && field.widget === undefined ? (
            <QueryControl {...props} id={id} />
          ) : (
            <WildcardHint rule={typed ? rule : 'eq'}>
              <span className="pro-query-text">
                <Control
                  id={id}
                  field={field}
                  value={type.fromWire(asked.join(',') || null, field)}
                  onChange={(value: unknown) => ask([String(type.toWire(value, field) ?? '')])}
                  placeholder={typed ? likeHints[rule] : undefined}
                  values={{}}
                  patch={() => {}}
                />
              </span>
            </WildcardHint>
          )}
        </Contained>
      </div>
    </div>
  )
}
