import type { ComponentType } from 'react'
import type { ControlProps, QueryControlProps } from '../../contract.ts'
import { joinValues, splitValues } from '../choice/multi.ts'
import { useQueryParam } from '../query/useQueryParam.ts'

const nothing = () => {}
const none = {}

/** The control asks for records as it chooses them: one, or several where the rule is `in`. */
export function referenceQuery(
  Control: ComponentType<ControlProps<string>>,
): ComponentType<QueryControlProps> {
  return function ReferenceQuery(props: QueryControlProps) {
    const { rule, asked, ask } = useQueryParam(props)
    // What is copied beside the value belongs to a record, and here is none.
    const { idField: _, ...field } = props.field
    return (
      <Control
        id={props.id}
        field={{ ...field, multi: rule === 'in' } as typeof props.field}
        value={joinValues(asked)}
        onChange={(value) => ask(splitValues(value))}
        values={none}
        patch={nothing}
      />
    )
  }
}
