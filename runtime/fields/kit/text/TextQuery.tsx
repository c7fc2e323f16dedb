import Input from 'antd/es/input/Input'
import type { QueryControlProps } from '../../../contract/contract.ts'
import { inputProps } from '../aria.ts'
import { useQueryParam } from '../query/useQueryParam.ts'
import { likeHints, WildcardHint } from '../query/WildcardHint.tsx'

/** A text input for types whose own control is more complex. */
export function TextQuery(props: QueryControlProps) {
  const { rule, filterValues, setFilterValues } = useQueryParam(props)
  return (
    <WildcardHint rule={rule}>
      <Input
        {...inputProps({ id: props.id, field: props.field })}
        allowClear
        value={filterValues[0] ?? ''}
        placeholder={props.field.placeholder ?? likeHints[rule]}
        onChange={(event) => setFilterValues(event.target.value === '' ? [] : [event.target.value])}
      />
    </WildcardHint>
  )
}
