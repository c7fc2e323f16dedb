import type { QueryControlProps } from '../../contract/contract.ts'
import { useQueryParam } from '../kit/query/useQueryParam.ts'
import { PcaControl } from './PcaControl.tsx'
import { regionOfPrefix, regionPrefix } from './values.ts'

/**
 * With the rule `right_like` a province or city finds everything inside it: the trailing zeros of its code are
 * removed.
 */
export function PcaQuery(props: QueryControlProps) {
  const { rule, filterValues, setFilterValues } = useQueryParam(props)
  const code = filterValues[0]
  const isPrefix = rule === 'right_like'
  return (
    <PcaControl
      id={props.id}
      field={{ ...props.field, multi: false }}
      value={code === undefined ? null : isPrefix ? regionOfPrefix(code) : code}
      onChange={(code) => setFilterValues(code === null ? [] : [isPrefix ? regionPrefix(code) : code])}
      values={{}}
      patch={() => {}}
    />
  )
}
