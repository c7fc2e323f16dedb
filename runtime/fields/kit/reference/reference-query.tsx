import type { ComponentType } from 'react'
import type { Field, FieldOf } from '#runtime/schema/types.ts'
import type { ControlProps, QueryControlProps } from '../../../contract/contract.ts'
import { joinValues, splitValues } from '../joined-values.ts'
import { useQueryParam } from '../query/useQueryParam.ts'

const nothing = () => {}
const noValues = {}

/** Queries by the control itself: one record, or several with the rule `in`. */
export function referenceQuery<S extends object>(
  Control: ComponentType<ControlProps<string, S>>,
): ComponentType<QueryControlProps<S>> {
  return function ReferenceQuery(props: QueryControlProps<S>) {
    const { rule, filterValues, setFilterValues } = useQueryParam(props)
    // The id beside the value belongs to a record, and a query has none.
    const { idField: _, ...field }: Field = props.field
    return (
      <Control
        id={props.id}
        field={{ ...field, multi: rule === 'in' } as FieldOf<unknown> as FieldOf<S>}
        value={joinValues(filterValues)}
        onChange={(value) => setFilterValues(splitValues(value))}
        values={noValues}
        patch={nothing}
      />
    )
  }
}
