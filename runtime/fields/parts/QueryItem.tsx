import { useId } from 'react'
import { titleOf } from '../../schema/derive.ts'
import type { AnyFieldType, QueryControlProps } from '../contract.ts'
import { useAsked } from './query-params.ts'

interface Props extends Omit<QueryControlProps, 'id'> {
  type: AnyFieldType
}

/** A query item with its label: the type's own query control, else its control with the value written by the rule. */
export function QueryItem({ type, ...props }: Props) {
  const id = useId()
  const { field } = props
  const { asked, ask } = useAsked(props)
  return (
    <div style={{ display: 'flex', alignItems: 'center', gap: 8 }}>
      <label htmlFor={id} style={{ whiteSpace: 'nowrap' }}>
        {titleOf(field)}
      </label>
      <div style={{ width: 200 }}>
        {type.QueryControl ? (
          <type.QueryControl {...props} id={id} />
        ) : (
          <type.Control
            id={id}
            field={field}
            value={type.fromWire(asked[0] ?? null, field)}
            onChange={(value: unknown) => ask([String(type.toWire(value, field) ?? '')])}
            values={{}}
            patch={() => {}}
          />
        )}
      </div>
    </div>
  )
}
