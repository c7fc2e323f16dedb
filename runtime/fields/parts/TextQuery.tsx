import { Input } from 'antd'
import type { QueryControlProps } from '../contract.ts'
import { inputProps } from './aria.ts'
import { useAsked } from './query-params.ts'

/** A line of text for types whose own control is more than that. */
export function TextQuery(props: QueryControlProps) {
  const { asked, ask } = useAsked(props)
  return (
    <Input
      {...inputProps({ id: props.id, field: props.field })}
      allowClear
      value={asked[0] ?? ''}
      placeholder={props.field.placeholder}
      onChange={(event) => ask(event.target.value === '' ? [] : [event.target.value])}
    />
  )
}
