import { useId } from 'react'
import { titleOf } from '../../schema/derive.ts'
import type { AnyFieldType, QueryControlProps } from '../contract.ts'
import { useAsked } from './query-params.ts'
import './query.css'

interface Props extends Omit<QueryControlProps, 'id'> {
  type: AnyFieldType
  required?: boolean
}

const hints: Partial<Record<string, string>> = {
  right_like: '以…开头',
  left_like: '以…结尾',
  like: '可用 * 匹配',
}

/** A query item with its label: the type's own query control, else its control with the value written by the rule. */
export function QueryItem({ type, required, ...props }: Props) {
  const id = useId()
  const { field } = props
  const { rule, asked, ask } = useAsked(props)
  const { QueryControl, Control } = type
  return (
    <div className="pro-query-item" data-rule={rule}>
      <label htmlFor={id} data-required={required || undefined}>
        {titleOf(field)}
      </label>
      <div className="pro-query-control">
        {QueryControl && field.widget === undefined ? (
          <QueryControl {...props} id={id} />
        ) : (
          <Control
            id={id}
            field={field}
            value={type.fromWire(asked.join(',') || null, field)}
            onChange={(value: unknown) => ask([String(type.toWire(value, field) ?? '')])}
            placeholder={hints[rule]}
            values={{}}
            patch={() => {}}
          />
        )}
      </div>
    </div>
  )
}
