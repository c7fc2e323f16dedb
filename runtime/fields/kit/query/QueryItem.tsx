import { useId } from 'react'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import { getTitle, queryRule } from '#runtime/schema/derive.ts'
import type { AnyFieldType, QueryControlProps } from '../../../contract/contract.ts'
import { QueryValue } from './QueryValue.tsx'
import './query-item.css'

interface Props extends Omit<QueryControlProps, 'id'> {
  type: AnyFieldType
  required?: boolean
}

/** A query item: the label of its field and the value of its query. */
export function QueryItem({ type, required, ...props }: Props) {
  const id = useId()
  const { field } = props
  const rule = queryRule(field, useFieldTypes()) ?? 'eq'
  return (
    <div className="pro-query-item" data-rule={rule}>
      <label htmlFor={id} data-required={required || undefined}>
        {getTitle(field)}
      </label>
      <div className="pro-query-control">
        <QueryValue {...props} id={id} type={type} />
      </div>
    </div>
  )
}
